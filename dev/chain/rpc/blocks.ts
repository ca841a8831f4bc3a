import { z } from "zod";
import { MAX_BLOCKHASH_AGE_BLOCKS } from "../blockhashes";
import { blockHeight, epochOf, FIRST_SLOT, SLOTS_PER_EPOCH } from "../slots";
import { API_VERSION, contextSlot, type Methods, type RpcContext, withContext } from "./context";
import { invalidParams } from "./errors";
import { optional, positional, readConfig, readParams, slotNumber } from "./params";

const configOnly = positional(optional(readConfig));
const samplesParams = positional(optional(z.int()));
const hashParams = positional(z.string().max(64), optional(readConfig));
const slotParams = positional(slotNumber);
/** Largest number of blocks in one list, as on a node. */
const MAX_RANGE_SLOTS = 500_000;

/** Slots, heights and blockhashes. */
export const blockMethods: Methods = {
  getSlot: (params, context) => contextSlot(context, readParams(configOnly, params)[0]),
  getBlockHeight: (params, context) =>
    blockHeight(contextSlot(context, readParams(configOnly, params)[0])),
  getTransactionCount: (params, context) =>
    context.chain.ledger.index.countUpTo(contextSlot(context, readParams(configOnly, params)[0])),
  getEpochInfo,
  getRecentPerformanceSamples,
  getLatestBlockhash,
  isBlockhashValid,
  getBlockTime,
  getBlocks,
  getBlocksWithLimit,
  getFirstAvailableBlock: () => FIRST_SLOT,
  minimumLedgerSlot: () => FIRST_SLOT,
  getGenesisHash: (_params, { chain }) => chain.genesisHash,
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": API_VERSION, "feature-set": 0 }),
  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),
};

function getEpochInfo(params: unknown, context: RpcContext) {
  const slot = contextSlot(context, readParams(configOnly, params)[0]);
  return {
    absoluteSlot: slot,
    blockHeight: blockHeight(slot),
    epoch: epochOf(slot),
    slotIndex: slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: context.chain.ledger.index.countUpTo(slot),
  };
}

/** Length of a sample, in seconds, and largest number of them, as on a node. */
const SAMPLE_PERIOD_SECS = 60;
const MAX_SAMPLES = 720;
/** Samples that the chain answers with at most: they are all the same. */
const KEPT_SAMPLES = 10;

/** Samples as of a chain that has always gone at this pace. */
function getRecentPerformanceSamples(params: unknown, context: RpcContext) {
  const [limit = MAX_SAMPLES] = readParams(samplesParams, params);
  if (limit < 1 || limit > MAX_SAMPLES) {
    throw invalidParams(`Invalid limit; max ${MAX_SAMPLES}`);
  }
  const { chain, lag } = context;
  const numSlots = Math.max(1, Math.round((SAMPLE_PERIOD_SECS * 1_000) / chain.slotMs));
  const tip = chain.slots.at("processed", lag);
  return Array.from({ length: Math.min(limit, KEPT_SAMPLES) }, (_, at) => ({
    slot: tip - at * numSlots,
    numSlots,
    numTransactions: 0,
    numNonVoteTransactions: 0,
    samplePeriodSecs: SAMPLE_PERIOD_SECS,
  }));
}

function getLatestBlockhash(params: unknown, context: RpcContext) {
  const slot = contextSlot(context, readParams(configOnly, params)[0]);
  return withContext(slot, {
    blockhash: context.chain.ledger.blockhashes.at(slot),
    lastValidBlockHeight: blockHeight(slot) + MAX_BLOCKHASH_AGE_BLOCKS,
  });
}

function isBlockhashValid(params: unknown, context: RpcContext) {
  const [hash, config] = readParams(hashParams, params);
  const slot = contextSlot(context, config);
  return withContext(slot, context.chain.ledger.blockhashes.isValidAt(hash, slot));
}

function getBlockTime(params: unknown, context: RpcContext): number | null {
  const [slot] = readParams(slotParams, params);
  const { ledger, slots, now, slotMs } = context.chain;
  if (slot < FIRST_SLOT || slot > slots.at("processed", context.lag)) return null;
  const [landed] = ledger.index.inSlot(slot);
  // Only blocks with a transaction are kept; the time of an empty one follows from the clock.
  return landed?.blockTime ?? Math.floor((now() - (slots.tip - slot) * slotMs) / 1000);
}

function getBlocks(params: unknown, context: RpcContext): number[] {
  const end = z.union([slotNumber, readConfig]);
  const schema = positional(slotNumber, optional(end), optional(readConfig));
  const [from, second, third] = readParams(schema, params);
  const config = typeof second === "object" ? second : third;
  const last = contextSlot(context, config);
  return range(from, Math.min(last, typeof second === "number" ? second : last));
}

function getBlocksWithLimit(params: unknown, context: RpcContext): number[] {
  const schema = positional(slotNumber, slotNumber, optional(readConfig));
  const [from, limit, config] = readParams(schema, params);
  if (limit > MAX_RANGE_SLOTS) throw invalidParams(`Limit too large; max ${MAX_RANGE_SLOTS}`);
  return range(
    from,
    Math.min(contextSlot(context, config), Math.max(from, FIRST_SLOT) + limit - 1),
  );
}

function range(from: number, to: number): number[] {
  const first = Math.max(from, FIRST_SLOT);
  if (to - first > MAX_RANGE_SLOTS)
    throw invalidParams(`Slot range too large; max ${MAX_RANGE_SLOTS}`);
  return Array.from({ length: Math.max(0, to - first + 1) }, (_, at) => first + at);
}
