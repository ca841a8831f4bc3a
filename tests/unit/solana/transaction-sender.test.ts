import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { RpcError } from "../../../workers/rpc-node";
import type { RpcPool } from "../../../workers/rpc-pool";
import { senderOf } from "../../../workers/transaction-sender";

const payer = Keypair.generate();
const transaction = new Transaction({
  feePayer: payer.publicKey,
  blockhash: Keypair.generate().publicKey.toBase58(),
  lastValidBlockHeight: 1,
}).add(
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }),
);
transaction.sign(payer);
const bytes = Uint8Array.from(transaction.serialize());

type Answer = { result: unknown } | { error: unknown };
type Status = { err: unknown; confirmationStatus: string } | null;

const SENT: Answer = { result: "signature" };
const PROCESSED = rejected("AlreadyProcessed");
const EXPIRED = rejected("BlockhashNotFound");
const FAILS = rejected({ InstructionError: [2, { Custom: 1 }] });
const DOWN: Answer = { error: new Error("status 502") };

function rejected(err: unknown): Answer {
  return { error: new RpcError(-32_002, "Transaction simulation failed", { err }) };
}

/** What two nodes together say of a transaction, given their answers and statuses. */
function broadcast(answers: Answer[], statuses: Status[] = []) {
  const pool = {
    quorum: Math.min(2, answers.length),
    callEach: async () => answers,
    callSeveral: async () => statuses.map((status) => ({ value: [status] })),
  } as unknown as RpcPool;
  return senderOf(pool).broadcast(bytes);
}

describe("a transaction that is sent to all nodes", () => {
  test.each<[string, Answer[], string]>([
    ["is sent where one takes it", [SENT, FAILS], "sent"],
    ["is sent where the other is down", [DOWN, SENT], "sent"],
    ["is rejected where both say that it would fail", [FAILS, FAILS], "rejected"],
    ["is rejected by the only node", [FAILS], "rejected"],
    ["is not rejected by one of two", [FAILS, DOWN], "unknown"],
    ["is not rejected where a node lacks its blockhash", [FAILS, EXPIRED], "unknown"],
    ["is unknown where no node answers", [DOWN, DOWN], "unknown"],
    ["is sent where one has processed it", [PROCESSED, FAILS], "sent"],
  ])("%s", async (_, answers, expected) => {
    expect(await broadcast(answers)).toMatchObject({ outcome: expected });
  });

  test.each<[string, Answer[], boolean]>([
    ["both take or reject it", [SENT, FAILS], true],
    ["the only node takes it", [SENT], true],
    ["one lacks its blockhash", [SENT, EXPIRED], false],
    ["one is down", [SENT, DOWN], false],
  ])("has a blockhash that is known to the network where %s", async (_, answers, isSeconded) => {
    expect(await broadcast(answers)).toMatchObject({ isSeconded });
  });

  test("tells why it is rejected", async () => {
    const error = { InstructionError: [2, { Custom: 1 }] };
    expect(await broadcast([FAILS, FAILS])).toMatchObject({ errors: [error, error] });
  });

  const failed: Status = { err: "failed", confirmationStatus: "confirmed" };
  const notRun: Status = { ...failed, err: "InsufficientFundsForFee" };
  test.each<[string, Status[], string]>([
    ["both say that it failed", [failed, failed], "rejected"],
    ["one alone says that it failed", [failed, null], "sent"],
    // It stands in a block, and may run in a later one.
    ["it was not run", [notRun, notRun], "sent"],
    [
      "it failed on a fork that is not confirmed",
      [failed, { ...failed, confirmationStatus: "processed" }],
      "sent",
    ],
    [
      "it succeeded",
      [
        { ...failed, err: null },
        { ...failed, err: null },
      ],
      "sent",
    ],
  ])("and was processed: %s", async (_, statuses, expected) => {
    expect(await broadcast([PROCESSED, PROCESSED], statuses)).toMatchObject({ outcome: expected });
  });
});
