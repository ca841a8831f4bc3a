import { decodeBase64 } from "../../lib/base64";
import type { Order } from "../../orders/rules/order";
import type { WatchState } from "../../orders/rules/order-state";
import { FOREIGN_BLOCKHASH_SLOTS } from "../../orders/rules/stock-limits";
import { ChainUnavailable } from "../../solana/chain";
import { type RawTransaction, signedPart } from "../../solana/raw-transaction";
import { addSignature, decodeTransaction, decodeWireText } from "../../solana/wire-transaction";
import type { SettlementPorts } from "../ports";
import type { Observation } from "../rules/order-lifecycle";
import { PUSH_INTERVAL_MS } from "../rules/poll-schedule";

export type SignedPayments = ReturnType<typeof createSignedPayments>;

/** Payments that the wallet has signed first and the server sends. */
export function createSignedPayments({
  chain,
  orders,
  referenceKeys,
}: Pick<SettlementPorts, "chain" | "orders" | "referenceKeys">) {
  /**
   * Adds the reference's signature to the payment that the wallet has signed, and sends it to all nodes.
   * Null where the order has none, or it was sent just now.
   */
  async function push(
    { id, status, built, reference, referenceSecret }: Order,
    { pushedAt }: Pick<WatchState, "pushedAt">,
    now: number,
  ): Promise<Observation | null> {
    if (status !== "awaiting" || built?.form !== "cosigned") return null;
    const canSign = referenceSecret !== null && (await referenceKeys.canSign(referenceSecret));
    if (!canSign) return { kind: "unsignable" };
    const since = now - (pushedAt ?? Number.NEGATIVE_INFINITY);
    if (since >= 0 && since < PUSH_INTERVAL_MS) return null;
    const bytes = decodeBase64(built.transaction);
    const wire = decodeTransaction(bytes);
    if (!wire) return { kind: "rejected" };
    const signature = await referenceKeys.sign(referenceSecret, wire.messageBytes);
    try {
      const signed = addSignature(bytes, reference, signature);
      const { outcome, errors, isSeconded } = await chain.broadcast(signed);
      if (isSeconded && !built.isSeconded) {
        await orders.recordSeconded(id, built.transaction);
      }
      if (outcome !== "rejected") return { kind: "pushed" };
      const { message } = signedPart(wire);
      const isFault = errors.every((error) => isFaultOfSigner(error, message, reference));
      return { kind: "rejected", isExcused: !isFault };
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return { kind: "pushed" };
    }
  }

  /**
   * True where the blockhash that a wallet chose for a signed payment is over. How long it is valid is not
   * known when the bytes come, so the order is first taken to be able to land for as long as a new one.
   * Once it is over, the finalized height of that moment is the last one at which it can have landed.
   */
  async function isBlockhashOver({ id, status, built, offered }: Order): Promise<boolean> {
    if (status !== "awaiting" || built?.form !== "cosigned" || built.slot === undefined)
      return false;
    const blockhash = decodeWireText(built.transaction)?.wire.message.recentBlockhash;
    if (!blockhash || blockhash === offered?.blockhash) return false;
    try {
      if (!(await chain.isBlockhashOver(blockhash, built.slot + FOREIGN_BLOCKHASH_SLOTS)))
        return false;
      const { blockHeight } = await chain.finalizedTip();
      await orders.shortenLifetime(id, built.transaction, blockHeight);
      return true;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return false;
    }
  }

  return { push, isBlockhashOver };
}

type Message = RawTransaction["transaction"]["message"];

/** Errors of a transaction as a whole that an account which signed it can cause: the fee payer. */
const FEE_PAYER_ERRORS = ["InsufficientFundsForFee", "AccountNotFound", "InvalidAccountForFee"];

/**
 * True where a failed payment failed by an account that signed it: by its balance, or by an instruction
 * in which it stands. Errors are those of the network (`TransactionError`). The reference is no
 * account of the buyer.
 */
function isFaultOfSigner(error: unknown, message: Message, reference: string): boolean {
  if (typeof error === "string") return FEE_PAYER_ERRORS.includes(error);
  if (typeof error !== "object" || error === null) return false;
  const { InstructionError: failed, InsufficientFundsForRent: rent } = error as {
    InstructionError?: unknown;
    InsufficientFundsForRent?: { account_index?: unknown };
  };
  const isSigner = (index: unknown) =>
    typeof index === "number" &&
    index < message.header.numRequiredSignatures &&
    message.accountKeys[index] !== reference;
  if (rent) return isSigner(rent.account_index);
  const instruction = Array.isArray(failed) ? message.instructions[Number(failed[0])] : undefined;
  return instruction?.accounts.some(isSigner) ?? false;
}
