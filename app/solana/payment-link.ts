import { encodeURL } from "@solana/pay";
import { apiPaths } from "../lib/api-paths";
import type { Locale } from "../lib/locale";
import { query } from "../lib/paths";

/** Solana Pay link to an order. Wallets get its texts in this language. */
export function orderPaymentLink(orderId: string, locale: Locale, appOrigin: string): string {
  return transactionRequest(appOrigin + apiPaths.pay(orderId) + query({ lang: locale }));
}

/** Solana Pay link to a product. Each wallet that follows it opens an order. */
export function productPaymentLink(productId: string, appOrigin: string): string {
  return transactionRequest(appOrigin + apiPaths.buy(productId));
}

/**
 * The URL of a Solana Pay transaction request
 * (https://docs.solanapay.com/spec, "Specification: Transaction Request").
 */
function transactionRequest(link: string): string {
  return encodeURL({ link: new URL(link) }).toString();
}
