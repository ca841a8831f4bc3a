import { isScarce, type Order } from "../../orders/rules/order";
import { type Chain, ChainUnavailable } from "../../solana/chain";
import { blocksIn, type Pace } from "../../solana/pace";
import {
  heldForSameWallet,
  heldForWallet,
  type PayableOrders,
  paymentUnderWay,
  secondsOf,
} from "./payable-order";

export interface PreviousPorts {
  chain: Pick<Chain, "signaturesFor">;
  /** A round of polling; `isCertain` is false where a node could not be asked. */
  settlement: {
    settleOrReleaseBuiltTransaction(order: Order): Promise<{ order: Order; isCertain: boolean }>;
  };
}

export interface BuiltPayment {
  /** Wire bytes, base64; the payer's signature slot is empty. */
  transaction: string;
  /** Who sends it: with `server` the signed bytes come back for the last signature. */
  send: "wallet" | "server";
  /** Label and message of the order, in its buyer's language. */
  label: string;
  message: string;
  productId: string;
}

export function toBuiltPayment(
  { label, message, productId }: Order,
  transaction: string,
  send: BuiltPayment["send"],
): BuiltPayment {
  return { transaction, send, label, message, productId };
}

/** Blocks until finality proves that an expired transaction did not land, with some to spare. */
const FINALITY_BLOCKS = 36;

/**
 * An unsigned transaction is replaced from this time before it expires on, which is long enough to sign
 * it; where blockhashes live shorter, from half of their lifetime on.
 */
const RENEWED_MS_LEFT = 20_000;

interface Tip {
  /** The newest block height. */
  height: number;
  pace: Pace;
}

/** The previous transaction, while it can land. One that the reference signs excludes others. */
function reuse(order: Order, account: string, { height, pace }: Tip): BuiltPayment | null {
  const { built } = order;
  if (!built) return null;
  const left = built.lastValidBlockHeight - height;
  if (built.form === "cosigned") {
    if (left > 0) throw paymentUnderWay(left, pace);
    return null;
  }
  const renewedFrom = Math.min(blocksIn(RENEWED_MS_LEFT, pace), pace.blockhashBlocks / 2);
  const isRenewed = built.form === "unsigned" && left < renewedFrom;
  if (built.account === account && left > 0 && !isRenewed) {
    return toBuiltPayment(order, built.transaction, "wallet");
  }
  if (built.form === "presigned" && left > 0) throw heldForWallet(secondsOf(left, pace));
  return null;
}

/**
 * The previous transaction where it is not certain that it has not landed. Throws `ChainUnavailable`
 * where it can't be signed again: a second one could be paid beside it.
 */
function sameWhileValid(order: Order, account: string, height: number): BuiltPayment {
  const { built } = order;
  if (built?.account !== account || built.lastValidBlockHeight <= height) {
    throw new ChainUnavailable("a payment of the order can't be ruled out");
  }
  return toBuiltPayment(order, built.transaction, "wallet");
}

export type PreviousTransaction = ReturnType<typeof createPreviousTransaction>;

/** The transaction that an order has already, before another one is built. */
export function createPreviousTransaction(ports: PreviousPorts, { assertOpen }: PayableOrders) {
  /**
   * The transaction that the wallet got before, as `again` where it is to get the same one. Else it is
   * settled or can't land any more, as far as the network tells. `slot` is one that a node has reached.
   * Throws `expired` where the order was paid, `held`, and `ChainUnavailable`.
   */
  async function previousTransaction(
    order: Order,
    account: string,
    { height, slot, pace }: Tip & { slot: number },
  ): Promise<{ order: Order; again: BuiltPayment | null }> {
    const again = reuse(order, account, { height, pace });
    if (again) return { order, again };
    if (order.built && isScarce(order)) {
      const { order: after } = await ports.settlement.settleOrReleaseBuiltTransaction(order);
      await assertOpen(after);
      if (after.built) {
        const isSame = after.built.account === account;
        const seconds = secondsOf(FINALITY_BLOCKS, pace);
        throw isSame ? heldForSameWallet(seconds) : heldForWallet(seconds);
      }
      return { order: after, again };
    }
    if (!order.paymentRequested || isScarce(order)) return { order, again };
    const { order: after, isCertain } = await lookForPayment(order, slot);
    await assertOpen(after);
    return { order: after, again: isCertain ? null : sameWhileValid(after, account, height) };
  }

  /**
   * Looks for a payment of an unlimited order that nobody has noticed, before another transaction is
   * built: the process may have died after the wallet sent the first one. Asks a node that has reached
   * `slot`, so that it knows what has landed.
   */
  async function lookForPayment(
    order: Order,
    slot: number,
  ): Promise<{ order: Order; isCertain: boolean }> {
    const search = { commitment: "confirmed" as const, limit: 1, minContextSlot: slot };
    try {
      const found = await ports.chain.signaturesFor(order.reference, search);
      if (found.length === 0) return { order, isCertain: true };
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return { order, isCertain: false };
    }
    return ports.settlement.settleOrReleaseBuiltTransaction(order);
  }

  return previousTransaction;
}
