import { z } from "zod";
import type { Isolate } from "./isolate";
import { callNode } from "./rpc-node";

/** Time for which the chain of a node is not asked again. */
const CHECK_INTERVAL_MS = 24 * 60 * 60_000;
/** The same for a node of another chain, which may be one behind a load balancer, or soon repaired. */
const RECHECK_INTERVAL_MS = 60_000;

/** The node belongs to another chain than the deployment: nothing that it says counts. */
export class OtherChainError extends Error {
  constructor() {
    super("a node of another chain");
  }
}

/**
 * Checks once a day that a node belongs to the chain of this deployment, and each minute where it does
 * not.
 */
export class GenesisCheck {
  /** Running requests by URL. */
  readonly #requests = new Map<string, Promise<string>>();

  /** @param expected the genesis hash that every node must have; null where any chain will do */
  constructor(
    private readonly isolate: Isolate,
    private readonly expected: string | null,
  ) {}

  /** Throws `OtherChainError`, or where the node does not answer. */
  async assertSameChain(url: string, signal?: AbortSignal): Promise<void> {
    if (this.expected === null) return;
    const { runtime, genesisHashes } = this.isolate;
    const known = genesisHashes.get(url);
    const interval = known?.hash === this.expected ? CHECK_INTERVAL_MS : RECHECK_INTERVAL_MS;
    const isKnown = known && Math.abs(runtime.now() - known.at) < interval;
    const hash = isKnown ? known.hash : await this.#read(url, signal);
    if (hash !== this.expected) throw new OtherChainError();
  }

  /** One request at a time for each node. */
  #read(url: string, signal?: AbortSignal): Promise<string> {
    const running = this.#requests.get(url);
    if (running) return running;
    const { runtime, genesisHashes } = this.isolate;
    const request = callNode(this.isolate, url, "getGenesisHash", [], signal)
      .then((result) => {
        const hash = z.string().min(1).parse(result);
        genesisHashes.set(url, { hash, at: runtime.now() });
        return hash;
      })
      .finally(() => this.#requests.delete(url));
    this.#requests.set(url, request);
    return request;
  }
}
