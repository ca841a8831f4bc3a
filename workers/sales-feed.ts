import { DurableObject } from "cloudflare:workers";
import type { PlatformSignatureCache } from "../app/orders/ports";
import { createPlatformSignatureCache } from "../app/orders/use-cases/platform-signature-cache";
import { type Env, readSettings } from "./env";
import type { SalesFeedObject } from "./objects";
import { createSolanaChain } from "./solana-chain";

/** The one reader of the platform's address. It stores nothing: a new instance starts over. */
export class SalesFeed extends DurableObject<Env> implements SalesFeedObject {
  readonly #settings = readSettings(this.env);
  readonly #feed = createPlatformSignatureCache({
    settings: this.#settings,
    clock: { now: () => Date.now() },
    chain: createSolanaChain(this.#settings.rpcUrls),
  });

  signaturesFor(key: string, sinceAgoMs: number, staleMs: number): Promise<string[] | null> {
    return this.#feed.signaturesFor(key, sinceAgoMs, staleMs);
  }
}

/** Calls the one SalesFeed object. Where that fails it answers null, and orders search by their own key. */
export function salesFeedClient(objects: Env["SALES_FEED"]): PlatformSignatureCache {
  return {
    async signaturesFor(key, sinceAgoMs, staleMs) {
      const feed = objects.get(objects.idFromName("platform"));
      try {
        return await feed.signaturesFor(key, sinceAgoMs, staleMs);
      } catch (error) {
        console.error("the sales feed can't be reached", error);
        return null;
      }
    },
  };
}
