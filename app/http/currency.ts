import { CURRENCIES, type Currency } from "../lib/currency";
import { readCookie } from "./cookies";
import { readLocale } from "./locale";

/** The currency beside prices: French shows euros, English what the cookie says, else euros. */
export function readCurrency(request: Request): Currency {
  if (readLocale(request) === "fr") return "EUR";
  return parseCurrency(readCookie(request, "currency")) ?? "EUR";
}

export function parseCurrency(value: unknown): Currency | null {
  return CURRENCIES.find((currency) => currency === value) ?? null;
}
