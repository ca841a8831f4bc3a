import { z } from "zod";
import { decodeBase64, encodeBase64 } from "../app/lib/base64";
import {
  ACCOUNT_HEAD_BYTES,
  type Chain,
  ChainUnavailable,
  type Commitment,
  type FoundSignature,
} from "../app/solana/chain";
import { isSameMeta, type RawTransaction, readSignedPart } from "../app/solana/raw-transaction";
import { decodeTransaction } from "../app/solana/wire-transaction";
import { measuresOf } from "./chain-measures";
import { type Isolate, platformIsolate } from "./isolate";
import { type NodeCall, RpcError } from "./rpc-node";
import { RpcPool } from "./rpc-pool";
import { alreadyProcessed, withContext } from "./rpc-shapes";
import { senderOf } from "./transaction-sender";

const confirmation = z
  .enum(["processed", "confirmed", "finalized"])
  .nullish()
  // Old nodes omit it for finalized transactions.
  .transform((status) => status ?? "finalized");
const count = z.number().int().nonnegative();

const instruction = z.object({
  programIdIndex: count,
  accounts: z.array(count),
  data: z.string(),
});
const landed = z
  .object({
    slot: count,
    blockTime: z.number().nullish(),
    meta: z
      .object({
        err: z.unknown(),
        fee: count.nullish(),
        innerInstructions: z
          .array(z.object({ index: count, instructions: z.array(instruction) }))
          .nullish(),
        loadedAddresses: z
          .object({ writable: z.array(z.string()), readonly: z.array(z.string()) })
          .nullish(),
      })
      .nullable()
      // `err` is null on success. A response without it is unusable.
      .refine((meta) => meta === null || meta.err !== undefined),
    transaction: z.tuple([z.base64(), z.literal("base64")]),
  })
  .nullable();

/** The newest transaction version that can be decoded, and that of nodes that don't know it. */
const MAX_TRANSACTION_VERSION = 1;
const FALLBACK_TRANSACTION_VERSION = 0;
/** Error codes of nodes: malformed parameters, and a transaction of a version above the given one. */
const INVALID_PARAMS = -32602;
const UNSUPPORTED_VERSION = -32015;

const blockhash = z.object({
  context: z.object({ slot: count }),
  value: z.object({ blockhash: z.string().min(32).max(44), lastValidBlockHeight: count }),
});
const account = z
  .object({
    lamports: count,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.base64(), z.literal("base64")]),
  })
  .nullable();
const status = z.object({ slot: count, err: z.unknown(), confirmationStatus: confirmation });
const found = z.object({
  signature: z.string(),
  slot: count,
  err: z.unknown(),
  confirmationStatus: confirmation,
});
const foundRows = z.array(found);
const statusAt = z.object({
  context: z.object({ slot: count }),
  value: z.array(status.nullable()).length(1),
});
const epoch = z.object({ absoluteSlot: count, blockHeight: count });

/**
 * `Chain` over JSON-RPC (https://solana.com/docs/rpc) on several nodes.
 *
 * @param genesis the genesis hash that every node must have; null where any chain will do
 */
export function createSolanaChain(
  rpcUrls: readonly string[],
  genesis: string | null = null,
  isolate: Isolate = platformIsolate,
): Chain {
  const pool = new RpcPool(rpcUrls, genesis, isolate);
  return {
    async latestBlockhash() {
      const params = [{ commitment: "confirmed" }];
      const { context, value } = await pool.call("getLatestBlockhash", params, blockhash);
      return { ...value, slot: context.slot };
    },

    async accounts(addresses) {
      const dataSlice = { offset: 0, length: ACCOUNT_HEAD_BYTES };
      const params = [addresses, { commitment: "confirmed", encoding: "base64", dataSlice }];
      const shape = withContext(z.array(account).length(addresses.length));
      const { value } = await pool.call("getMultipleAccounts", params, shape);
      return value.map(
        (one) =>
          one && {
            lamports: BigInt(one.lamports),
            owner: one.owner,
            isExecutable: one.executable,
            data: decodeBase64(one.data[0]),
          },
      );
    },

    async statuses(signatures) {
      const params = [signatures, { searchTransactionHistory: true }];
      const shape = withContext(z.array(status.nullable()).length(signatures.length));
      const { result, node } = await pool.callFirst("getSignatureStatuses", params, shape);
      return result.value.map(
        (one) =>
          one && { node, slot: one.slot, err: one.err, confirmation: one.confirmationStatus },
      );
    },

    async signaturesFor(address, search) {
      const rows = await pool.call("getSignaturesForAddress", [address, search], foundRows);
      return rows.map(toFound);
    },

    async signaturesFromSeveral(address, search) {
      const params = [address, search];
      const results = await pool.callSeveral("getSignaturesForAddress", params, foundRows);
      const bySignature = new Map<string, FoundSignature>();
      for (const row of results.flat().map(toFound)) {
        // A transaction that has failed on one node only may still be a payment.
        const known = bySignature.get(row.signature);
        if (!known || known.err !== null) bySignature.set(row.signature, row);
      }
      return [...bySignature.values()].sort((a, b) => b.slot - a.slot);
    },

    async isGone(signature, minContextSlot) {
      const params = [[signature], { searchTransactionHistory: true }];
      const results = await pool.callAll("getSignatureStatuses", params, statusAt);
      if (results.some(({ value: [one] }) => one && one.err === null)) return false;
      // The method has no `minContextSlot`; the slot of the response is checked instead.
      const upToDate = results.filter(({ context }) => context.slot >= minContextSlot);
      if (upToDate.length >= pool.quorum) return true;
      throw new ChainUnavailable("too few nodes have reached the slot");
    },

    async transaction(signature, commitment) {
      return pool.findOn((call, node) => readTransaction(signature, commitment, call, node));
    },

    isSeconded(signature, commitment, node) {
      const params = [[signature], { searchTransactionHistory: true }];
      return pool.isSeconded(node, async (call) => {
        const { value } = await call("getSignatureStatuses", params, statusAt);
        const [one] = value;
        if (!one || one.err !== null) return false;
        const { confirmationStatus: reached } = one;
        return reached === "finalized" || reached === commitment;
      });
    },

    isMetaSeconded({ node, meta, transaction }, commitment) {
      const [signature = ""] = transaction.signatures;
      return pool.isSeconded(node, async (call) => {
        const other = await readTransaction(signature, commitment, call, node);
        return other !== null && isSameMeta(other.meta, meta);
      });
    },

    async finalizedTip() {
      const params = [{ commitment: "finalized" }];
      const tips = await pool.callSeveral("getEpochInfo", params, epoch);
      return {
        slot: Math.min(...tips.map(({ absoluteSlot }) => absoluteSlot)),
        blockHeight: Math.min(...tips.map(({ blockHeight }) => blockHeight)),
      };
    },

    async send(transaction) {
      const wire = encodeBase64(transaction);
      const options = { encoding: "base64", preflightCommitment: "confirmed" };
      // A request that timed out may have sent it: its retry is refused as processed already.
      return pool.call("sendTransaction", [wire, options], z.string(), ({ data }) =>
        alreadyProcessed.safeParse(data).success
          ? (decodeTransaction(transaction)?.signatures[0] ?? undefined)
          : undefined,
      );
    },

    ...senderOf(pool),
    ...measuresOf(pool),
    nodes: () => pool.check(),
  };
}

/** The transaction by one node; null where the node does not have it, or it can't be read. */
async function readTransaction(
  signature: string,
  commitment: Commitment,
  call: NodeCall,
  node: number,
): Promise<RawTransaction | null> {
  const fetchUpTo = (maxSupportedTransactionVersion: number) => {
    const options = { commitment, encoding: "base64", maxSupportedTransactionVersion };
    return call("getTransaction", [signature, options], landed);
  };
  try {
    const found = await fetchUpTo(MAX_TRANSACTION_VERSION).catch((error) => {
      if (!hasCode(error, INVALID_PARAMS)) throw error;
      return fetchUpTo(FALLBACK_TRANSACTION_VERSION);
    });
    const transaction =
      found && (await readSignedPart(decodeBase64(found.transaction[0]), signature));
    if (!transaction) return null;
    const { slot, blockTime, meta } = found;
    return { node, slot, blockTime, meta, transaction };
  } catch (error) {
    if (hasCode(error, UNSUPPORTED_VERSION)) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof RpcError && error.code === code;
}

function toFound({ confirmationStatus, ...row }: z.output<typeof found>): FoundSignature {
  return { ...row, confirmation: confirmationStatus };
}
