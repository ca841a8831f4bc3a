// @chunk offer
import { paths, query } from "../../lib/paths";
import type { WrittenRequest } from "../rules/order-request";

/** Where a visitor signs in, and comes back to a page that asks for the same. */
export function signInLink(
  productId: string,
  { acceptedLamports: _, waiver: __, referrer: ___, ...asked }: WrittenRequest,
): string {
  return paths.login + query({ to: paths.buy(productId) + query(asked) });
}
