import { drawQr } from "../../http/qr";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { productPaymentLink } from "../../solana/payment-link";
import type { Product } from "../rules/product";

/** The absolute link to a product's page. */
export function purchaseLink(
  { id }: Pick<Product, "id">,
  { appOrigin }: Pick<Settings, "appOrigin">,
): string {
  return appOrigin + paths.buy(id);
}

/**
 * What a seller shares of a product: its absolute purchase link, the link as QR code, and for an
 * unlimited product the QR code of a Solana Pay transaction request, which a wallet pays directly. The
 * request could hold a unit for whoever scans it, so that a unique or limited product, and a bundle, which can
 * have such an item, has its page only.
 */
export function shareOf(
  product: Pick<Product, "id" | "saleType" | "bundleSize">,
  settings: Pick<Settings, "appOrigin">,
) {
  const { id, saleType, bundleSize } = product;
  const link = purchaseLink(product, settings);
  const isPaidDirectly = saleType === "infinite" && bundleSize === 0;
  const payQr = isPaidDirectly ? drawQr(productPaymentLink(id, settings.appOrigin)) : null;
  return { link, qr: drawQr(link), payQr };
}
