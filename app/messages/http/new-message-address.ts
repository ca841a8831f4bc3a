import { Problem } from "../../lib/problem";
import type { RecipientAddress } from "../use-cases/find-recipient";

/** `?order=` or `?product=` of the page of a first message. Throws `not_found` without either. */
export function newMessageAddress({ url }: Request): RecipientAddress {
  const { searchParams } = new URL(url);
  const orderId = searchParams.get("order");
  if (orderId) return { kind: "order", orderId };
  const productId = searchParams.get("product");
  if (productId) return { kind: "product", productId };
  throw new Problem("not_found");
}
