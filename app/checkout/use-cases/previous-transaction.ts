import type { OrderWatcher } from "../../orders/ports";
import { type Order, referenceSigns } from "../../orders/rules/order";
import type { Terms } from "../../orders/rules/terms";
import { ChainUnavailable } from "../../solana/chain";
import { blocksIn, type Pace } from "../../solana/pace";
import {
  heldForSameWallet,
  heldForWallet,
  type PayableOrders,
  paymentUnderWay,
  secondsOf,
} from "./payable-order";

export interface PreviousPorts {
  watcher: Pick<OrderWatcher, "look" | "release">;
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
  terms: Terms;
}

export function toBuiltPayment(
  { label, message, productId, terms }: Order,
  transaction: string,
  send: BuiltPayment["send"],
): BuiltPayment {
  return { transaction, send, label, message, productId, terms };
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
export function createPreviousTransaction(
  { watcher }: PreviousPorts,
  { assertOpen }: PayableOrders,
) {
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
    if (referenceSigns(order)) {
      const after = order.built ? await released(order, account, pace) : order;
      return { order: after, again };
    }
    if (!order.paymentRequested) return { order, again };
    // The process may have died after the wallet sent the transaction that it got before.
    const looked = await watcher.look(order.id, slot);
    if (looked.kind === "slow") return { order, again: sameWhileValid(order, account, height) };
    const { order: after, isCertain } = looked;
    await assertOpen(after);
    // Another request may have built one while this one waited.
    const concurrent = reuse(after, account, { height, pace });
    if (concurrent || isCertain) return { order: after, again: concurrent };
    return { order: after, again: sameWhileValid(after, account, height) };
  }

  /** Throws `held` where it is not proved yet that what was built has not landed. */
  async function released(order: Order, account: string, pace: Pace): Promise<Order> {
    const polled = await watcher.release(order.id);
    if (polled.kind === "slow") throw new ChainUnavailable("the poll of an order takes too long");
    const { order: after } = polled;
    await assertOpen(after);
    if (!after.built) return after;
    const isSame = after.built.account === account;
    const seconds = secondsOf(FINALITY_BLOCKS, pace);
    throw isSame ? heldForSameWallet(seconds) : heldForWallet(seconds);
  }

  return previousTransaction;
}
