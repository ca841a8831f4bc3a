import { DurableObject } from "cloudflare:workers";
import type { CachedSignatures, Learned, Stranger } from "../app/settlement/ports";
import { createPlatformSignatureCache } from "../app/settlement/use-cases/platform-signature-cache";
import { type Env, readSettings } from "./env";
import type { PlatformSignatureCacheObject } from "./objects";
import { chainPorts, type MakeChainPorts } from "./ports";

/** The one instance that reads the history of the platform's address. It stores nothing. */
export class PlatformSignatureCache
  extends DurableObject<Env>
  implements PlatformSignatureCacheObject
{
  readonly #cache: ReturnType<typeof createPlatformSignatureCache>;

  constructor(ctx: DurableObjectState, env: Env, makeChainPorts: MakeChainPorts = chainPorts) {
    super(ctx, env);
    this.#cache = createPlatformSignatureCache(makeChainPorts(readSettings(env)));
  }

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
