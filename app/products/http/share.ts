import { drawQr } from "../../http/qr";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { productPaymentLink } from "../../solana/payment-link";
import type { Product } from "../rules/product";

/**
 * What a seller shares of a product: its absolute purchase link, the link as QR code, and the QR code
 * of a Solana Pay transaction request for the product, which a wallet pays directly.
 */
export function shareOf({ id }: Pick<Product, "id">, { appOrigin }: Pick<Settings, "appOrigin">) {
  const link = appOrigin + paths.buy(id);
  return { link, qr: drawQr(link), payQr: drawQr(productPaymentLink(id, appOrigin)) };
}
