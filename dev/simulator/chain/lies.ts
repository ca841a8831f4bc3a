import bs58 from "bs58";
import { z } from "zod";
import type { WireTransaction } from "../../chain";
import type { Random } from "../random";

/** What a node that lies knows. */
export interface LyingNode {
  readonly random: Random;
  /** Its newest slot. */
  readonly slot: number;
  /** Seconds since 1970. */
  readonly unixTime: number;
  /** Bytes that were sent to the chain at some time, landed or not. */
  sentBytes(signature: string): WireTransaction | undefined;
}

const TRANSFER_TAG = 2;
const SOME_ERROR = { InstructionError: [0, { Custom: 1 }] };
const SYSTEM_PROGRAM = "11111111111111111111111111111111";

const call = z.object({ method: z.string(), params: z.array(z.unknown()).optional() });
const statuses = z.object({ value: z.array(z.unknown()) });
const signatures = z.array(z.looseObject({ err: z.unknown() }));
const transaction = z.looseObject({
  transaction: z.tuple([z.string(), z.literal("base64")]),
  meta: z.looseObject({ err: z.unknown(), innerInstructions: z.array(z.unknown()) }),
});
const envelope = z.looseObject({ result: z.unknown() });

/** The answer with a lie about the status of signatures where it has any, else as it is. */
export function lieAboutStatus(body: string, answer: string, node: LyingNode): string {
  return changed(body, answer, ({ method }, result) => {
    const read = statuses.safeParse(result);
    if (method === "getSignatureStatuses" && read.success) {
      return { ...(result as object), value: read.data.value.map(() => inventedStatus(node)) };
    }
    const list = signatures.safeParse(result);
    if (method !== "getSignaturesForAddress" || !list.success) return undefined;
    return list.data.flatMap((entry) => {
      if (node.random.chance(0.5)) return [];
      return [{ ...entry, err: entry.err === null ? SOME_ERROR : null }];
    });
  });
}

/** The answer with a `meta` that did not happen where it is a transaction, else as it is. */
export function lieAboutMeta(body: string, answer: string, node: LyingNode): string {
  return changed(body, answer, ({ method, params }, result) => {
    if (method !== "getTransaction") return undefined;
    const wire = node.sentBytes(String(params?.[0]));
    if (!wire) return undefined;
    if (result === null) return inventedTransaction(wire, node);
    const read = transaction.safeParse(result);
    if (!read.success) return undefined;
    const { meta } = read.data;
    const lie = node.random.chance(0.5)
      ? { err: meta.err === null ? SOME_ERROR : null }
      : { err: null, innerInstructions: [inventedTransfer(wire, node.random)] };
    return { ...read.data, meta: { ...meta, ...lie } };
  });
}

function changed(
  body: string,
  answer: string,
  lie: (asked: z.output<typeof call>, result: unknown) => unknown,
): string {
  const reply = envelope.safeParse(JSON.parse(answer));
  const asked = call.safeParse(JSON.parse(body));
  if (!reply.success || !asked.success) return answer;
  const result = lie(asked.data, reply.data.result);
  return result === undefined ? answer : JSON.stringify({ ...reply.data, result });
}

function inventedStatus({ random, slot }: LyingNode) {
  const kind = random.pick(["unknown", "confirmed", "finalized", "failed"] as const);
  if (kind === "unknown") return null;
  const err = kind === "failed" ? SOME_ERROR : null;
  return {
    slot,
    confirmations: kind === "confirmed" ? 1 : null,
    err,
    status: err ? { Err: err } : { Ok: null },
    confirmationStatus: kind === "confirmed" ? "confirmed" : "finalized",
  };
}

function inventedTransaction(wire: WireTransaction, node: LyingNode) {
  const balances = wire.staticKeys.map(() => 1_000_000_000);
  return {
    slot: node.slot,
    blockTime: node.unixTime,
    version: wire.version,
    transaction: [Buffer.from(wire.raw).toString("base64"), "base64"],
    meta: {
      err: null,
      status: { Ok: null },
      fee: 5_000,
      preBalances: balances,
      postBalances: balances,
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: [],
      logMessages: [],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: 450,
      rewards: [],
    },
  };
}

/** A transfer inside of the last instruction, to the accounts of a transfer that stands there or any. */
function inventedTransfer(wire: WireTransaction, random: Random) {
  const program = wire.staticKeys.indexOf(SYSTEM_PROGRAM);
  const real = wire.instructions.filter(
    ({ programIndex, accounts }) => programIndex === program && accounts.length >= 2,
  );
  const accounts = real.length > 0 ? random.pick(real).accounts : [0, wire.staticKeys.length - 1];
  const data = Buffer.alloc(12);
  data.writeUInt32LE(TRANSFER_TAG);
  data.writeBigUInt64LE(BigInt(random.between(1, 2_000_000_000)), 4);
  return {
    index: wire.instructions.length - 1,
    instructions: [
      {
        programIdIndex: Math.max(program, 0),
        accounts: [...accounts],
        data: bs58.encode(data),
        stackHeight: 2,
      },
    ],
  };
}
