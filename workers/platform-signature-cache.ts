import { DurableObject } from "cloudflare:workers";
import { createPlatformSignatureCache } from "../app/orders/use-cases/platform-signature-cache";
import type {
  CachedSignatures,
  Learned,
  PlatformSignatureCache as SignatureCache,
  Stranger,
} from "../app/orders/use-cases/signature-cache";
import { type Env, readSettings } from "./env";
import type { PlatformSignatureCacheObject } from "./objects";
import { createSolanaChain } from "./solana-chain";

/** The one instance that reads the history of the platform's address. It stores nothing. */
export class PlatformSignatureCache
  extends DurableObject<Env>
  implements PlatformSignatureCacheObject
{
  readonly #settings = readSettings(this.env);
  readonly #cache = createPlatformSignatureCache({
    settings: this.#settings,
    clock: { now: () => Date.now() },
    chain: createSolanaChain(this.#settings.rpcUrls, this.#settings.genesisHash),
  });

  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<CachedSignatures> {
    return this.#cache.signaturesFor(key, sinceAgoMs, staleMs);
  }

  strangers(signatures: string[]): Promise<(Stranger | null)[]> {
    return this.#cache.strangers(signatures);
  }

  learn(fetched: Learned[]): Promise<void> {
    return this.#cache.learn(fetched);
  }

  finalizedHeight(): Promise<number | null> {
    return this.#cache.finalizedHeight();
  }
}

/**
 * Calls that instance. A failed call is logged: orders then search by their own key, and the sweep
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
