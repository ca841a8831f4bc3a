import { encodeURL } from "@solana/pay";
import type { Locale } from "../lib/locale";
import { paths, query } from "../lib/paths";

/** The link by which a wallet asks for an order's transaction, and is answered in this language. */
export function orderPaymentLink(orderId: string, locale: Locale, appOrigin: string): string {
  return transactionRequest(appOrigin + paths.api.pay(orderId) + query({ lang: locale }));
}

/** The product's own payment link: whoever follows it opens an order. */
export function productPaymentLink(productId: string, appOrigin: string): string {
  return transactionRequest(appOrigin + paths.api.buy(productId));
}

/**
 * The link of a Solana Pay transaction request
 * (https://docs.solanapay.com/spec, "Specification: Transaction Request").
 */
function transactionRequest(link: string): string {
  return encodeURL({ link: new URL(link) }).toString();
}
