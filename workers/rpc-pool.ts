import { z } from "zod";
import { ChainUnavailable, type NodeHealth, QUORUM_NODES } from "../app/solana/chain";
import { GenesisCheck, OtherChainError } from "./genesis-check";
import { type Isolate, platformIsolate } from "./isolate";
import {
  callNode,
  clearCooldown,
  cooldownEnd,
  isBehind,
  isCoolingDown,
  type NodeCall,
  noteSlot,
  REQUEST_TIMEOUT_MS,
  RpcError,
  startCooldown,
  startProbe,
} from "./rpc-node";

const slotNumber = z.number();
/** Nodes tried for one call. */
const MAX_NODES_PER_CALL = 3;
/** For a figure that is wanted now and kept for minutes. */
const SURVEY_TIMEOUT_MS = 2_000;

/**
 * JSON-RPC client for several nodes. Those without a cooldown are tried first, then those that are
 * not behind, in the order of the settings.
 */
export class RpcPool {
  /** Each once: the same address twice is one node. */
  readonly nodes: readonly string[];
  readonly #genesis: GenesisCheck;

  /** @param genesis the genesis hash that every node must have; null where any chain will do */
  constructor(
    urls: readonly string[],
    genesis: string | null = null,
    readonly isolate: Isolate = platformIsolate,
  ) {
    this.nodes = [...new Set(urls)];
    this.#genesis = new GenesisCheck(isolate, genesis);
  }

  /** Nodes that must agree. */
  get quorum(): number {
    return Math.min(QUORUM_NODES, this.nodes.length);
  }

  /**
   * The result of the first node that answers, parsed by `shape`. Throws `ChainUnavailable`.
   *
   * @param resultOfError a result for an error that is one; undefined for a failure
   */
  async call<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    resultOfError?: (error: RpcError) => T | undefined,
  ): Promise<T> {
    return (await this.callFirst(method, params, shape, resultOfError)).result;
  }

  /** The same, with the node that answered. */
  async callFirst<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
    resultOfError?: (error: RpcError) => T | undefined,
  ): Promise<{ result: T; node: number }> {
    const first = await this.findOn(async (call, node) => {
      try {
        return { result: await call(method, params, shape), node };
      } catch (error) {
        const known = error instanceof RpcError ? resultOfError?.(error) : undefined;
        if (known === undefined) throw error;
        return { result: known, node };
      }
    });
    if (!first) throw new ChainUnavailable(`${method}: no node`);
    return first;
  }

  /**
   * The first result of `read` that is not null, asking one node after the other. Null where every
   * node that answered gave null; throws `ChainUnavailable` where none answered.
   *
   * @param except a node that is not asked
   */
  async findOn<T>(
    read: (call: NodeCall, node: number) => Promise<T | null>,
    except?: number,
  ): Promise<T | null> {
    const faults: string[] = [];
    const answered = new Set<string>();
    const urls = this.#order().filter((url) => this.nodes.indexOf(url) !== except);
    this.#probeSlots(urls.filter((url) => url !== urls[0]));
    for (const url of urls.slice(0, MAX_NODES_PER_CALL)) {
      if (isCoolingDown(this.isolate, url) || answered.has(url)) continue;
      try {
        const result = await read(this.#callerOf(url), this.nodes.indexOf(url));
        clearCooldown(this.isolate, url);
        if (result !== null) return result;
        answered.add(url);
      } catch (error) {
        faults.push(messageOf(error));
        startCooldown(this.isolate, url, error);
      }
    }
    if (answered.size > 0) return null;
    throw new ChainUnavailable(faults.join("; "));
  }

  /**
   * True where a node other than `node` confirms by `read`, or where only one is configured. Throws
   * `ChainUnavailable` where no other one answers.
   */
  async isSeconded(node: number, read: (call: NodeCall) => Promise<boolean>): Promise<boolean> {
    if (this.nodes.length === 1) return true;
    const confirmed = await this.findOn(async (call) => ((await read(call)) ? true : null), node);
    return confirmed === true;
  }

  /**
   * The results of one method on `QUORUM_NODES` different nodes, or on all where there are fewer, to
   * establish that something does not exist. Throws `ChainUnavailable` where fewer gave a usable result.
   */
  callSeveral<T>(method: string, params: unknown[], shape: z.ZodType<T>): Promise<T[]> {
    return this.readOnSeveral((call) => call(method, params, shape));
  }

  /**
   * The results of one method on every node that gives a usable one. Throws `ChainUnavailable` where
   * fewer than `QUORUM_NODES` do.
   */
  async callAll<T>(method: string, params: unknown[], shape: z.ZodType<T>): Promise<T[]> {
    const answers = await this.callEach(method, params, shape);
    const usable = answers.flatMap((answer) => ("result" in answer ? [answer.result] : []));
    if (usable.length >= this.quorum) return usable;
    const faults = answers.flatMap((answer) =>
      "error" in answer ? [messageOf(answer.error)] : [],
    );
    throw new ChainUnavailable(`${method}: ${faults.join("; ")}`);
  }

  /**
   * The results of `read`, which makes several calls, on `QUORUM_NODES` nodes at once, or on all
   * where there are fewer. A node that fails, or takes `nodeTimeoutMs`, is replaced by the next. Throws
   * `ChainUnavailable` where fewer nodes gave a result before `signal` aborts.
   */
  async readOnSeveral<T>(
    read: (call: NodeCall) => Promise<T>,
    {
      nodeTimeoutMs = REQUEST_TIMEOUT_MS,
      signal = new AbortController().signal,
    }: { nodeTimeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<T[]> {
    const queue = [...new Set(this.#order())];
    const results: T[] = [];
    const faults: string[] = [];
    const readNext = async (): Promise<void> => {
      for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
        const limit = AbortSignal.any([signal, this.isolate.runtime.timeoutSignal(nodeTimeoutMs)]);
        try {
          results.push(await read(this.#callerOf(url, limit)));
          return;
        } catch (error) {
          faults.push(messageOf(error));
          // The caller's time was up; the node may be fine.
          if (signal.aborted) return;
          startCooldown(this.isolate, url, error);
        }
      }
    };
    const needed = this.quorum;
    await Promise.all(Array.from({ length: needed }, readNext));
    if (results.length === needed) return results;
    throw new ChainUnavailable(`reading from ${needed} nodes: ${faults.join("; ")}`);
  }

  /** The result or the error of every node that has no cooldown after a 429, in no defined order. */
  async callEach<T>(
    method: string,
    params: unknown[],
    shape: z.ZodType<T>,
  ): Promise<({ result: T } | { error: unknown })[]> {
    return Promise.all(
      [...new Set(this.#order())].map(async (url) => {
        try {
          return { result: await this.#callerOf(url)(method, params, shape) };
        } catch (error) {
          if (!(error instanceof RpcError)) startCooldown(this.isolate, url, error);
          return { error };
        }
      }),
    );
  }

  /**
   * The results of `read` on up to `MAX_NODES_PER_CALL` nodes at once. Those that fail or are slow are
   * left out, and nothing follows from it.
   */
  async survey<T>(read: (call: NodeCall) => Promise<T>): Promise<T[]> {
    const urls = [...new Set(this.#order())].filter((url) => !isCoolingDown(this.isolate, url));
    const { runtime } = this.isolate;
    const results = await Promise.allSettled(
      urls
        .slice(0, MAX_NODES_PER_CALL)
        .map((url) => read(this.#callerOf(url, runtime.timeoutSignal(SURVEY_TIMEOUT_MS)))),
    );
    return results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  /** Asks every node for its chain and slot, unless it was just done. */
  check(): Promise<NodeHealth[]> {
    return checkNodes(this.isolate, this.nodes, (url) => this.#callerOf(url));
  }

  #callerOf(url: string, signal?: AbortSignal): NodeCall {
    return async (method, params, shape) => {
      await this.#genesis.assertSameChain(url, signal);
      const result = await callNode(this.isolate, url, method, params, signal);
      noteSlot(this.isolate, url, this.nodes, { method, params, result });
      return shape.parse(result);
    };
  }

  /**
   * Asks these nodes for their slot where it was not heard for a while, without waiting: a node that is
   * only asked when another one fails would not be known as behind, nor as the freshest.
   */
  #probeSlots(urls: readonly string[]): void {
    for (const url of urls.filter(
      (url) => !isCoolingDown(this.isolate, url) && startProbe(this.isolate, url),
    )) {
      const call = this.#callerOf(url);
      // A request that ends cancels it, which says nothing about the node.
      call("getSlot", [{ commitment: "confirmed" }], slotNumber).catch(() => undefined);
    }
  }

  /**
   * Nodes without a cooldown in the order of the settings, those that are behind last; then the others
   * by the end of their cooldown.
   */
  #order(): string[] {
    const { isolate } = this;
    const now = isolate.runtime.now();
    const ready = (url: string) => Math.max(cooldownEnd(isolate, url), now);
    const behind = (url: string) => Number(isBehind(isolate, url));
    const available = this.nodes.filter((url) => !isCoolingDown(this.isolate, url));
    available.sort((a, b) => ready(a) - ready(b) || behind(a) - behind(b));
    // A single node is tried twice, since most errors are lost connections.
    return available.length === 1 ? [...available, ...available] : available;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Anyone may ask for the state of the nodes, which costs a call to each. */
const CHECK_INTERVAL_MS = 5_000;

/** Asks every node for its chain and slot, unless it was just done. In the order of `urls`. */
async function checkNodes(
  isolate: Isolate,
  urls: readonly string[],
  callerOf: (url: string) => NodeCall,
): Promise<NodeHealth[]> {
  const key = urls.join();
  const { runtime, nodeChecks } = isolate;
  const last = nodeChecks.get(key);
  if (last && Math.abs(runtime.now() - last.at) < CHECK_INTERVAL_MS) return last.nodes;
  const nodes = await Promise.all(urls.map((url) => checkNode(isolate, url, callerOf(url))));
  nodeChecks.set(key, { nodes, at: runtime.now() });
  return nodes;
}

async function checkNode(isolate: Isolate, url: string, call: NodeCall): Promise<NodeHealth> {
  const { host } = new URL(url);
  try {
    await call("getSlot", [{ commitment: "confirmed" }], slotNumber);
    return { host, state: isBehind(isolate, url) ? "behind" : "ok" };
  } catch (error) {
    return { host, state: error instanceof OtherChainError ? "other_chain" : "down" };
  }
}
