import type { SignatureCache } from "../app/settlement/ports";
import type { Env } from "./env";

/**
 * Calls the one `PlatformSignatureCache` object. A failed call is logged: orders then search by their own key, and the sweep
 * fetches every transaction.
 */
export function platformSignatureCacheClient(
  objects: Env["PLATFORM_SIGNATURE_CACHE"],
): SignatureCache {
  const cache = () => objects.get(objects.idFromName("platform"));
  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      try {
        return await cache().signaturesFor(key, sinceAgoMs, staleMs);
      } catch (error) {
        console.error("the platform signature cache can't be reached", error);
        return { signatures: [], coverage: "partial", maySearch: true };
      }
    },

    async strangers(signatures) {
      try {
        return await cache().strangers(signatures);
      } catch (error) {
        console.error("the platform signature cache can't be reached", error);
        return signatures.map(() => null);
      }
    },

    async learn(fetched) {
      try {
        await cache().learn(fetched);
      } catch (error) {
        console.error("the platform signature cache can't be reached", error);
      }
    },

    async finalizedHeight() {
      try {
        return await cache().finalizedHeight();
      } catch (error) {
        console.error("the platform signature cache can't be reached", error);
        return null;
      }
    },
  };
}
