import { drawQr } from "../../http/qr";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { productPaymentLink } from "../../solana/payment-link";
import type { Product } from "../rules/product";

/**
 * What a seller shares of a product: its absolute purchase link, the link as QR code, and for an
 * unlimited product the QR code of a Solana Pay transaction request, which a wallet pays directly. The
 * request could hold a unit for whoever scans it, so that a unique or limited product has its page only.
 */
export function shareOf(
  { id, saleType }: Pick<Product, "id" | "saleType">,
  { appOrigin }: Pick<Settings, "appOrigin">,
) {
  const link = appOrigin + paths.buy(id);
  const payQr = saleType === "infinite" ? drawQr(productPaymentLink(id, appOrigin)) : null;
  return { link, qr: drawQr(link), payQr };
}
