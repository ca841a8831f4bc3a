import { type Chain, ChainUnavailable, type Commitment } from "../../solana/chain";
import { type RawTransaction, withStaticLegs } from "../../solana/raw-transaction";
import type { Verdict } from "../rules/verify-payment";

export interface FetchDeps {
  chain: Pick<Chain, "transaction" | "isSeconded" | "isMetaSeconded">;
}

/** Verifies a transaction against the terms of an order or a refund. */
export type Verify = (raw: RawTransaction) => Verdict | Promise<Verdict>;

/**
 * `unreadable`: no node has the transaction, or not in a form that can be read. `unconfirmed`: one
 * node alone says so, or none answered; nothing follows from it.
 */
export type Reading = Verdict | { kind: "unreadable" } | { kind: "unconfirmed" };

/**
 * The verdict on a transaction, where two nodes agree on what it rests on. A rejection that is not
 * remembered (`rejection: "provisional"`) changes nothing, so one node's word is enough.
 */
export async function fetchAndVerify(
  verify: Verify,
  signature: string,
  commitment: Commitment,
  rejection: "final" | "provisional",
  deps: FetchDeps,
): Promise<Reading> {
  try {
    const raw = await deps.chain.transaction(signature, commitment);
    if (!raw) return { kind: "unreadable" };
    return await confirmVerdict(verify, raw, commitment, rejection, deps);
  } catch (error) {
    if (error instanceof ChainUnavailable) return { kind: "unconfirmed" };
    // What can't be judged is this transaction's problem alone.
    console.error("a transaction could not be verified", signature, error);
    return { kind: "unreadable" };
  }
}

/**
 * The verdict on a transaction that was read from one node. Throws `ChainUnavailable` where no other
 * node answers.
 */
export async function confirmVerdict(
  verify: Verify,
  raw: RawTransaction,
  commitment: Commitment,
  rejection: "final" | "provisional",
  { chain }: FetchDeps,
): Promise<Verdict | { kind: "unconfirmed" }> {
  const [signature = ""] = raw.transaction.signatures;
  const verdict = await verify(raw);
  if (verdict.kind === "not_a_payment" && rejection === "provisional") return verdict;
  // Legs in the signed bytes are certain: only that the transaction landed is a node's word.
  const certain = await verify(withStaticLegs(raw));
  const isCertain = certain.kind === "settled" && isSameVerdict(certain, verdict);
  if (!isCertain && (await chain.isMetaSeconded(raw, commitment))) return verdict;
  const isIncluded =
    certain.kind === "settled" && (await chain.isSeconded(signature, commitment, raw.node));
  return isIncluded ? certain : { kind: "unconfirmed" };
}

function isSameVerdict(one: Verdict, other: Verdict): boolean {
  return toText(one) === toText(other);
}

function toText(verdict: Verdict): string {
  return JSON.stringify(verdict, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}
