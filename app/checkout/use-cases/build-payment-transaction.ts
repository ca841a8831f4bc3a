import type { Users } from "../../../db/accounts/users";
import type { Products } from "../../../db/products/products";
import { assertNever } from "../../lib/assert-never";
import { encodeBase64 } from "../../lib/base64";
import { formatSol } from "../../lib/lamports";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type {
  OrderRecords,
  OrderStore,
  OrderWatcher,
  ReferenceKeys,
  UnitHolds,
} from "../../orders/ports";
import { lamportsTo, legsDueFrom, totalOf } from "../../orders/rules/legs";
import { isScarce, type Order, referenceSigns, termsOf } from "../../orders/rules/order";
import { OVERDUE_AFTER_MS } from "../../orders/rules/order-state";
import { minBlocksLeft } from "../../orders/rules/stock-limits";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import { availabilityOf } from "../../products/rules/sale-type";
import type { Chain } from "../../solana/chain";
import { networkFee } from "../../solana/payment-constants";
import { paymentMessage } from "../../solana/payment-message";
import { isPublicKey } from "../../solana/public-key";
import { mayRemain } from "../../solana/rent";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";
import type { TermsReader } from "./current-terms";
import { heldForWallet, type PayableOrders, paymentUnderWay, secondsOf } from "./payable-order";
import {
  type BuiltPayment,
  type PreviousTransaction,
  toBuiltPayment,
} from "./previous-transaction";

export interface BuildingPorts {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  users: Pick<Users, "byWallet">;
  products: Pick<Products, "byId">;
  chain: Pick<Chain, "latestBlockhash" | "accounts" | "pace" | "knownPace" | "rentMinimum">;
  orders: Pick<OrderStore, "byId"> & Pick<UnitHolds, "recordBuilt" | "recordOffered">;
  referenceKeys: Pick<ReferenceKeys, "sign">;
  orderRecords: Pick<OrderRecords, "put">;
  watcher: Pick<OrderWatcher, "built">;
}

interface Input {
  orderId: string;
  /** The wallet that requests the transaction, base58. */
  account: string;
  /**
   * True where the wallet returns the bytes that it signed, so that the server signs last. Absent where
   * no page of the order asks, which would report the signature.
   */
  returnsBytes?: boolean;
  /** The client's IPv4 address, or the /64 prefix of its IPv6 address. */
  address: string;
}

interface Lifetime {
  lastValidBlockHeight: number;
  /** Block height until which a signed payment in line is valid at least. */
  minValidHeight: number;
  /** Epoch ms. */
  now: number;
}

/** A page says whether its wallet can return bytes. */
function isForPage({ returnsBytes }: Pick<Input, "returnsBytes">): boolean {
  return returnsBytes !== undefined;
}

/** The refusal with the smallest amount (lamports) that is missing. */
function lowBalance(lamports: bigint): Problem {
  const missing = formatSol(lamports);
  return new Problem("low_balance", {
    messageKey: "low_balance_by",
    params: { missing },
    amounts: { missing },
  });
}

export type BuildPaymentTransaction = ReturnType<typeof createBuildPaymentTransaction>;

/** Builds transactions that pay an order. */
export function createBuildPaymentTransaction(
  ports: BuildingPorts,
  { assertCurrentTerms, openPageFirst }: TermsReader,
  {
    assertOpen,
    assertSignable,
    assertNotPaidByWallet,
    deliverableProduct,
    otherThingsProblem,
    penaltyProblem,
  }: PayableOrders,
  previousTransaction: PreviousTransaction,
) {
  /**
   * Builds the transaction that pays an order for a wallet. Of an order that takes something scarce, and of a
   * guest, the reference must sign: where the wallet returns what it signed, the message is unsigned and holds nothing; else
   * the server signs first and holds what is scarce while the transaction can land. The same wallet gets the
   * same bytes until then, so that signing twice pays once. Throws `not_found`, `invalid_input`,
   * `expired` (expired, or a payment has arrived), `other_wallet`, `own_product`, `slow_down`,
   * `conflict`, `low_balance`, `inactive`, `sold_out`, `code_refused`, `held`, `changed`,
   * `unavailable`; `ChainUnavailable`.
   */
  async function buildPaymentTransaction(input: Input): Promise<BuiltPayment> {
    const { orderId, account } = input;
    if (!isPublicKey(account)) throw new Problem("invalid_input", { field: "account" });
    let order = await ports.orders.byId(orderId);
    if (!order) throw new Problem("not_found");
    await assertOpen(order);
    await assertMayPay(order, account);

    const { blockhash, lastValidBlockHeight, slot } = await ports.chain.latestBlockhash();
    // Only a transaction that can land, or a hold, depends on how fast the chain goes.
    const pace =
      order.built || referenceSigns(order) ? await ports.chain.pace() : ports.chain.knownPace();
    const height = lastValidBlockHeight - pace.blockhashBlocks;
    const previous = await previousTransaction(order, account, { height, slot, pace });
    ({ order } = previous);
    const { again } = previous;
    if (again) {
      await ports.watcher.built(orderId, isForPage(input));
      return again;
    }
    await assertSignable(order);
    const product = await deliverableProduct(order);
    await assertCurrentTerms(order, product);
    const problem = await otherThingsProblem(order);
    if (problem) throw problem;
    await assertPayable(order, account);
    if (!order.paymentRequested) await ports.orderRecords.put(order, product.releaseId);

    const message = paymentMessage({
      ...termsOf(order),
      // A share of the wallet that pays moves nothing.
      legs: legsDueFrom(account, order.terms),
      payer: account,
      referenceSigns: referenceSigns(order),
      blockhash,
    });
    const wire = encodeUnsigned(message);
    const now = ports.clock.now();
    if (input.returnsBytes && referenceSigns(order)) {
      // An unsigned message can't land: the order stays pending, and nothing is held or polled.
      const offered = { blockhash, lastValidBlockHeight };
      const recorded = await ports.orders.recordOffered(orderId, offered, now);
      if (!recorded) return concurrentlyBuilt(input);
      return toBuiltPayment(order, encodeBase64(wire), "server");
    }
    const minValidHeight = height + minBlocksLeft(pace);
    const lifetime = { lastValidBlockHeight, minValidHeight, now };
    return hold(order, wire, message.serialize(), { ...input, ...lifetime });
  }

  /** Throws `other_wallet`, `own_product`, `conflict` for a wallet that may not pay the order. */
  async function assertMayPay(order: Order, account: string): Promise<void> {
    const isExpected = order.buyerWallet === null || order.buyerWallet === account;
    if (!isExpected && !(await isBuyersWallet(order, account, ports)))
      throw new Problem("other_wallet");
    if (order.recipient === account) {
      throw new Problem("own_product", { messageKey: "payer_is_recipient" });
    }
    await assertNotPaidByWallet(order, account);
  }

  /** Signs for the reference where it must sign, and records the transaction with what it holds. */
  async function hold(
    order: Order,
    unsigned: Uint8Array,
    message: Uint8Array,
    { lastValidBlockHeight, minValidHeight, now, ...input }: Input & Lifetime,
  ): Promise<BuiltPayment> {
    const wire = order.referenceSecret
      ? addSignature(
          unsigned,
          order.reference,
          await ports.referenceKeys.sign(order.referenceSecret, message),
        )
      : unsigned;
    const transaction = encodeBase64(wire);
    const form = referenceSigns(order) ? "presigned" : "unsigned";
    const written = await ports.orders.recordBuilt(
      order.id,
      { transaction, account: input.account, at: now, lastValidBlockHeight, form },
      {
        hold: isScarce(order)
          ? { address: input.address, rateScale: ports.settings.rateScale }
          : null,
        replaces: order.built?.transaction ?? null,
        nextPollAt: now + OVERDUE_AFTER_MS,
        minValidHeight,
      },
    );
    switch (written) {
      case "recorded":
        await ports.watcher.built(order.id, isForPage(input));
        return toBuiltPayment(order, transaction, "wallet");
      case "changed":
        return concurrentlyBuilt(input);
      case "out_of_stock":
        throw await outOfStock(order);
      case "share_used_up":
        throw openPageFirst("held", order.productId);
      case "too_many":
        throw openPageFirst("slow_down", order.productId);
      case "penalty":
        throw await penaltyProblem(order, input.account);
      default:
        return assertNever(written);
    }
  }

  async function outOfStock(order: Order): Promise<Problem> {
    const problem = await otherThingsProblem(order);
    if (problem) return problem;
    const product = await ports.products.byId(order.productId);
    const soldOut = product !== null && availabilityOf(product) === "sold_out";
    return soldOut ? new Problem("sold_out") : openPageFirst("held", order.productId);
  }

  /** A concurrent request recorded its transaction first: that one is used. */
  async function concurrentlyBuilt({ orderId, account }: Input): Promise<BuiltPayment> {
    const order = await ports.orders.byId(orderId);
    if (!order) throw new Problem("not_found");
    await assertOpen(order);
    const pace = await ports.chain.pace();
    if (order.built?.form === "cosigned") throw paymentUnderWay(pace.blockhashBlocks, pace);
    if (order.built?.account === account) {
      return toBuiltPayment(order, order.built.transaction, "wallet");
    }
    throw heldForWallet(secondsOf(pace.blockhashBlocks, pace));
  }

  /**
   * Checks balances for a payment that the network would reject. Throws `low_balance` where the payer
   * can't cover price and fees or would be left below the rent-exempt minimum, `unavailable` where
   * the amount leaves the seller's or the platform's wallet below it.
   */
  async function assertPayable(order: Order, payer: string): Promise<void> {
    const wallets = [payer, order.recipient, order.platform];
    const [from, seller, platform] = await ports.chain.accounts(wallets);
    const fees = networkFee(referenceSigns(order) ? 2 : 1);
    const due = totalOf({ legs: legsDueFrom(payer, order.terms) });
    const left = (from?.lamports ?? 0n) - due - fees;
    if (left < 0n) throw lowBalance(-left);
    if (!(await mayRemain(left, ports))) throw lowBalance((await ports.chain.rentMinimum()) - left);

    const feeLamports = lamportsTo(order.terms, "platform");
    const same = order.recipient === order.platform ? feeLamports : 0n;
    if (
      !(await mayRemain((seller?.lamports ?? 0n) + lamportsTo(order.terms, "seller") + same, ports))
    ) {
      throw new Problem("unavailable", { messageKey: "seller_wallet_empty" });
    }
    const fee = (platform?.lamports ?? 0n) + feeLamports;
    if (feeLamports > 0n && !(await mayRemain(fee, ports))) throw new Problem("unavailable");
  }

  return buildPaymentTransaction;
}
