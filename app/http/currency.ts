import { CURRENCIES, type Currency } from "../lib/currency";
import { readCookie } from "./cookies";
import { readLocale } from "./locale";

/** The currency beside prices: French shows euros, English what the cookie says, else euros. */
export function readCurrency(request: Request): Currency {
  if (readLocale(request) === "fr") return "EUR";
  return parseCurrency(readCookie(request, "currency")) ?? "EUR";
}

/** What the footer offers to change; null where pages have no choice, or no prices in a currency. */
export function currencyChoice(
  request: Request,
  { exchangeRatesUrl }: { exchangeRatesUrl: string | null },
): Currency | null {
  const hasChoice = exchangeRatesUrl !== null && readLocale(request) !== "fr";
  return hasChoice ? readCurrency(request) : null;
}

export function parseCurrency(value: unknown): Currency | null {
  return CURRENCIES.find((currency) => currency === value) ?? null;
}
