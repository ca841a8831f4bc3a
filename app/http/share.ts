import type { Product } from "../domain/product";
import type { Settings } from "../ports";
import { drawQr } from "./qr";

/** What a seller shares of a product: its absolute purchase link and the link as QR code. */
export function shareOf({ id }: Pick<Product, "id">, { appOrigin }: Pick<Settings, "appOrigin">) {
  const link = `${appOrigin}/acheter/${id}`;
  return { link, qr: drawQr(link) };
}
