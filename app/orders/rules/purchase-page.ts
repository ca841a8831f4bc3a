import type { ProductCover } from "../../products/rules/cover";
import type { SaleType } from "../../products/rules/sale-type";
import type { ReviewReason } from "./order";
import type { OrderStatus } from "./order-state";

/** A product as its purchase page shows it. */
export interface ShownProduct {
  id: string;
  title: string;
  description: string;
  categoryId: number;
  priceLamports: bigint;
  saleType: SaleType;
  saleLimit: number | null;
  sold: number;
  picture: ProductCover;
  /** Address of the second image, empty if absent. */
  imageUrl: string;
}

/** The file that a purchase delivers. */
export interface ShownFile {
  name: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** What a payment is made of, in lamports; `feeBps` is the commission in basis points. */
export interface ShownTerms {
  priceLamports: bigint;
  sellerLamports: bigint;
  feeLamports: bigint;
  feeBps: number;
  /** What the network takes beside it, as far as it is known beforehand. */
  networkLamports: bigint;
}

/** The buyer's order, without what the page has no use for. */
export interface ShownOrder {
  id: string;
  status: OrderStatus;
  terms: ShownTerms;
  /** The wallet that must pay; null while any may. */
  boundWallet: string | null;
  payerWallet: string | null;
  reviewReason: ReviewReason | null;
  signature: string | null;
  slot: number | null;
}

/** Why nobody can start to buy now. Each is a key of the `errors` namespace. */
export type ClosedReason = "inactive" | "invalid_price" | "sold_out" | "held" | "file_missing";

/** What stands between this viewer and the file. */
export type PurchaseStage =
  | { kind: "own" }
  | { kind: "owned"; order: ShownOrder | null }
  /** Pending, awaiting, paid by another wallet or under review. */
  | { kind: "order"; order: ShownOrder }
  /** The viewer's wallet paid it, in another's place or before it was linked: theirs to take. */
  | { kind: "claim"; order: ShownOrder }
  | { kind: "closed"; why: ClosedReason; ended: ShownOrder | null }
  | { kind: "visitor" }
  /** `ended` is the last order where that came to nothing: expired or refunded. */
  | { kind: "buy"; ended: ShownOrder | null };

export interface PurchasePage {
  product: ShownProduct;
  /** Null where the seller deleted their account. */
  seller: { uid: string; name: string } | null;
  /** Null where it is missing or not as it was when it was checked. */
  file: ShownFile | null;
  /** Of a purchase at today's price. */
  terms: ShownTerms;
  stage: PurchaseStage;
}

/** The order that the page is about; null where there is none. */
export function orderOf(stage: PurchaseStage): ShownOrder | null {
  if (stage.kind === "order" || stage.kind === "claim" || stage.kind === "owned") {
    return stage.order;
  }
  return stage.kind === "buy" || stage.kind === "closed" ? stage.ended : null;
}

/** What other programs read on the page (`data-order-status`). */
export function shownStatus(stage: PurchaseStage): OrderStatus | "none" {
  if (stage.kind === "owned") return "paid";
  return orderOf(stage)?.status ?? "none";
}
