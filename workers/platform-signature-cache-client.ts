import type { Log } from "../app/lib/log";
import type { SignatureCache } from "../app/settlement/ports";
import type { Env } from "./env";

/**
 * Calls the one `PlatformSignatureCache` object. A failed call is logged: orders then search by their own key, and the sweep
 * fetches every transaction.
 */
export function platformSignatureCacheClient(
  objects: Env["PLATFORM_SIGNATURE_CACHE"],
  log: Log,
): SignatureCache {
  const cache = () => objects.get(objects.idFromName("platform"));
  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      try {
        return await cache().signaturesFor(key, sinceAgoMs, staleMs);
      } catch (error) {
        log("signature_cache_silent", { call: "signaturesFor", error });
        return { signatures: [], coverage: "partial", maySearch: true };
      }
    },

    async strangers(signatures) {
      try {
        return await cache().strangers(signatures);
      } catch (error) {
        log("signature_cache_silent", { call: "strangers", error });
        return signatures.map(() => null);
      }
    },

    async learn(fetched) {
      try {
        await cache().learn(fetched);
      } catch (error) {
        log("signature_cache_silent", { call: "learn", error });
      }
    },

    async finalizedHeight() {
      try {
        return await cache().finalizedHeight();
      } catch (error) {
        log("signature_cache_silent", { call: "finalizedHeight", error });
        return null;
      }
    },
  };
}
