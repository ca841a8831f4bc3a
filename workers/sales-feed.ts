import { DurableObject } from "cloudflare:workers";
import { createPlatformSignatureCache } from "../app/orders/use-cases/platform-signature-cache";
import { type Env, readSettings } from "./env";
import type { SalesFeedObject } from "./objects";
import { createSolanaChain } from "./solana-chain";

/** The one reader of the platform's address. It keeps nothing: a new one starts over. */
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
