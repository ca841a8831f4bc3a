import type { Purchases } from "../../../db/orders/purchases";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { assertNever } from "../../lib/assert-never";
import { encodeBase64 } from "../../lib/base64";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderRecords, OrderWatcher, ReferenceKeys } from "../../orders/ports";
import { isScarce, type Order } from "../../orders/rules/order";
import { minBlocksLeft } from "../../orders/rules/stock-limits";
import { isBuyersWallet } from "../../orders/use-cases/is-buyers-wallet";
import type { FileStore } from "../../products/ports";
import { availabilityOf } from "../../products/rules/sale-type";
import type { Chain } from "../../solana/chain";
import { paymentMessage } from "../../solana/payment-message";
import { isPublicKey } from "../../solana/public-key";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";
import { assertPayable } from "./assert-payable";
import { assertCurrentTerms, openPageFirst, type TermsDeps } from "./current-terms";
import {
  assertOpen,
  assertSignable,
  deliverableProduct,
  heldForWallet,
  paymentUnderWay,
  penaltyProblem,
  secondsOf,
} from "./payable-order";
import { type BuiltPayment, previousTransaction, toBuiltPayment } from "./previous-transaction";

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

type Watching = Parameters<typeof previousTransaction>[3];

interface Deps extends Watching, TermsDeps {
  users: Watching["users"] & TermsDeps["users"];
  chain: Watching["chain"] &
    Pick<Chain, "latestBlockhash" | "accounts" | "pace" | "knownPace" | "rentMinimum">;
  purchases: Pick<Purchases, "find">;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
  referenceKeys: Pick<ReferenceKeys, "sign" | "canSign">;
  orderRecords: Pick<OrderRecords, "put">;
  watcher: Watching["watcher"] & Pick<OrderWatcher, "built">;
  settings: TermsDeps["settings"] & Pick<Settings, "appOrigin" | "rateScale">;
}

/**
 * Builds the transaction that pays an order for a wallet. Of a unique or limited product the reference
 * must sign: where the wallet returns what it signed, the message is unsigned and holds nothing; else
 * the server signs first and holds a unit while the transaction can land. The same wallet gets the
 * same bytes until then, so that signing twice pays once. Throws `not_found`, `invalid_input`,
 * `expired` (expired, or a payment has arrived), `other_wallet`, `own_product`, `slow_down`,
 * `low_balance`, `inactive`, `sold_out`, `held`, `changed`, `unavailable`; `ChainUnavailable`.
 */
export async function buildPaymentTransaction(input: Input, deps: Deps): Promise<BuiltPayment> {
  const { orderId, account } = input;
  if (!isPublicKey(account)) throw new Problem("invalid_input", { field: "account" });
  let order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  await assertOpen(order, deps);
  const isExpected = order.buyerWallet === null || order.buyerWallet === account;
  if (!isExpected && !(await isBuyersWallet(order, account, deps)))
    throw new Problem("other_wallet");
  if (order.recipient === account) {
    throw new Problem("own_product", { messageKey: "payer_is_recipient" });
  }

  const { blockhash, lastValidBlockHeight, slot } = await deps.chain.latestBlockhash();
  // Only a transaction that can land, or a hold, depends on how fast the chain goes.
  const pace = order.built || isScarce(order) ? await deps.chain.pace() : deps.chain.knownPace();
  const height = lastValidBlockHeight - pace.blockhashBlocks;
  const previous = await previousTransaction(order, account, { height, slot, pace }, deps);
  ({ order } = previous);
  const { again } = previous;
  if (again) {
    await deps.watcher.built(orderId, isForPage(input));
    return again;
  }
  await assertSignable(order, deps);
  const product = await deliverableProduct(order, deps);
  await assertCurrentTerms(order, product, deps);
  await assertPayable(order, account, deps);
  if (!order.paymentRequested) await deps.orderRecords.put(order, product.fileKey);

  const message = paymentMessage({
    ...order,
    payer: account,
    referenceSigns: isScarce(order),
    blockhash,
  });
  const wire = encodeUnsigned(message);
  const now = deps.clock.now();
  if (input.returnsBytes && isScarce(order)) {
    // An unsigned message can't land: the order stays pending, and nothing is held or polled.
    const offered = { blockhash, lastValidBlockHeight };
    const recorded = await deps.orders.recordOffered(orderId, offered, now);
    if (!recorded) return concurrentlyBuilt(input, deps);
    return toBuiltPayment(order, encodeBase64(wire), "server");
  }
  const minValidHeight = height + minBlocksLeft(pace);
  const lifetime = { lastValidBlockHeight, minValidHeight, now };
  return hold(order, wire, message.serialize(), { ...input, ...lifetime }, deps);
}

interface Lifetime {
  lastValidBlockHeight: number;
  /** Block height until which a signed payment in line is valid at least. */
  minValidHeight: number;
  /** Epoch ms. */
  now: number;
}

/** Signs for the reference where it must sign, and records the transaction with its unit of stock. */
async function hold(
  order: Order,
  unsigned: Uint8Array,
  message: Uint8Array,
  { lastValidBlockHeight, minValidHeight, now, ...input }: Input & Lifetime,
  deps: Deps,
): Promise<BuiltPayment> {
  const wire = order.referenceSecret
    ? addSignature(
        unsigned,
        order.reference,
        await deps.referenceKeys.sign(order.referenceSecret, message),
      )
    : unsigned;
  const transaction = encodeBase64(wire);
  const form = isScarce(order) ? "presigned" : "unsigned";
  const written = await deps.orders.recordBuilt(
    order.id,
    { transaction, account: input.account, at: now, lastValidBlockHeight, form },
    {
      hold: isScarce(order) ? { address: input.address, rateScale: deps.settings.rateScale } : null,
      replaces: order.built?.transaction ?? null,
      nextPollAt: now + OVERDUE_AFTER_MS,
      minValidHeight,
    },
  );
  switch (written) {
    case "recorded":
      await deps.watcher.built(order.id, isForPage(input));
      return toBuiltPayment(order, transaction, "wallet");
    case "changed":
      return concurrentlyBuilt(input, deps);
    case "out_of_stock":
      throw await outOfStock(order, deps);
    case "share_used_up":
      throw openPageFirst("held", order.productId, deps);
    case "too_many":
      throw openPageFirst("slow_down", order.productId, deps);
    case "penalty":
      throw await penaltyProblem(order, input.account, deps);
    default:
      return assertNever(written);
  }
}

/** A page says whether its wallet can return bytes. */
function isForPage({ returnsBytes }: Pick<Input, "returnsBytes">): boolean {
  return returnsBytes !== undefined;
}

/** The sweep polls an order this long after its transaction was built. */
const OVERDUE_AFTER_MS = 120_000;

async function outOfStock(order: Order, deps: Deps): Promise<Problem> {
  const product = await deps.products.byId(order.productId);
  const soldOut = product !== null && availabilityOf(product) === "sold_out";
  return soldOut ? new Problem("sold_out") : openPageFirst("held", order.productId, deps);
}

/** A concurrent request recorded its transaction first: that one is used. */
async function concurrentlyBuilt({ orderId, account }: Input, deps: Deps): Promise<BuiltPayment> {
  const order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  await assertOpen(order, deps);
  const pace = await deps.chain.pace();
  if (order.built?.form === "cosigned") throw paymentUnderWay(pace.blockhashBlocks, pace);
  if (order.built?.account === account) {
    return toBuiltPayment(order, order.built.transaction, "wallet");
  }
  throw heldForWallet(secondsOf(pace.blockhashBlocks, pace));
}
