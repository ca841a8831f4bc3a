import type { AppLoadContext } from "@remix-run/cloudflare";
import { readReferral } from "../../affiliates/http/referral";
import { messageText } from "../../http/locale";
import { drawQr, type Qr } from "../../http/qr";
import { clientIpPrefix } from "../../http/rate-limit";
import { readViewer } from "../../http/viewer";
import { apiPaths } from "../../lib/api-paths";
import type { Locale } from "../../lib/locale";
import { paths, query } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import type { ShownKey } from "../../licences/rules/shown-key";
import { type ShownLicence, showKeys } from "../../licences/use-cases/give-keys";
import { isOpen } from "../../orders/rules/order-state";
import { withStars } from "../../products/http/star-texts";
import { readWorths, type Worths } from "../../rates/http/worths";
import { shownReviews } from "../../reviews/http/review-texts";
import { orderPaymentLink } from "../../solana/payment-link";
import type { OfferedItem } from "../rules/bundle-offer";
import { requestOfLink } from "../rules/order-request";
import { orderOf, type PageProduct, type PurchasePage, shownStatus } from "../rules/purchase-page";
import { readGuest } from "./guest";
import { shownBundle } from "./shown-bundle";

/** The payment link of an open order, also as QR code. */
export interface PaymentLink {
  url: string;
  qr: Qr;
}

export interface ShownPurchase extends Omit<PurchasePage, "reviews"> {
  product: PageProduct;
  cluster: Settings["cluster"];
  /** Absolute address of the page. */
  address: string;
  /** True on a phone or tablet. */
  mobile: boolean;
  payment: PaymentLink | null;
  /** Where a browser without an account gets the proof of its purchase; null where there is none. */
  proof: string | null;
  /** The viewer's licence key; null where the product gives none, or not yet. */
  licence: ShownKey | null;
  /** Why what was typed does not count, as texts. */
  refusals: { code?: string; amount?: string };
  /** What the price is worth in another currency, as text. */
  worth: string | undefined;
}

/** Everything that the purchase page shows. Throws `not_found`. */
export async function loadPurchasePage(
  { productId, mobile, locale }: { productId: string; mobile: boolean; locale: Locale },
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<{ page: ShownPurchase; rateNote: Worths["note"] }> {
  const { cluster, appOrigin } = context.ports.settings;
  const viewer = await readViewer({ context });
  const guest = viewer === null ? await readGuest({ request, context }) : null;
  const [{ items, ...read }, worths] = await Promise.all([
    context.ports.checkout.readPurchasePage({
      productId,
      viewer,
      guest,
      ref: readReferral({ request, context }, productId),
      asked: requestOfLink(request.url),
      address: clientIpPrefix(request),
    }),
    readWorths({ request, context }),
  ]);
  const keys = await readLicences(read, items, context);
  const page = items ? withBundle(read, { items, viewer, keys, request }) : read;
  const address = appOrigin + paths.buy(productId) + query(page.asked);
  const payment = paymentLink(page, locale, appOrigin);
  const others = page.others.map(worths.with).map(withStars(request));
  const proof = await proofLink(page, context);
  const licence = items ? null : (keys[0] ?? null);
  const worth = worthOf(page, worths);
  const refusals = refusalTexts(page, request);
  const reviews = shownReviews(request, page.reviews, page.product);
  const shown = {
    ...page,
    product: { ...page.product, reviews },
    others,
    cluster,
    address,
    mobile,
    payment,
    proof,
    licence,
    worth,
    refusals,
  };
  return { page: shown, rateNote: worths.note };
}

function withBundle(page: PurchasePage, from: Parameters<typeof shownBundle>[1]): PurchasePage {
  return { ...page, product: { ...page.product, bundle: shownBundle(page, from) } };
}

function refusalTexts(
  { refused: { code, amount } }: PurchasePage,
  request: Request,
): ShownPurchase["refusals"] {
  return {
    ...(code && { code: messageText(request, `code_${code.reason}`, {}) }),
    ...(amount && { amount: messageText(request, amount.messageKey, amount.params ?? {}) }),
  };
}

/** Of what is still to pay: what was paid before is worth another amount today. */
function worthOf({ stage, terms }: PurchasePage, worths: Worths): string | undefined {
  if (shownStatus(stage) === "paid") return undefined;
  return worths.of((orderOf(stage)?.terms ?? terms).priceLamports);
}

async function proofLink(
  { stage }: PurchasePage,
  { ports }: AppLoadContext,
): Promise<string | null> {
  const isProvable = stage.kind === "guest" && stage.hasFile && stage.isFinal;
  if (!isProvable || !(await ports.statements.canSign())) return null;
  return apiPaths.guestProof(stage.order.id);
}

/** Of the product, or of the items of a bundle. */
async function readLicences(
  { licensedBy: orderId, product }: PurchasePage,
  items: readonly OfferedItem[] | null,
  { ports }: AppLoadContext,
): Promise<ShownLicence[]> {
  if (orderId === null) return [];
  const rights = (items ?? [product]).map(({ id: productId }) => ({ orderId, productId }));
  return showKeys(rights, ports);
}

function paymentLink(
  { stage }: PurchasePage,
  locale: Locale,
  appOrigin: string,
): PaymentLink | null {
  if (stage.kind !== "order" || !isOpen(stage.order.status)) return null;
  // A guest pays from this browser: what another device pays gives it no file.
  if (stage.order.isGuests) return null;
  const url = orderPaymentLink(stage.order.id, locale, appOrigin);
  return { url, qr: drawQr(url) };
}
