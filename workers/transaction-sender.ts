import { AddressLookupTableAccount, AddressLookupTableProgram } from "@solana/web3.js";
import { z } from "zod";
import { decodeBase64, encodeBase64 } from "../app/lib/base64";
import type { Chain } from "../app/solana/chain";
import { outcomeOf } from "../app/solana/transaction-outcome";
import { decodeTransaction } from "../app/solana/wire-transaction";
import { RpcError } from "./rpc-node";
import type { RpcPool } from "./rpc-pool";
import { alreadyProcessed, withContext } from "./rpc-shapes";

/** A node without the blockhash is behind, or the transaction has expired. */
const blockhashNotFound = z.object({ err: z.literal("BlockhashNotFound") });
const simulation = z.object({ err: z.unknown() });
const balance = z.object({ lamports: z.number().int().nonnegative() }).nullable();
/** Limit of `getMultipleAccounts`. */
const MAX_ACCOUNTS_PER_CALL = 100;
const NO_DATA = { offset: 0, length: 0 };
/** JSON-RPC error of `sendTransaction`: the simulation failed. */
const PREFLIGHT_FAILURE = -32_002;

const tableAccount = z
  .object({ owner: z.string(), data: z.tuple([z.base64(), z.literal("base64")]) })
  .nullable();
const status = z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable();

/** The calls of `Chain` that check a signed transaction and send it. */
export function senderOf(
  pool: RpcPool,
): Pick<
  Chain,
  "broadcast" | "simulate" | "isBlockhashValid" | "isBlockhashOver" | "balances" | "lookupTables"
> {
  /** The errors by which nodes say that it has failed on the chain; null where one does not. */
  async function failuresOf(signature: string): Promise<unknown[] | null> {
    const shape = withContext(z.array(status).length(1));
    const answers = await pool.callSeveral("getSignatureStatuses", [[signature]], shape);
    const failures = answers.flatMap(({ value: [one] }) =>
      one && outcomeOf(one.err) === "failed" && one.confirmationStatus !== "processed"
        ? [one.err]
        : [],
    );
    return failures.length === answers.length ? failures : null;
  }

  return {
    async broadcast(transaction) {
      const options = { encoding: "base64", preflightCommitment: "confirmed" };
      const params = [encodeBase64(transaction), options];
      const answers = await pool.callEach("sendTransaction", params, z.string());
      const replies = answers.map(
        (answer): Reply => ("result" in answer ? { kind: "sent" } : replyOf(answer.error)),
      );
      const { quorum } = pool;
      const count = (kind: Reply["kind"]) => replies.filter((one) => one.kind === kind).length;
      const isSeconded = replies.length - count("unknown") >= quorum;
      const sent = { outcome: "sent" as const, errors: [], isSeconded };
      if (count("processed") >= quorum) {
        const [signature = null] = decodeTransaction(transaction)?.signatures ?? [];
        const failures = signature && (await failuresOf(signature));
        return failures ? { outcome: "rejected", errors: failures, isSeconded } : sent;
      }
      if (count("sent") + count("processed") > 0) return sent;
      const errors = replies.flatMap((one) => (one.kind === "rejected" ? [one.error] : []));
      return { outcome: errors.length >= quorum ? "rejected" : "unknown", errors, isSeconded };
    },

    async simulate(transaction) {
      const options = { encoding: "base64", commitment: "confirmed", sigVerify: false };
      const shape = withContext(z.object({ err: z.unknown() }));
      const params = [encodeBase64(transaction), options];
      return (await pool.call("simulateTransaction", params, shape)).value.err ?? null;
    },

    async isBlockhashValid(blockhash) {
      const params = [blockhash, { commitment: "confirmed" }];
      return (await pool.call("isBlockhashValid", params, withContext(z.boolean()))).value;
    },

    async isBlockhashOver(blockhash, minSlot) {
      const params = [blockhash, { commitment: "finalized", minContextSlot: minSlot }];
      const shape = z.object({ context: z.object({ slot: z.number() }), value: z.boolean() });
      const answers = await pool.callSeveral("isBlockhashValid", params, shape);
      return answers.every(({ context, value }) => !value && context.slot >= minSlot);
    },

    async balances(addresses) {
      const options = { commitment: "confirmed", encoding: "base64", dataSlice: NO_DATA };
      const reads: Promise<{ lamports: bigint[]; slot: number }>[] = [];
      for (let at = 0; at < addresses.length; at += MAX_ACCOUNTS_PER_CALL) {
        const some = addresses.slice(at, at + MAX_ACCOUNTS_PER_CALL);
        const shape = z.object({
          context: z.object({ slot: z.number() }),
          value: z.array(balance).length(some.length),
        });
        const read = pool.callSeveral("getMultipleAccounts", [some, options], shape);
        reads.push(
          read.then((answers) => ({
            lamports: some.map((_, index) =>
              BigInt(Math.max(...answers.map(({ value }) => value[index]?.lamports ?? 0))),
            ),
            slot: Math.min(...answers.map(({ context }) => context.slot)),
          })),
        );
      }
      const parts = await Promise.all(reads);
      return {
        lamports: parts.flatMap(({ lamports }) => lamports),
        slot: Math.min(...parts.map(({ slot }) => slot)),
      };
    },

    async lookupTables(tables) {
      const params = [tables, { commitment: "confirmed", encoding: "base64" }];
      const shape = withContext(z.array(tableAccount).length(tables.length));
      const { value } = await pool.call("getMultipleAccounts", params, shape);
      return value.map((one) =>
        one && one.owner === LOOKUP_TABLE_PROGRAM
          ? tableAddresses(decodeBase64(one.data[0]))
          : null,
      );
    },
  };
}

/** What one node says of a transaction that it was sent. `unknown` where it lacks its blockhash. */
type Reply = { kind: "sent" | "processed" | "unknown" } | { kind: "rejected"; error: unknown };

function replyOf(error: unknown): Reply {
  if (!(error instanceof RpcError)) return { kind: "unknown" };
  if (alreadyProcessed.safeParse(error.data).success) return { kind: "processed" };
  const simulated = error.code === PREFLIGHT_FAILURE;
  if (!simulated || blockhashNotFound.safeParse(error.data).success) return { kind: "unknown" };
  return { kind: "rejected", error: simulation.safeParse(error.data).data?.err };
}

const LOOKUP_TABLE_PROGRAM = AddressLookupTableProgram.programId.toBase58();

function tableAddresses(data: Uint8Array): string[] | null {
  try {
    return AddressLookupTableAccount.deserialize(data).addresses.map((key) => key.toBase58());
  } catch {
    // A table that was not initialized.
    return null;
  }
}
