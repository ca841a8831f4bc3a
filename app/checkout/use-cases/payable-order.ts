import type { BundleItems } from "../../../db/checkout/bundle-items";
import type { OfferedCodes } from "../../../db/codes/offered-codes";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import { walletUid } from "../../accounts/rules/wallet-account";
import { assertNever } from "../../lib/assert-never";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type {
  BuyersOrders,
  MissingThing,
  OrderStore,
  OrderWatcher,
  ReferenceKeys,
  UnitHolds,
} from "../../orders/ports";
import { type Order, takesOtherThings } from "../../orders/rules/order";
import { isUndecided } from "../../orders/rules/order-state";
import { codeOf } from "../../orders/rules/terms";
import { endIfUnsignable } from "../../orders/use-cases/end-if-unsignable";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import type { Pace } from "../../solana/pace";
import { USE_HELD } from "../rules/purchase-page";
import { HELD_RETRY_SECONDS } from "./current-terms";
import { isOfferDeliverable } from "./is-offer-deliverable";
import { refusedCode } from "./read-code";
import { expiredProblem } from "./read-order";

export interface PayablePorts {
  clock: Clock;
  log: Log;
  purchases: Pick<Purchases, "find">;
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "filesOf">;
  files: Pick<FileStore, "head">;
  bundleItems: Pick<BundleItems, "of">;
  orders: Pick<OrderStore, "expire"> &
    Pick<UnitHolds, "penaltyEndsAt" | "missingThing"> &
    Pick<BuyersOrders, "isPaidByWallet">;
  offeredCodes: Pick<OfferedCodes, "find">;
  referenceKeys: Pick<ReferenceKeys, "canSign">;
  watcher: Pick<OrderWatcher, "changed">;
}

/** The signed payment of this order was sent and can land. */
export function paymentUnderWay(blocksLeft: number, pace: Pace): Problem {
  return new Problem("held", {
    messageKey: "payment_under_way",
    retryAfterSeconds: secondsOf(blocksLeft, pace),
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

/** The refusal of an order that takes a thing which is not free, in words of what it is. */
function missingProblem({ kind, availability }: MissingThing): Problem {
  const isSold = availability === "sold_out";
  const retry = { retryAfterSeconds: HELD_RETRY_SECONDS };
  switch (kind) {
    case "unit":
    case "key":
      return isSold ? new Problem("sold_out") : new Problem("held", retry);
    case "use":
      return isSold
        ? refusedCode("used_up")
        : new Problem("held", { messageKey: "use_held", reason: USE_HELD, ...retry });
    case "own":
      return isSold
        ? refusedCode("used_by_you")
        : new Problem("held", { messageKey: "own_held", ...retry });
    default:
      return assertNever(kind);
  }
}

export type PayableOrders = ReturnType<typeof createPayableOrders>;

/** What must hold of an order before a transaction is built or taken for it. */
export function createPayableOrders(ports: PayablePorts) {
  /** Throws `expired` where no transaction may be built or taken for the order any more. */
  async function assertOpen(order: Order): Promise<void> {
    if (order.status === "paid" || order.status === "refunded") {
      throw new Problem("expired", { messageKey: "already_paid" });
    }
    if (isUndecided(order.status)) {
      throw new Problem("expired", { messageKey: "payment_in_review" });
    }
    const over = ports.clock.now() >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
    if (order.status === "expired" || over) throw expiredProblem(order);
    if (order.buyerUid && (await ports.purchases.find(order.buyerUid, order.productId))) {
      throw new Problem("expired", { messageKey: "already_paid" });
    }
  }

  /**
   * Checks that the reference of an order without a transaction can sign one, where it must. Otherwise
   * the order ends and the refusal says so: `expired`.
   */
  async function assertSignable(order: Order): Promise<void> {
    if (await endIfUnsignable(order, ports)) throw expiredProblem({ endedReason: "unsignable" });
  }

  /**
   * Refuses a guest's order to a wallet that has itself paid for the product: `conflict`, so that nobody
   * pays twice. That this wallet paid is public. What its account owns otherwise is not, so it is not
   * asked.
   */
  async function assertNotPaidByWallet(
    { guest, productId }: Pick<Order, "guest" | "productId">,
    wallet: string,
  ): Promise<void> {
    if (guest === null || !(await ports.orders.isPaidByWallet(wallet, productId))) return;
    throw new Problem("conflict", { messageKey: "already_owned" });
  }

  /**
   * Refuses an order without a buyer to a wallet that has used its code as often as one person may. What the account
   * that the wallet is linked to has used is not told: its payment would go to review.
   */
  async function assertCodeLeft(order: Order, wallet: string): Promise<void> {
    const id = codeOf(order.terms)?.id;
    if (order.buyerUid !== null || id === undefined) return;
    const product = { id: order.productId, ownerUid: order.ownerUid };
    const found = await ports.offeredCodes.find(product, { id }, await walletUid(wallet));
    const { code, uses } = found ?? {};
    if (code && uses && code.perPerson !== null && uses.usedByPerson >= code.perPerson) {
      throw refusedCode("used_by_you");
    }
  }

  /** The product with its file, or a `Problem`. */
  async function deliverableProduct(order: Order): Promise<Product> {
    const product = await ports.products.byId(order.productId);
    if (!product) throw new Problem("not_found", { messageKey: "product_missing_or_disabled" });
    const items = product.bundleSize > 0 ? await ports.bundleItems.of(product.id, null) : null;
    if (!(await isOfferDeliverable(product, items, ports))) {
      throw new Problem("inactive", { messageKey: "file_missing" });
    }
    return product;
  }

  /**
   * The refusal of an order whose use of a code or whose key is not free: nobody waits for those. Null for
   * others, and for one that takes a unit alone.
   */
  async function otherThingsProblem(order: Order): Promise<Problem | null> {
    if (!takesOtherThings(order)) return null;
    const missing = await ports.orders.missingThing(order.id);
    return missing && missingProblem(missing);
  }

  /** Account or wallets signed for units that they did not pay, and get none for a while. */
  async function penaltyProblem({ id }: Pick<Order, "id">, wallet: string): Promise<Problem> {
    const endsAt = (await ports.orders.penaltyEndsAt(id, wallet)) ?? 0;
    const seconds = Math.max(1, Math.ceil((endsAt - ports.clock.now()) / 1_000));
    return new Problem("slow_down", {
      messageKey: "unpaid_before",
      params: { minutes: Math.ceil(seconds / 60) },
      retryAfterSeconds: seconds,
    });
  }

  return {
    assertOpen,
    assertSignable,
    assertNotPaidByWallet,
    assertCodeLeft,
    deliverableProduct,
    otherThingsProblem,
    penaltyProblem,
  };
}
