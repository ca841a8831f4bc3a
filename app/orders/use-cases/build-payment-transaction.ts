import type { Purchases } from "../../../db/orders/purchases";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { encodeBase64 } from "../../lib/base64";
import type { RateLimits } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../../products/ports";
import { availabilityOf } from "../../products/rules/sale-type";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import type { Chain } from "../../solana/chain";
import { BLOCKHASH_VALID_BLOCKS } from "../../solana/payment-constants";
import { paymentMessage } from "../../solana/payment-message";
import { isPublicKey } from "../../solana/public-key";
import { addSignature, encodeUnsigned } from "../../solana/wire-transaction";
import type { OrderWatcher, ReferenceKeys } from "../ports";
import { isPreSigned, type Order } from "../rules/order";
import { isUndecided } from "../rules/order-state";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../rules/poll-schedule";
import { acquireHoldQuota } from "./acquire-hold-quota";
import { assertPayable } from "./assert-payable";
import { settleOrReleaseBuiltTransaction } from "./watch-order";

interface Input {
  orderId: string;
  /** The wallet that requests the transaction, base58. */
  account: string;
}

type Watching = Parameters<typeof settleOrReleaseBuiltTransaction>[1];

interface Deps extends Watching {
  chain: Watching["chain"] & Pick<Chain, "latestBlockhash" | "accounts">;
  purchases: Pick<Purchases, "find">;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
  referenceKeys: Pick<ReferenceKeys, "sign">;
  watcher: Pick<OrderWatcher, "built" | "changed">;
  rateLimits: Pick<RateLimits, "tryAcquire" | "refund">;
}

export interface BuiltPayment {
  /** Wire bytes, base64; the payer's signature slot is empty. */
  transaction: string;
  /** Label and message of the order, in its buyer's language. */
  label: string;
  message: string;
  productId: string;
}

/** Milliseconds a slot lasts at most in practice; how long a blockhash may still be good for. */
const SLOT_MS = 400;

/** Longest delay until finality proves that an expired transaction did not land. */
const FINALITY_SECONDS = 15;

/** An unsigned transaction is reused until this many blocks are left (half its lifetime). */
const MIN_REUSE_BLOCKS = BLOCKHASH_VALID_BLOCKS / 2;

/**
 * Builds the transaction that pays an order for a wallet, and sets the order to `awaiting`. While
 * it can land, the same wallet gets the same bytes, so that signing twice pays once. Throws
 * `not_found`, `invalid_input`, `expired` (expired, or a payment has arrived), `other_wallet`,
 * `own_product`, `slow_down`, `low_balance`, `inactive`, `sold_out`, `held`, `unavailable`;
 * `ChainUnavailable`.
 */
export async function buildPaymentTransaction(input: Input, deps: Deps): Promise<BuiltPayment> {
  const { orderId, account } = input;
  if (!isPublicKey(account)) throw new Problem("invalid_input", { field: "account" });
  let order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  await assertOpen(order, deps);
  if (order.buyerWallet && order.buyerWallet !== account) throw new Problem("other_wallet");
  if (order.recipient === account) {
    throw new Problem("own_product", { messageKey: "payer_is_recipient" });
  }

  const { blockhash, lastValidBlockHeight } = await deps.chain.latestBlockhash();
  const height = lastValidBlockHeight - BLOCKHASH_VALID_BLOCKS;
  const again = reuse(order, account, height);
  if (again) {
    await deps.watcher.built(orderId);
    return again;
  }
  if (order.built && isPreSigned(order)) {
    order = await settleOrReleaseBuiltTransaction(order, deps);
    await assertOpen(order, deps);
    if (order.built) throw heldForWallet(FINALITY_SECONDS);
  }
  await assertDeliverable(order, deps);
  await assertPayable(order, account, deps);
  const quota = isPreSigned(order) ? await acquireHoldQuota({ order, account }, deps) : null;

  const message = paymentMessage({
    ...order,
    payer: account,
    referenceSigns: isPreSigned(order),
    blockhash,
  });
  let wire = encodeUnsigned(message);
  if (order.referenceSecret) {
    const signature = await deps.referenceKeys.sign(order.referenceSecret, message.serialize());
    wire = addSignature(wire, order.reference, signature);
  }
  const transaction = encodeBase64(wire);
  const now = deps.clock.now();
  const written = await deps.orders.recordBuilt(
    orderId,
    { transaction, account, at: now, lastValidBlockHeight },
    {
      hold: isPreSigned(order),
      maxHolds: MAX_HOLDS,
      replaces: order.built?.transaction ?? null,
      nextPollAt: now + OVERDUE_AFTER_MS,
    },
  );
  if (written !== "recorded") await quota?.release();
  if (written === "too_many") throw new Problem("slow_down", { retryAfterSeconds: 60 });
  if (written === "out_of_stock") throw await outOfStock(order, deps);
  if (written === "changed") return concurrentlyBuilt(input, deps);
  await deps.watcher.built(orderId);
  return toBuiltPayment(order, transaction);
}

function toBuiltPayment({ label, message, productId }: Order, transaction: string): BuiltPayment {
  return { transaction, label, message, productId };
}

/** The sweep polls an order this long after its transaction was built. */
const OVERDUE_AFTER_MS = 120_000;

async function assertOpen(order: Order, deps: Deps): Promise<void> {
  if (order.status === "paid" || order.status === "refunded") {
    throw new Problem("expired", { messageKey: "already_paid" });
  }
  if (isUndecided(order.status)) {
    throw new Problem("expired", { messageKey: "payment_in_review" });
  }
  const over = deps.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  if (order.status === "expired" || over) throw new Problem("expired");
  if (order.buyerUid && (await deps.purchases.find(order.buyerUid, order.productId))) {
    throw new Problem("expired", { messageKey: "already_paid" });
  }
}

/** The previous transaction, while it can land. A pre-signed one excludes other wallets. */
function reuse(order: Order, account: string, height: number): BuiltPayment | null {
  const { built } = order;
  if (!built) return null;
  const left = built.lastValidBlockHeight - height;
  const preSigned = isPreSigned(order);
  if (built.account === account && left > (preSigned ? 0 : MIN_REUSE_BLOCKS)) {
    return toBuiltPayment(order, built.transaction);
  }
  if (preSigned && left > 0) {
    throw heldForWallet((left * SLOT_MS) / 1000);
  }
  return null;
}

/**
 * Units of stock that one account, and one wallet, may hold at a time. New wallets are free:
 * without a limit one user could block every unique product. More than a user signs in a minute.
 */
const MAX_HOLDS = 5;

/** The terms of an open order hold when the product is edited, but its file must exist. */
async function assertDeliverable(order: Order, deps: Deps): Promise<void> {
  const product = await deps.products.byId(order.productId);
  if (!product) throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
  if (!(await isDeliverable(product, deps))) {
    throw new Problem("inactive", { messageKey: "file_missing" });
  }
}

async function outOfStock(order: Order, deps: Deps): Promise<Problem> {
  const product = await deps.products.byId(order.productId);
  const soldOut = product !== null && availabilityOf(product) === "sold_out";
  return soldOut ? new Problem("sold_out") : new Problem("held", { retryAfterSeconds: 30 });
}

/** A concurrent request recorded its transaction first: that one is used. */
async function concurrentlyBuilt({ orderId, account }: Input, deps: Deps): Promise<BuiltPayment> {
  const order = await deps.orders.byId(orderId);
  if (!order) throw new Problem("not_found");
  await assertOpen(order, deps);
  if (order.built?.account === account) {
    return toBuiltPayment(order, order.built.transaction);
  }
  throw heldForWallet(60);
}

/** A transaction for another wallet can still land: with two, the order could be paid twice. */
function heldForWallet(left: number): Problem {
  const seconds = Math.max(1, Math.ceil(left));
  return new Problem("held", {
    messageKey: "held_for_wallet",
    params: { seconds },
    retryAfterSeconds: seconds,
  });
}
