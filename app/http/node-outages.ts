import { z } from "zod";
import type { Clock } from "../lib/ports";
import type { Chain, NodeHealth } from "../solana/chain";

/** Since when each node is down (epoch ms), by host. */
export type Outages = Readonly<Record<string, number>>;

/** Texts that are kept between two runs of the cron, by name. */
export interface StoredText {
  read(name: string): Promise<string | null>;
  write(name: string, text: string, at: number): Promise<void>;
}

const RECORD_NAME = "rpc-outages";
const outages = z.record(z.string(), z.number());

export async function readOutages(record: Pick<StoredText, "read">): Promise<Outages> {
  const text = await record.read(RECORD_NAME);
  return outages.safeParse(text && JSON.parse(text)).data ?? {};
}

/** Asks every node, and records since when those that do not answer are down. Run by the cron. */
export async function recordOutages(deps: {
  clock: Clock;
  chain: Pick<Chain, "nodes">;
  sweepProgress: StoredText;
}): Promise<void> {
  const [nodes, before] = [await deps.chain.nodes(), await readOutages(deps.sweepProgress)];
  const now = deps.clock.now();
  const down = nodes.filter(isDown).map(({ host }) => [host, before[host] ?? now] as const);
  const after = JSON.stringify(Object.fromEntries(down));
  if (after !== JSON.stringify(before)) {
    await deps.sweepProgress.write(RECORD_NAME, after, now);
  }
}

export function isDown({ state }: NodeHealth): boolean {
  return state === "down" || state === "other_chain";
}
