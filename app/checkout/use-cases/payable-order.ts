import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { UnitHolds } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import { isUndecided } from "../../orders/rules/order-state";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import type { Pace } from "../../solana/pace";
import { expiredProblem } from "./read-order";

interface OpenDeps {
  clock: Clock;
  purchases: Pick<Purchases, "find">;
}

interface DeliverableDeps {
  products: Pick<Products, "byId">;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
}

/** Throws `expired` where no transaction may be built or taken for the order any more. */
export async function assertOpen(order: Order, deps: OpenDeps): Promise<void> {
  if (order.status === "paid" || order.status === "refunded") {
    throw new Problem("expired", { messageKey: "already_paid" });
  }
  if (isUndecided(order.status)) {
    throw new Problem("expired", { messageKey: "payment_in_review" });
  }
  const over = deps.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  if (order.status === "expired" || over) throw expiredProblem(order);
  if (order.buyerUid && (await deps.purchases.find(order.buyerUid, order.productId))) {
    throw new Problem("expired", { messageKey: "already_paid" });
  }
}

/**
 * Checks that the reference of an order without a transaction can sign one, where it must. Otherwise
 * the order ends and the refusal says so: `expired`.
 */
export async function assertSignable(
  order: Order,
  deps: Parameters<typeof endIfUnsignable>[1],
): Promise<void> {
  if (await endIfUnsignable(order, deps)) throw expiredProblem({ endedReason: "unsignable" });
}

/** The product with its file, or a `Problem`. */
export async function deliverableProduct(order: Order, deps: DeliverableDeps): Promise<Product> {
  const product = await deps.products.byId(order.productId);
  if (!product) throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
  if (!(await isDeliverable(product, deps))) {
    throw new Problem("inactive", { messageKey: "file_missing" });
  }
  return product;
}

/** The signed payment of this order was sent and can land. */
export function paymentUnderWay(blocksLeft: number, pace: Pace): Problem {
  return new Problem("held", {
    messageKey: "payment_under_way",
    retryAfterSeconds: secondsOf(blocksLeft, pace),
  });
}

/** Account or wallets signed for units that they did not pay, and get none for a while. */
export async function penaltyProblem(
  { id }: Pick<Order, "id">,
  wallet: string,
  { clock, orders }: { clock: Clock; orders: Pick<UnitHolds, "penaltyEndsAt"> },
): Promise<Problem> {
  const endsAt = (await orders.penaltyEndsAt(id, wallet)) ?? 0;
  const seconds = Math.max(1, Math.ceil((endsAt - clock.now()) / 1_000));
  return new Problem("slow_down", {
    messageKey: "unpaid_before",
    params: { minutes: Math.ceil(seconds / 60) },
    retryAfterSeconds: seconds,
  });
}

/** A transaction for another wallet can still land: with two, the order could be paid twice. */
export function heldForWallet(seconds: number): Problem {
  return new Problem("held", {
    messageKey: "held_for_wallet",
    params: { seconds },
    retryAfterSeconds: seconds,
  });
}

/** The transaction that this wallet got has expired, and it is not proved yet that it did not land. */
export function heldForSameWallet(seconds: number): Problem {
  return new Problem("held", {
    messageKey: "held_for_same_wallet",
    params: { seconds },
    retryAfterSeconds: seconds,
  });
}

/** Seconds that so many blocks take at most. */
export function secondsOf(blocks: number, { slotMs }: Pace): number {
  return Math.max(1, Math.ceil((blocks * slotMs) / 1_000));
}
