import type { AppLoadContext } from "@remix-run/cloudflare";
import { drawQr, type Qr } from "../../http/qr";
import { readViewer } from "../../http/viewer";
import type { Locale } from "../../lib/locale";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { isOpen } from "../../orders/rules/order-state";
import { orderPaymentLink } from "../../solana/payment-link";
import type { PurchasePage } from "../rules/purchase-page";
import { readGuest } from "./guest";

/** The payment link of an open order, also as QR code. */
export interface PaymentLink {
  url: string;
  qr: Qr;
}

export interface ShownPurchase extends PurchasePage {
  cluster: Settings["cluster"];
  /** Absolute address of the page. */
  address: string;
  /** True on a phone or tablet. */
  mobile: boolean;
  payment: PaymentLink | null;
}

/** Everything that the purchase page shows. Throws `not_found`. */
export async function loadPurchasePage(
  { productId, mobile, locale }: { productId: string; mobile: boolean; locale: Locale },
  { request, context }: { request: Request; context: AppLoadContext },
): Promise<ShownPurchase> {
  const { cluster, appOrigin } = context.ports.settings;
  const viewer = await readViewer({ context });
  const guest = viewer === null ? await readGuest({ request, context }) : null;
  const page = await context.ports.checkout.readPurchasePage({ productId, viewer, guest });
  const address = appOrigin + paths.buy(productId);
  const payment = paymentLink(page, locale, appOrigin);
  return { ...page, cluster, address, mobile, payment };
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
