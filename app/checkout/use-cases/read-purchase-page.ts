import type { Offer, OfferedProduct, Offers } from "../../../db/checkout/offers";
import type { Ledger } from "../../../db/orders/ledger";
import type { Right } from "../../../db/orders/rights";
import { chosenName } from "../../accounts/rules/chosen-name";
import { planInForce } from "../../accounts/rules/plan";
import { shownSellerStatus } from "../../accounts/rules/seller-status";
import type { User } from "../../accounts/rules/user";
import { percentOf } from "../../affiliates/rules/affiliate";
import type { ReferralCode } from "../../affiliates/rules/referral-cookie";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { BuyersOrders, OrderStore } from "../../orders/ports";
import { type GuestBuyer, isOrderOf, isPaidByGuest } from "../../orders/rules/buyer";
import { isWithoutOrder } from "../../orders/rules/grant";
import { UNDECIDED_BALANCE_KINDS } from "../../orders/rules/ledger-kinds";
import { lamportsTo, totalOf } from "../../orders/rules/legs";
import {
  expectedWallet,
  isFinal,
  isScarce,
  type Order,
  referenceSigns,
} from "../../orders/rules/order";
import { isOpen, isUndecided } from "../../orders/rules/order-state";
import { availabilityOfAll, inFlightMs, purchaseOption } from "../../orders/rules/purchase-option";
import { type Terms, termsChange } from "../../orders/rules/terms";
import type { FileStore } from "../../products/ports";
import { wholeCoverOf } from "../../products/rules/cover";
import { licencesGivenBy } from "../../products/rules/licence-kind";
import { readDescription } from "../../products/rules/parse-description";
import { shownPresentation } from "../../products/rules/presentation";
import { toCard } from "../../products/rules/product-card";
import { ratingOf } from "../../products/rules/rating";
import type { FileUpdate } from "../../products/rules/release";
import { shareImageOf } from "../../products/rules/share-image";
import type { PriceChanges, ShownTerms } from "../../products/rules/shown-terms";
import { areStored } from "../../products/use-cases/is-deliverable";
import { RECORD_MS } from "../../reviews/rules/refund-record";
import { SHOWN_REVIEWS } from "../../reviews/rules/review";
import { LAST_POLL_BEFORE_EXPIRY_MS } from "../../settlement/rules/poll-schedule";
import { networkFee } from "../../solana/payment-constants";
import { filesOfItems, type OfferedItem, offerWithItems, ownsAll } from "../rules/bundle-offer";
import type { PriceRequest } from "../rules/order-request";
import { MAX_OTHER_PRODUCTS } from "../rules/other-products";
import {
  isOffer,
  type PriceChoice,
  type PurchasePage,
  type PurchaseStage,
  type ReadPurchase,
  type RefusedChoice,
  type ShownFile,
  type ShownOrder,
  type ShownProduct,
  type ShownShort,
} from "../rules/purchase-page";
import { isGivenByCode } from "./current-terms";
import { areItemsStored } from "./is-offer-deliverable";
import type { QuotedTerms, ReadQuote } from "./read-quote";

/** Stages of a product whose seller deleted their account. */
const KEPT_STAGES: ReadonlySet<PurchaseStage["kind"]> = new Set([
  "owned",
  "order",
  "waiting",
  "claim",
  "guest",
]);

export interface PurchasePagePorts {
  clock: Clock;
  settings: Pick<Settings, "requireWaiver">;
  offers: Offers;
  files: Pick<FileStore, "head">;
  orders: Pick<OrderStore, "byId"> & Pick<BuyersOrders, "standingOf" | "latestOfGuest">;
  ledger: Pick<Ledger, "ofOrder">;
}

interface Theirs {
  purchase: Pick<Right, "orderId" | "releaseId" | "grantReason"> | null;
  order: Order | null;
  slot: number | null;
  short: ShownShort | null;
  /** Another account's order that the viewer's wallet paid. */
  claimable: Order | null;
}

interface Input {
  productId: string;
  /** Null for a visitor. */
  viewer: Pick<User, "uid" | "wallet"> | null;
  guest?: GuestBuyer | null;
  /** Who recommended the product to the browser. */
  ref?: ReferralCode;
  /** By the link of the page. */
  asked: PriceRequest;
  /** The client's network address, by which codes that are typed are counted. */
  address: string;
}

/** Reads the purchase page. */
export function createReadPurchasePage(ports: PurchasePagePorts, readQuote: ReadQuote) {
  /**
   * The purchase page for a viewer, or for a visitor (null), whose browser may have bought as a guest. Throws `not_found` for an unknown
   * product and for a draft, and where the seller deleted their account to all but those who bought
   * the product or are paying for it.
   */
  async function readPurchasePage(input: Input): Promise<ReadPurchase> {
    const { productId, viewer, guest = null, ref, asked, address } = input;
    const [offer, theirs] = await Promise.all([
      readOffer(productId),
      viewer ? readTheirs(productId, viewer) : readGuests(productId, guest),
    ]);
    if (!offer || offer.product.status === "draft") throw new Problem("not_found");
    const { product, seller, others, note } = offer;
    const files = await readFiles(offer.files);
    const now = ports.clock.now();
    const open = theirs.order && isOpen(theirs.order.status) ? theirs.order : null;
    const viewerUid = viewer?.uid ?? null;
    const { terms, feeBps, code, refused, affiliate, items } = await readQuote(product, {
      kind: "page",
      plan: seller ? planInForce(seller.plan, now) : "free",
      ...{ asked, open, uid: viewerUid, address },
      payer: open && viewer ? open.buyerWallet : (viewer?.wallet ?? null),
      referral: {
        code: product.ownerUid === viewerUid ? null : ref,
        buyerUid: viewerUid,
        wallet: open && expectedWallet(open),
      },
    });
    const hasFile = items ? await areItemsStored(items, ports) : files.length > 0;
    const offered = offerWithItems(product, items);
    const onSale = { hasFile, note };
    const stage =
      ownsAll(items) && !theirs.purchase && !open && viewerUid !== product.ownerUid
        ? OWNED_ONE_BY_ONE
        : stageOf({ product: offered, onSale, terms, viewerUid, theirs, now });
    if (!seller && !open && !KEPT_STAGES.has(stage.kind)) throw new Problem("not_found");
    return {
      product: shownProduct({ ...offer, product: offered }),
      items,
      seller: shownSeller(seller),
      authors: shownAuthors(offer),
      files: items && hasFile ? filesOfItems(items) : files,
      terms: shownTerms(terms, { feeBps, isCoSigned: viewer === null || isScarce({ terms }) }),
      stage,
      referral: canBePaid(stage) ? shownReferral(terms, affiliate) : null,
      affiliatePercent: seller && product.isOpenToAffiliates ? percentFor(product) : null,
      asked: countedOf(asked, refused),
      choice: choiceFor(offer),
      code,
      refused,
      isWaiverRequired: ports.settings.requireWaiver,
      licensedBy: givesKeys(product, items) ? licensedBy(stage, theirs) : null,
      others: others.map((other) => toCard(other, { now, top: [] })),
      reviews: shownReviews(offer, stage),
    };
  }

  function readOffer(productId: string): Promise<Offer | null> {
    const since = ports.clock.now() - RECORD_MS;
    const bounds = { others: MAX_OTHER_PRODUCTS, reviews: SHOWN_REVIEWS, since };
    return ports.offers.ofProduct(productId, bounds);
  }

  /** The viewer's purchase with the order that it came from, else their newest order. */
  async function readTheirs(
    productId: string,
    viewer: Pick<User, "uid" | "wallet">,
  ): Promise<Theirs> {
    const { purchase, latest, claimable } = await ports.orders.standingOf(viewer, productId);
    const isLatest = !purchase || purchase.orderId === latest?.id;
    const order = isLatest ? latest : await ports.orders.byId(purchase.orderId);
    return { purchase, order, claimable, ...(await readPayments(order)) };
  }

  /** The newest order of a browser without an account. */
  async function readGuests(productId: string, guest: GuestBuyer | null): Promise<Theirs> {
    const latest = guest && (await ports.orders.latestOfGuest(guest.secretHash, productId));
    const order = latest && isOrderOf(latest, guest, ports.clock.now()) ? latest : null;
    return { purchase: null, order, claimable: null, ...(await readPayments(order)) };
  }

  /** The slot of the order's transaction, and what came below its price. */
  async function readPayments(order: Order | null): Promise<Pick<Theirs, "slot" | "short">> {
    const isRead = order !== null && (order.signature !== null || order.shortLamports > 0n);
    const lines = isRead ? await ports.ledger.ofOrder(order.id) : [];
    const slot = lines.find(({ signature }) => signature === order?.signature)?.slot ?? null;
    return { slot, short: order && shownShort(order, lines) };
  }

  /** Empty where one is missing. */
  async function readFiles(files: Offer["files"]): Promise<ShownFile[]> {
    if (!(await areStored(files, ports))) return [];
    return files.map(({ name, sizeBytes, sha256 }) => ({ name, sizeBytes, sha256: sha256 ?? "" }));
  }

  return readPurchasePage;
}

function givesKeys(
  product: Pick<OfferedItem, "licenceKind">,
  items: readonly OfferedItem[] | null,
): boolean {
  return (items ?? [product]).some(({ licenceKind }) => licenceKind !== null);
}

/** A guest has it where the payment was the browser's own, as the file. */
function licensedBy(stage: PurchaseStage, { purchase }: Theirs): string | null {
  if (stage.kind === "owned") return purchase?.orderId ?? null;
  return stage.kind === "guest" && stage.hasFile ? stage.order.id : null;
}

function shownAuthors({ authors }: Offer): PurchasePage["authors"] {
  return authors.map(({ uid, displayName, hasPage }) => {
    return { uid, name: chosenName(displayName), hasPage };
  });
}

function shownReviews(
  { product, seller, reviews: newest, record }: Offer,
  stage: PurchaseStage,
): PurchasePage["reviews"] {
  const order = stage.kind === "owned" && !stage.isGranted ? stage.order : null;
  return {
    count: product.reviewCount,
    newest,
    record: seller && record,
    orderId: order?.status === "paid" ? order.id : null,
  };
}

function percentFor({ affiliateBps }: OfferedProduct): number | null {
  return affiliateBps === null ? null : percentOf(affiliateBps);
}

/** What of a request counts. */
function countedOf(asked: PriceRequest, refused: RefusedChoice): PriceRequest {
  const { code, amount, ...rest } = asked;
  return {
    ...rest,
    ...(code && !refused.code && { code }),
    ...(amount && !refused.amount && { amount }),
  };
}

function choiceFor({ product, hasCodes }: Offer): PriceChoice | null {
  const { isFree, isPriceChosen, priceLamports: least, suggestedLamports: suggested } = product;
  if (isFree || !(hasCodes || isPriceChosen)) return null;
  return { hasCodes, amount: isPriceChosen ? { least, suggested } : null };
}

/** Null for an order that was paid: what came besides is the seller's to return. */
function shownShort(
  { status, shortLamports: received, priceLamports }: Order,
  lines: Awaited<ReturnType<PurchasePagePorts["ledger"]["ofOrder"]>>,
): ShownShort | null {
  if (received === 0n || status === "paid" || status === "refunded") return null;
  const sum = (kinds: readonly string[]) =>
    lines.reduce((total, one) => total + (kinds.includes(one.kind) ? one.lamports : 0n), 0n);
  const largest = lines.reduce(
    (top, { kind, lamports }) => (kind === "short" && lamports > top ? lamports : top),
    sum(["short"]) === 0n ? received : 0n,
  );
  const missing = largest < priceLamports ? priceLamports - largest : 0n;
  const returnable = sum(UNDECIDED_BALANCE_KINDS);
  return { received, missing, returnable: returnable > 0n ? returnable : 0n };
}

interface ReleaseOnSale {
  /** All files are stored and unchanged since they were verified. */
  hasFile: boolean;
  note: string;
}

/** Of a bundle whose items the viewer has all: there is nothing to sell. */
const OWNED_ONE_BY_ONE: PurchaseStage = {
  kind: "owned",
  order: null,
  isGranted: false,
  update: null,
};

interface Facts {
  product: OfferedProduct;
  onSale: ReleaseOnSale;
  terms: Terms;
  viewerUid: string | null;
  theirs: Theirs;
  now: number;
}

function stageOf({ product, onSale, terms, viewerUid, theirs, now }: Facts): PurchaseStage {
  const { purchase, order, slot, short, claimable } = theirs;
  if (product.ownerUid === viewerUid) return { kind: "own" };
  if (viewerUid === null) return visitorStage({ product, onSale, terms, theirs, now });
  const shown = order && { ...shownOrder(order, slot, now), short };
  if (purchase) {
    const update = updateSince(purchase, product, onSale.note);
    // Another order of theirs for it is not what gave it.
    const isGranted = isWithoutOrder(purchase.grantReason);
    return { kind: "owned", order: isGranted ? null : shown, isGranted, update };
  }
  if (claimable) return { kind: "claim", order: shownOrder(claimable, null, now) };
  const isWaitingForPayment = shown !== null && isOpen(shown.status);
  // Undecided, or paid since the purchase was read.
  if (shown && !isWaitingForPayment && shown.status !== "expired" && shown.status !== "refunded") {
    return { kind: "order", order: shown };
  }
  const open = isWaitingForPayment ? order : null;
  const ended = isWaitingForPayment ? null : shown;
  const { hasFile } = onSale;
  const option = purchaseOption({ product, hasFile, order: open, terms, canWait: true });
  if (option.kind === "closed" && isGiven(product, terms)) return freeStage(hasFile, false, ended);
  if (option.kind === "closed") return { kind: "closed", why: option.why, ended };
  if (shown && option.kind === "pay") return { kind: "order", order: shown };
  if (shown && open?.built && option.kind === "wait") {
    const secondsLeft = Math.ceil(inFlightMs(open.built, now) / 1_000);
    const change = termsChange(open.terms, terms);
    return { kind: "waiting", order: shown, why: option.why, change, secondsLeft };
  }
  const what = open && termsChange(open.terms, terms);
  const change = what && { what, from: open.priceLamports, to: totalOf(terms) };
  return { kind: "buy", ended, change };
}

/**
 * A visitor sees the order of the browser once a payment of it was sent or came. Before, there is
 * nothing to continue: the next press uses it again.
 */
function visitorStage({
  product,
  onSale,
  terms,
  theirs: { order, slot, short },
  now,
}: Omit<Facts, "viewerUid">): PurchaseStage {
  const shown = order && { ...shownOrder(order, slot, now), short, isGuests: true };
  if (order && shown?.status === "paid") {
    return {
      kind: "guest",
      order: shown,
      hasFile: isPaidByGuest(order),
      isFinal: isFinal(order),
    };
  }
  if (shown && (shown.isUnderWay || isUndecided(shown.status))) {
    return { kind: "order", order: shown };
  }
  const ended = shown?.status === "refunded" ? shown : null;
  const { hasFile } = onSale;
  if (isGiven(product, terms)) return freeStage(hasFile, true, ended);
  const option = purchaseOption({ product, hasFile, order: null, terms, canWait: true });
  if (option.kind === "closed") return { kind: "closed", why: option.why, ended };
  return { kind: "visitor", ended };
}

function isGiven({ isFree, status }: OfferedProduct, terms: Terms): boolean {
  return status === "active" && (isFree || isGivenByCode(terms));
}

function freeStage(hasFile: boolean, isVisitor: boolean, ended: ShownOrder | null): PurchaseStage {
  return hasFile
    ? { kind: "free", isVisitor, ended }
    : { kind: "closed", why: "file_missing", ended };
}

/** The release on sale, where another one was bought. */
function updateSince(
  purchase: { releaseId: string | null },
  { releaseId, fileUpdatedAt: at }: OfferedProduct,
  note: string,
): FileUpdate | null {
  if (purchase.releaseId === null || purchase.releaseId === releaseId || at === null) return null;
  return { at, note };
}

function shownOrder(order: Order, slot: number | null, now: number): ShownOrder {
  const { id, buyerWallet, payerWallet, reviewReason, endedReason, signature } = order;
  // Only the last poll before expiry is due: no transaction is built any more.
  const over =
    order.status === "pending" &&
    order.hold !== "held" &&
    now >= order.expiresAt - LAST_POLL_BEFORE_EXPIRY_MS;
  return {
    id,
    status: over ? "expired" : order.status,
    terms: shownTerms(order.terms, {
      feeBps: order.feeBps,
      isCoSigned: referenceSigns(order),
    }),
    boundWallet: buyerWallet,
    payerWallet,
    reviewReason,
    endedReason,
    short: null,
    isUnderWay: order.status === "awaiting" && order.built?.form === "cosigned",
    isGuests: false,
    waiver: order.waiver,
    settledAt: order.settledAt,
    signature,
    slot,
  };
}

function shownSeller(seller: Offer["seller"]): PurchasePage["seller"] {
  if (!seller) return null;
  const { uid, displayName, status } = seller;
  return { uid, name: chosenName(displayName), ...shownSellerStatus(status) };
}

/** True where the terms of today are those that a press of the button pays by. */
function canBePaid(stage: PurchaseStage): boolean {
  return isOffer(stage) || (stage.kind === "order" && isOpen(stage.order.status));
}

/** Null where the affiliate gets nothing of this sale. */
function shownReferral(
  terms: Terms,
  affiliate: QuotedTerms["affiliate"],
): PurchasePage["referral"] {
  const lamports = lamportsTo(terms, "affiliate");
  if (!affiliate || lamports === 0n) return null;
  const { uid, displayName, bps } = affiliate;
  return { uid, name: chosenName(displayName), percent: percentOf(bps), lamports };
}

function shownTerms(
  terms: Terms,
  /** `isCoSigned`: the order's reference signs too. */
  { feeBps, isCoSigned }: { feeBps: number; isCoSigned: boolean },
): ShownTerms {
  return {
    priceLamports: totalOf(terms),
    sellerLamports: lamportsTo(terms, "seller"),
    feeLamports: lamportsTo(terms, "platform"),
    feeBps,
    networkLamports: networkFee(isCoSigned ? 2 : 1),
    ...(terms.adjustments.length > 0 && { changes: changesOf(terms) }),
  };
}

function changesOf({ list, adjustments }: Terms): PriceChanges {
  return {
    listLamports: BigInt(list.amount),
    lines: adjustments.map(({ kind, label, amount }) => ({
      kind,
      label,
      lamports: BigInt(amount),
    })),
  };
}

function shownProduct({ product, presentation }: Offer): ShownProduct {
  const { id, title, categoryId, saleType, saleLimit, sold } = product;
  const picture = wholeCoverOf(product);
  const { priceLamports, isFree, isPriceChosen } = product;
  const price = { priceLamports, isFree, isPriceChosen };
  const shown = { title, ...readDescription(product), categoryId, ...price };
  const isHeld = availabilityOfAll(product) === "held";
  const stock = { saleType, saleLimit, sold, isHeld, isActive: product.status === "active" };
  const shareImage = shareImageOf(product);
  const isLicensed = licencesGivenBy(product) !== null;
  const rating = ratingOf(product);
  return {
    id,
    ...shown,
    ...stock,
    isLicensed,
    picture,
    ...shownPresentation(presentation),
    shareImage,
    rating,
  };
}
