import { drawQr } from "../../http/qr";
import type { Settings } from "../../lib/ports";
import { productPaymentLink } from "../../solana/payment-link";
import type { Product } from "../rules/product";

/**
 * What a seller shares of a product: its absolute purchase link, the link as QR code, and one that a
 * wallet pays by itself (a Solana Pay transaction request for the product).
 */
export function shareOf({ id }: Pick<Product, "id">, { appOrigin }: Pick<Settings, "appOrigin">) {
  const link = `${appOrigin}/acheter/${id}`;
  return { link, qr: drawQr(link), payQr: drawQr(productPaymentLink(id, appOrigin)) };
}
