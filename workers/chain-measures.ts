import { z } from "zod";
import { type Chain, ChainUnavailable } from "../app/solana/chain";
import { paceOf, upperMedian } from "../app/solana/pace";
import { MAX_RENT_MINIMUM_LAMPORTS } from "../app/solana/rent";
import { keepPace, knownPaceOf, type NodeCall } from "./rpc-node";
import type { RpcPool } from "./rpc-pool";
import { withContext } from "./rpc-shapes";

/** Time for which the nodes are not asked again. A cluster changes its slots once an epoch at most. */
const PACE_KEPT_MS = 10 * 60_000;
/** Rent changes in steps, without notice: a payment that is refused now may be fine in minutes. */
const RENT_KEPT_MS = 2 * 60_000;
/** The same after a question that no node answered. */
const FAILED_KEPT_MS = 15_000;
/** Samples of a minute each that are averaged. */
const SAMPLES = 5;

const count = z.number().int().nonnegative();
const samples = z
  .array(z.object({ numSlots: count.positive(), samplePeriodSecs: count.positive() }))
  .min(1);
const epoch = z.object({ absoluteSlot: count, blockHeight: count });
const blockhash = z.object({
  context: z.object({ slot: count }),
  ...withContext(z.object({ lastValidBlockHeight: count })).shape,
});

/** The calls of `Chain` that measure the chain itself. */
export function measuresOf(pool: RpcPool): Pick<Chain, "pace" | "knownPace" | "rentMinimum"> {
  const { isolate } = pool;
  const { runtime, pacesDue, rents } = isolate;
  const key = pool.nodes.join();
  const isFresh = (due: number, keptMs: number) => isAhead(due - runtime.now(), keptMs);
  return {
    knownPace: () => knownPaceOf(isolate, pool.nodes),

    async pace() {
      const known = knownPaceOf(isolate, pool.nodes);
      const due = pacesDue.get(key);
      if (due !== undefined && isFresh(due, PACE_KEPT_MS)) return known;
      const figures = await pool.survey(readPace);
      const value = paceOf(
        figures.flatMap(({ slotMs }) => slotMs ?? []),
        figures.flatMap(({ blockhashBlocks }) => blockhashBlocks ?? []),
        known,
      );
      keepPace(isolate, pool.nodes, value);
      pacesDue.set(key, runtime.now() + (figures.length > 0 ? PACE_KEPT_MS : FAILED_KEPT_MS));
      return value;
    },

    async rentMinimum() {
      const kept = rents.get(key);
      if (kept && isFresh(kept.due, RENT_KEPT_MS)) return kept.lamports;
      const params = [0, { commitment: "confirmed" }];
      const figures = await pool.survey((call) =>
        call("getMinimumBalanceForRentExemption", params, count),
      );
      // Of two nodes the more careful one: a payment that the network refuses costs time only.
      const asked = upperMedian(figures.map(BigInt));
      const value = asked ?? kept?.lamports;
      if (value === undefined) throw new ChainUnavailable("rent: no node");
      const believed = value < MAX_RENT_MINIMUM_LAMPORTS ? value : MAX_RENT_MINIMUM_LAMPORTS;
      const keptMs = asked === undefined ? FAILED_KEPT_MS : RENT_KEPT_MS;
      rents.set(key, { lamports: believed, due: runtime.now() + keptMs });
      return believed;
    },
  };
}

/**
 * Length of a slot, from the node's own samples, and lifetime of a new blockhash, from its last valid
 * height less the height of the block that it came with. Each is null where the node can't say.
 */
async function readPace(call: NodeCall) {
  const confirmed = { commitment: "confirmed" };
  const [sampled, tip, latest] = await Promise.allSettled([
    call("getRecentPerformanceSamples", [SAMPLES], samples),
    call("getEpochInfo", [confirmed], epoch),
    call("getLatestBlockhash", [confirmed], blockhash),
  ]);
  if (sampled.status === "rejected" && latest.status === "rejected") throw latest.reason;
  return {
    slotMs: sampled.status === "fulfilled" ? slotMsOf(sampled.value) : null,
    blockhashBlocks:
      tip.status === "fulfilled" && latest.status === "fulfilled"
        ? lifetimeOf(tip.value, latest.value)
        : null,
  };
}

function slotMsOf(sampled: z.output<typeof samples>): number {
  const seconds = sampled.reduce((sum, { samplePeriodSecs }) => sum + samplePeriodSecs, 0);
  const slots = sampled.reduce((sum, { numSlots }) => sum + numSlots, 0);
  return (seconds * 1_000) / slots;
}

function lifetimeOf(tip: z.output<typeof epoch>, latest: z.output<typeof blockhash>): number {
  const height = tip.blockHeight + latest.context.slot - tip.absoluteSlot;
  return latest.value.lastValidBlockHeight - height;
}

/** False also where the clock was set back by more than a figure is kept. */
function isAhead(left: number, keptMs: number): boolean {
  return left > 0 && left <= keptMs;
}
