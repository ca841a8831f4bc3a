import type { Users } from "../../../db/accounts/users";
import { assertNever } from "../../lib/assert-never";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher, StockWatcher, UnitHolds } from "../../orders/ports";
import { type Buyer, countedAs } from "../../orders/rules/buyer";
import { chargedWallets } from "../../orders/rules/charged-wallets";
import { isScarce, type Order, referenceSigns, termsOf } from "../../orders/rules/order";
import { minBlocksLeft } from "../../orders/rules/stock-limits";
import type { StockLine } from "../../orders/rules/stock-line";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import { namesReferenceBesideLegs, verifyPayment } from "../../settlement/rules/verify-payment";
import type { Chain } from "../../solana/chain";
import { isLowBalance } from "../../solana/is-low-balance";
import { matchSignedTransaction } from "../../solana/match-signed-transaction";
import type { Pace } from "../../solana/pace";
import type { RawTransaction } from "../../solana/raw-transaction";
import {
  readSignedTransaction,
  type SignedBytes,
  toRawTransaction,
} from "../../solana/signed-transaction";
import { decodeWireText } from "../../solana/wire-transaction";
import type { TermsReader } from "./current-terms";
import { type PayableOrders, paymentUnderWay } from "./payable-order";
import type { OrderOfBuyer } from "./read-order";

export interface SendingPorts {
  clock: Clock;
  users: Pick<Users, "byWallet">;
  orders: Pick<OrderStore, "byId" | "reportSignature"> & Pick<UnitHolds, "takeUnit">;
  stockLine: Pick<StockLine, "join" | "leave">;
  watcher: Pick<OrderWatcher, "suggested" | "built">;
  stockWatcher: StockWatcher;
  chain: Pick<
    Chain,
    "send" | "simulate" | "latestBlockhash" | "isBlockhashValid" | "lookupTables" | "pace"
  >;
}

interface Input {
  orderId: string;
  buyer: Buyer;
  /** Wire bytes, base64. */
  transaction: string;
}

/** A payment lands or fails within seconds. */
const IN_FLIGHT_RETRY_SECONDS = 5;

/** Who waits asks again after this time, with the same bytes. */
const LINE_RETRY_SECONDS = 3;

function inLine(position: number | null): Problem {
  return new Problem("held", {
    retryAfterSeconds: LINE_RETRY_SECONDS,
    ...(position !== null && { messageKey: "in_line" as const, params: { position } }),
  });
}

function signAgain(): Problem {
  return new Problem("expired", { messageKey: "sign_again" });
}

function invalidTransaction(): Problem {
  return new Problem("invalid_input", { field: "transaction" });
}

/** Takes transactions that wallets have signed. */
export function createSendSignedPayment(
  ports: SendingPorts,
  { assertCurrentTerms }: TermsReader,
  {
    assertOpen,
    assertSignable,
    assertNotPaidByWallet,
    assertCodeLeft,
    deliverableProduct,
    otherThingsProblem,
    penaltyProblem,
  }: PayableOrders,
  orderOfBuyer: OrderOfBuyer,
) {
  /**
   * Takes the transaction that a wallet has signed without sending it. The wallet may have rewritten it:
   * it is verified by its effect. Where the order's reference signs, its object adds that signature and
   * sends it; what the order takes that is scarce is held before. Where no unit is free it gets a place in
   * line, and the answer is `held`; where a key is not free, `held` or `sold_out` without one, and where a use of
   * a code is not, `held` or `code_refused`. Throws `not_found` (also for another buyer's order), `conflict`,
   * `invalid_input`, `expired`, `other_wallet`, `inactive`, `sold_out`, `code_refused`, `changed`, `held`,
   * `low_balance`, `slow_down`; `ChainUnavailable`.
   */
  async function sendSignedPayment(input: Input): Promise<{ signature: string }> {
    const order = await orderOfBuyer(input);
    try {
      if (!referenceSigns(order)) return await sendUnlimited(order, input.transaction);
      if (order.built?.form === "presigned") return await sendPreSigned(order, input.transaction);
      return await takeAndSend(order, input.buyer, input.transaction);
    } catch (error) {
      const signature = error instanceof Problem && (await sentMeanwhile(input));
      if (!signature) throw error;
      return { signature };
    }
  }

  /** The signature of these bytes where another request with them has come first, or they have paid. */
  async function sentMeanwhile({ orderId, transaction }: Input): Promise<string | null> {
    const signature = decodeWireText(transaction)?.wire.signatures[0];
    const order = await ports.orders.byId(orderId);
    if (!order || !signature) return null;
    if (order.built?.form === "cosigned" && order.built.transaction === transaction) {
      await ports.watcher.built(order.id);
      return signature;
    }
    return order.signature === signature ? signature : null;
  }

  /** Of an unlimited product: any transaction that pays the order. */
  async function sendUnlimited(order: Order, transaction: string): Promise<{ signature: string }> {
    const signed = await readSignedTransaction(transaction, null);
    if (!signed) throw invalidTransaction();
    const { signature, bytes } = signed;
    if (order.signature === signature) return { signature };
    await assertOpen(order);
    await paymentOf(order, signed);
    if (!order.built) await assertCurrentTerms(order, await deliverableProduct(order));
    return relay(order, { bytes, signature });
  }

  /** The transaction that the server has signed before: only its missing signatures may differ. */
  async function sendPreSigned(order: Order, transaction: string): Promise<{ signature: string }> {
    const built = order.built?.transaction ?? "";
    const signed = matchSignedTransaction(transaction, built);
    if (!signed) throw invalidTransaction();
    return relay(order, signed);
  }

  async function relay(
    order: Order,
    { bytes, signature }: { bytes: Uint8Array; signature: string },
  ): Promise<{ signature: string }> {
    await ports.orders.reportSignature(order.id, signature, ports.clock.now());
    await ports.chain.send(bytes);
    await ports.watcher.suggested(order.id);
    return { signature };
  }

  async function takeAndSend(
    order: Order,
    buyer: Buyer,
    transaction: string,
  ): Promise<{ signature: string }> {
    const signed = await readSignedTransaction(transaction, order.reference);
    if (!signed) throw invalidTransaction();
    const { signature, bytes } = signed;
    if (order.signature === signature) return { signature };
    await assertOpen(order);
    // The same bytes as before are answered like the first time.
    const pace = await ports.chain.pace();
    if (order.built) throw paymentUnderWay(pace.blockhashBlocks, pace);
    await assertSignable(order);
    const { payer: account, raw } = await paymentOf(order, signed);
    await assertNotPaidByWallet(order, account);
    await assertCodeLeft(order, account);
    await assertCurrentTerms(order, await deliverableProduct(order));
    const { minValidHeight, slot, lastValidBlockHeight } = await lifetimeOf(order, signed, pace);
    const failure = await ports.chain.simulate(bytes);
    if (failure !== null)
      throw isLowBalance(failure) ? new Problem("low_balance") : invalidTransaction();

    const at = ports.clock.now();
    const charges = isScarce(order) ? { charges: chargedWallets(raw, order.reference) } : {};
    const payment = { transaction, account, signature, lastValidBlockHeight, ...charges };
    const outcome = await ports.orders.takeUnit(order.id, payment, { minValidHeight, slot, at });
    switch (outcome) {
      case "taken":
        await ports.stockWatcher.start();
        await ports.watcher.built(order.id);
        return { signature };
      case "penalty":
        throw await penaltyProblem(order, account);
      case "in_flight":
        throw new Problem("slow_down", { retryAfterSeconds: IN_FLIGHT_RETRY_SECONDS });
      case "changed":
        throw new Problem("changed");
      case "used_up":
        throw (await otherThingsProblem(order)) ?? inLine(null);
      case "held": {
        const place = { orderId: order.id, productId: order.productId, uid: countedAs(buyer) };
        const position = await ports.stockLine.join(place, payment, { minValidHeight, at });
        await ports.stockWatcher.start();
        throw inLine(position);
      }
      default:
        return assertNever(outcome);
    }
  }

  /**
   * What the transaction would pay. Throws where it does not settle the order, or does more with its
   * reference: whatever else such an instruction does would have our signature.
   */
  async function paymentOf(
    order: Order,
    { wire, signature }: SignedBytes,
  ): Promise<{ payer: string; raw: RawTransaction }> {
    const raw = await toRawTransaction(wire, ports);
    if (!raw || namesReferenceBesideLegs(termsOf(order), raw)) throw invalidTransaction();
    const verdict = verifyPayment(termsOf(order), signature, raw);
    if (verdict.kind === "settled") return { payer: verdict.payment.payer, raw };
    if (verdict.kind !== "paid_by_other") throw invalidTransaction();
    const { payer } = verdict.payment;
    if (!(await isBuyersWallet(order, payer, ports))) throw new Problem("other_wallet");
    return { payer, raw };
  }

  /**
   * The last block height at which the transaction is valid, and the one until which a transaction has
   * to be valid to be taken now. A blockhash that the wallet chose is valid now, so it is not valid for
   * longer than a new one. Throws `expired`.
   */
  async function lifetimeOf(
    { offered }: Order,
    { wire }: SignedBytes,
    pace: Pace,
  ): Promise<{ minValidHeight: number; slot: number; lastValidBlockHeight: number }> {
    const { slot, ...latest } = await ports.chain.latestBlockhash();
    const height = latest.lastValidBlockHeight - pace.blockhashBlocks;
    const minValidHeight = height + minBlocksLeft(pace);
    const { recentBlockhash } = wire.message;
    if (offered?.blockhash === recentBlockhash) {
      if (offered.lastValidBlockHeight < minValidHeight) throw signAgain();
      return { minValidHeight, slot, lastValidBlockHeight: offered.lastValidBlockHeight };
    }
    if (!(await ports.chain.isBlockhashValid(recentBlockhash))) throw signAgain();
    return { minValidHeight, slot, lastValidBlockHeight: latest.lastValidBlockHeight };
  }

  /** Gives up the place of a signed payment in line. Throws `not_found`, as for another buyer's order. */
  async function leaveLine(input: { orderId: string; buyer: Buyer }): Promise<void> {
    const order = await orderOfBuyer(input);
    await ports.stockLine.leave(order.id);
  }

  return { sendSignedPayment, leaveLine };
}
