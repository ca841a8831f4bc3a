import { z } from "zod";
import type { NodeHealth } from "../app/solana/chain";
import { OtherChainError } from "./genesis-check";
import { isBehind } from "./node-slots";
import type { NodeCall } from "./rpc-node";

/** Anyone may ask for the state of the nodes, which costs a call to each. */
const CHECK_INTERVAL_MS = 5_000;
/** By the list of nodes; shared by all requests of this isolate. */
const lastChecks = new Map<string, { nodes: NodeHealth[]; at: number }>();

/** Asks every node for its chain and slot, unless it was just done. In the order of `urls`. */
export async function checkNodes(
  urls: readonly string[],
  callerOf: (url: string) => NodeCall,
): Promise<NodeHealth[]> {
  const key = urls.join();
  const last = lastChecks.get(key);
  if (last && Math.abs(Date.now() - last.at) < CHECK_INTERVAL_MS) return last.nodes;
  const nodes = await Promise.all(urls.map((url) => checkNode(url, callerOf(url))));
  lastChecks.set(key, { nodes, at: Date.now() });
  return nodes;
}

async function checkNode(url: string, call: NodeCall): Promise<NodeHealth> {
  const { host } = new URL(url);
  try {
    await call("getSlot", [{ commitment: "confirmed" }], z.number());
    return { host, state: isBehind(url) ? "behind" : "ok" };
  } catch (error) {
    return { host, state: error instanceof OtherChainError ? "other_chain" : "down" };
  }
}
