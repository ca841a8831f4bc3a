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
/** JSON-RPC error of `sendTransaction`: the simulation failed. */
const PREFLIGHT_FAILURE = -32_002;

const tableAccount = z
  .object({ owner: z.string(), data: z.tuple([z.base64(), z.literal("base64")]) })
  .nullable();
const status = z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable();

/** The calls of `Chain` that check a signed transaction and send it. */
export function senderOf(
  pool: RpcPool,
): Pick<Chain, "broadcast" | "simulate" | "isBlockhashValid" | "lookupTables"> {
  async function hasFailed(signature: string): Promise<boolean> {
    const shape = withContext(z.array(status).length(1));
    const answers = await pool.callSeveral("getSignatureStatuses", [[signature]], shape);
    return answers.every(
      ({ value: [one] }) =>
        one && outcomeOf(one.err) === "failed" && one.confirmationStatus !== "processed",
    );
  }

  return {
    async broadcast(transaction) {
      const options = { encoding: "base64", preflightCommitment: "confirmed" };
      const params = [encodeBase64(transaction), options];
      const answers = await pool.callEach("sendTransaction", params, z.string());
      const outcomes = answers.map((answer) =>
        "result" in answer ? "sent" : refusalOf(answer.error),
      );
      const { quorum } = pool;
      const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
      if (count("processed") >= quorum) {
        const [signature = null] = decodeTransaction(transaction)?.signatures ?? [];
        return signature && (await hasFailed(signature)) ? "rejected" : "sent";
      }
      if (count("sent") + count("processed") > 0) return "sent";
      return count("rejected") >= quorum ? "rejected" : "unknown";
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

function refusalOf(error: unknown): "processed" | "rejected" | "unknown" {
  if (!(error instanceof RpcError)) return "unknown";
  if (alreadyProcessed.safeParse(error.data).success) return "processed";
  const simulated = error.code === PREFLIGHT_FAILURE;
  return simulated && !blockhashNotFound.safeParse(error.data).success ? "rejected" : "unknown";
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
