import type { Product } from "../../products/rules/product";
import { type Availability, availabilityOf, type Stock } from "../../products/rules/sale-type";
import { totalOf } from "./legs";
import type { Order } from "./order";
import { areCurrent, type Terms } from "./terms";

/** Why the product can't be bought now. Each is a key of the `refusals` namespace. */
export type ClosedReason = "inactive" | "invalid_price" | "sold_out" | "held" | "file_missing";

/** What a person can do with a product now. */
export type PurchaseOption =
  /** Open an order, which replaces the open one where there is one. */
  | { kind: "buy" }
  /** Pay the open order. */
  | { kind: "pay" }
  /** Wait: a transaction of the open order can still land, and nothing new is offered. */
  | { kind: "wait"; why: WaitReason }
  | { kind: "closed"; why: ClosedReason };

/** Why an order whose transaction can still land is not continued. */
export type WaitReason = ClosedReason | "changed";

export type ProductOnSale = Pick<Product, "status" | "isFree" | "saleLimit" | "sold" | "held"> & {
  /** Of its written licence keys; null or absent where they are not limited, or asked when they are taken. */
  keyStock?: Stock | null;
};

interface Facts {
  product: ProductOnSale;
  /** The file is stored and unchanged since it was verified. */
  hasFile: boolean;
  /** The person's open order; null where there is none. */
  order: Pick<Order, "terms" | "built" | "hold"> | null;
  /** The terms on which the product is sold now. */
  terms: Terms;
  /** A wallet of this person can sign first, and wait in line for a unit that others hold. */
  canWait: boolean;
}

/** The one rule of availability: page, Action, new orders, built transactions and live views follow it. */
export function purchaseOption(facts: Facts): PurchaseOption {
  const { order, terms } = facts;
  const closed = closedReason(facts);
  const changed = order !== null && !areCurrent(order.terms, terms);
  const why = closed ?? (changed ? "changed" : null);
  if (order?.built && why) return { kind: "wait", why };
  if (closed) return { kind: "closed", why: closed };
  return { kind: order && !changed ? "pay" : "buy" };
}

/**
 * Null for a product that can be bought. Units that others merely hold close it only to a wallet that
 * can't wait for one, and has no open order: building its transaction tells whether one is free.
 */
function closedReason({ product, hasFile, order, terms, canWait }: Facts): ClosedReason | null {
  // A free product is given, and not for sale.
  if (product.status !== "active" || product.isFree) return "inactive";
  // What is to be paid, which may be another amount than the seller's price.
  if (totalOf(terms) <= 0n) return "invalid_price";
  const availability = order?.hold === "held" ? "available" : availabilityOfAll(product);
  if (availability === "sold_out") return availability;
  if (availability === "held" && !order && !canWait) return availability;
  return hasFile ? null : "file_missing";
}

/** Of units and written keys together. */
export function availabilityOfAll({
  keyStock,
  ...stock
}: Stock & Pick<ProductOnSale, "keyStock">): Availability {
  const all = [availabilityOf(stock), keyStock ? availabilityOf(keyStock) : "available"];
  if (all.includes("sold_out")) return "sold_out";
  return all.includes("held") ? "held" : "available";
}

/** Longest time (ms) from building a transaction until it is certain that it did not land. */
const MAX_IN_FLIGHT_MS = 90_000;
/** While the network has not confirmed yet that the transaction expired. */
const MIN_WAIT_MS = 5_000;

/** Milliseconds for which a built transaction can still land, at most. */
export function inFlightMs({ at }: { at: number }, now: number): number {
  return Math.min(Math.max(at + MAX_IN_FLIGHT_MS - now, MIN_WAIT_MS), MAX_IN_FLIGHT_MS);
}
