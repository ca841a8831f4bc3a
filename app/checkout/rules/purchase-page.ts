// @chunk purchase
import type { ShownSellerStatus } from "../../accounts/rules/seller-status";
import type { CodeRefusal } from "../../codes/rules/code";
import type { ShownCode } from "../../codes/rules/shown-code";
import type { ShareImage } from "../../lib/share-image";
import type { ShownKey } from "../../licences/rules/shown-key";
import type { EndedReason, ReviewReason } from "../../orders/rules/order";
import type { OrderStatus } from "../../orders/rules/order-state";
import type { ClosedReason, WaitReason } from "../../orders/rules/purchase-option";
import type { TermsChange } from "../../orders/rules/terms";
import type { Waiver } from "../../orders/rules/waiver";
import type { WholeProductCover } from "../../products/rules/cover";
import type { ShownDescription } from "../../products/rules/description";
import type { ShownPresentation } from "../../products/rules/presentation";
import type { ProductCard } from "../../products/rules/product-card";
import type { Rating } from "../../products/rules/rating";
import type { FileUpdate } from "../../products/rules/release";
import type { SaleType } from "../../products/rules/sale-type";
import type { ShownTerms } from "../../products/rules/shown-terms";
import type { ReviewsOfProduct } from "../../reviews/rules/review";
import type { ShownReviews } from "../../reviews/rules/shown-review";
import type { OfferedItem } from "./bundle-offer";
import type { RefusedAmount } from "./chosen-amount";
import type { PriceRequest } from "./order-request";

/** A product as its purchase page shows it. */
export interface ShownProduct extends ShownPresentation, ShownDescription {
  id: string;
  title: string;
  categoryId: number;
  /** The seller's price; what a buyer pays is in the terms. */
  priceLamports: bigint;
  /** Given without a payment. */
  isFree: boolean;
  /** The buyer chooses what to pay: the price is the least. */
  isPriceChosen: boolean;
  saleType: SaleType;
  saleLimit: number | null;
  sold: number;
  /** Every unit that is left is held by a buyer who pays now. */
  isHeld: boolean;
  /** A licence key comes with the files. */
  isLicensed: boolean;
  picture: WholeProductCover;
  /** False for a product that its seller has disabled. */
  isActive: boolean;
  /** Of links to the page. */
  shareImage: ShareImage;
  /** Null without stars that count. */
  rating: Rating | null;
  /** What a bundle consists of, as texts; absent for another product. */
  bundle?: ShownBundle;
}

/** The same with what the page says of its reviews; null where that is nothing. */
export interface PageProduct extends ShownProduct {
  reviews: ShownReviews | null;
}

/** What a bundle consists of, in the language of the page. Amounts: SOL as decimal text. */
export interface ShownBundle {
  title: string;
  items: {
    id: string;
    title: string;
    price: string;
    /** What is to be known of it: that the viewer has it, how many are left, or why it stops the sale. */
    note: string | null;
    /** Of the link to its files. */
    download: string;
    /** The viewer's key of it; null where it gives none, or not yet. */
    licence: ShownKey | null;
  }[];
  /** The price of all of them one by one. */
  list: { label: string; amount: string };
  /** What the bundle saves; null where it saves nothing. */
  saves: string | null;
  /** Why nobody can buy it now; null where an item does not keep it from that. */
  stop: string | null;
  /** How to pay less; null for who can't. */
  hint: { text: string; signIn: { to: string; text: string } | null } | null;
}

/** A file that a purchase delivers. */
export interface ShownFile {
  name: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** The part of the buyer's order that the page shows. */
export interface ShownOrder {
  id: string;
  status: OrderStatus;
  terms: ShownTerms;
  /** The wallet that must pay; null while any may pay. */
  boundWallet: string | null;
  payerWallet: string | null;
  reviewReason: ReviewReason | null;
  /** What came below the price; null where nothing did. */
  short: ShownShort | null;
  endedReason: EndedReason | null;
  /** The payment that the wallet has signed was sent and can land. */
  isUnderWay: boolean;
  /** A browser without an account opened it: it is followed and paid by other calls. */
  isGuests: boolean;
  waiver: Waiver | null;
  /** When it was paid, epoch ms. */
  settledAt: number | null;
  signature: string | null;
  slot: number | null;
}

/** Payments below the price. Lamports. */
export interface ShownShort {
  /** All that came. */
  received: bigint;
  /** What the largest payment lacks; 0 where the price came in several transfers. */
  missing: bigint;
  /** What the seller can return. */
  returnable: bigint;
}

/** A person who recommended the product. Without a chosen `name` it is made of the uid. */
export interface ShownReferral {
  uid: string;
  name: string;
  /** Of the price after the commission. */
  percent: number;
  /** Of this price. */
  lamports: bigint;
}

/** What differs between an open order that was not built yet and today's terms. Prices in lamports. */
export interface OfferChange {
  what: TermsChange;
  from: bigint;
  to: bigint;
}

/** The stage of the purchase for this viewer. */
export type PurchaseStage =
  | { kind: "own" }
  /** `isGranted`: nothing was paid for it. `update` is set where another release is on sale since the purchase. */
  | { kind: "owned"; order: ShownOrder | null; isGranted: boolean; update: FileUpdate | null }
  /** It is given to who is signed in. */
  | { kind: "free"; isVisitor: boolean; ended: ShownOrder | null }
  /** Pending, awaiting, paid by another wallet or in review. */
  | { kind: "order"; order: ShownOrder }
  /** Another account's order that the viewer's wallet paid: the viewer can claim it. */
  | { kind: "claim"; order: ShownOrder }
  /** An order that is not continued, while a transaction of it can still land. */
  | {
      kind: "waiting";
      order: ShownOrder;
      why: WaitReason;
      change: TermsChange | null;
      secondsLeft: number;
    }
  | { kind: "closed"; why: ClosedReason; ended: ShownOrder | null }
  /**
   * Of a browser without an account, whose order was paid. `hasFile` is false where the payment was not
   * its own: the wallet that paid signs in for the file. `isFinal`: no rollback can undo the payment.
   */
  | { kind: "guest"; order: ShownOrder; hasFile: boolean; isFinal: boolean }
  /** `ended` is the browser's order where it was refunded. */
  | { kind: "visitor"; ended: ShownOrder | null }
  /**
   * `ended` is the last order if it expired or was refunded; `change` is set where the terms
   * are others than those of the viewer's open order, which a new one replaces.
   */
  | { kind: "buy"; ended: ShownOrder | null; change: OfferChange | null };

/** What of a price is the buyer's to choose. */
export interface PriceChoice {
  /** A code can be typed. */
  hasCodes: boolean;
  /** For a product whose buyers choose what to pay; null for another one. Lamports. */
  amount: { least: bigint; suggested: bigint | null } | null;
}

/** What was typed and does not count. */
export interface RefusedChoice {
  /** `name` as it was typed. */
  code: { name: string; reason: CodeRefusal } | null;
  amount: RefusedAmount | null;
}

export interface PurchasePage {
  product: ShownProduct;
  /** Null where the seller deleted their account. */
  seller: ({ uid: string; name: string } & ShownSellerStatus) | null;
  /** Who share in its sales, named beside the seller. `hasPage`: they sell products too. */
  authors: { uid: string; name: string; hasPage: boolean }[];
  /** Of the release on sale, in order. Empty where one is missing or has changed since it was verified. */
  files: ShownFile[];
  /** Today's terms, for what the open order asked for where there is one. */
  terms: ShownTerms;
  stage: PurchaseStage;
  /** Who recommended the product and gets a part of what is to be paid; null for nobody. */
  referral: ShownReferral | null;
  /** What those get who recommend it, in percent, where anybody may apply; else null. */
  affiliatePercent: number | null;
  /** What the page was asked for and counts, which its forms and links go on asking for. */
  asked: PriceRequest;
  /** What a buyer may type that changes the price; null where nothing may be. */
  choice: PriceChoice | null;
  /** The code that the terms have. */
  code: ShownCode | null;
  refused: RefusedChoice;
  /** A file is given only after its buyer's waiver. */
  isWaiverRequired: boolean;
  /** The viewer's right to a product that gives licence keys: its order or grant. Null where there is no key to show. */
  licensedBy: string | null;
  /** Other products of the seller that are on sale. */
  others: ProductCard[];
  reviews: ReviewsOfProduct;
}

/** A page before it is put into words. */
export interface ReadPurchase extends PurchasePage {
  /** What the product consists of; null for one that is no bundle. */
  items: readonly OfferedItem[] | null;
}

/** Reason of `held`: another buyer holds the last use of the code. Nobody waits for it in line. */
export const USE_HELD = "use_held";

/** What the same choice costs without its code, in lamports; null where it has none. */
export function priceWithoutCode({ priceLamports, changes }: ShownTerms): bigint | null {
  const code = changes?.lines.find(({ kind }) => kind === "code");
  return code ? priceLamports - code.lamports : null;
}

/** True where the product can be bought and there is no order to pay. */
export function isOffer({ kind }: PurchaseStage): boolean {
  return kind === "visitor" || kind === "buy";
}

/** True where the page follows an order that may change by itself. */
export function isFollowed(
  stage: PurchaseStage,
): stage is Extract<PurchaseStage, { kind: "order" | "waiting" }> {
  return stage.kind === "order" || stage.kind === "waiting";
}

/** True where the page is about a right that nothing is paid for. */
export function isFreeHere({ product, stage }: Pick<PurchasePage, "product" | "stage">): boolean {
  if (stage.kind === "free") return true;
  if (stage.kind === "owned") return stage.isGranted;
  return product.isFree && orderOf(stage) === null;
}

/** The order that the page is about; null where there is none. */
export function orderOf(stage: PurchaseStage): ShownOrder | null {
  if ("order" in stage) return stage.order;
  return "ended" in stage ? stage.ended : null;
}

/** True where the viewer can write to the seller: with an order, or stopped by a missing file. */
export function canContactSeller(stage: PurchaseStage): boolean {
  if (stage.kind === "owned") return true;
  // Messages are for accounts.
  if (stage.kind === "visitor" || orderOf(stage)?.isGuests) return false;
  if (stage.kind === "closed" && stage.why === "file_missing") return true;
  return stage.kind !== "claim" && orderOf(stage) !== null;
}

/** The value of `data-order-status`, which other programs read. */
export function shownStatus(stage: PurchaseStage): OrderStatus | "none" {
  if (stage.kind === "owned" || stage.kind === "guest") return "paid";
  return orderOf(stage)?.status ?? "none";
}
