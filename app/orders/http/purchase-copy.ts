import { askedLocale, fixedT } from "../../http/locale";
import { LOCALES, type Locale } from "../../lib/locale";
import type { Order } from "../rules/order";

/** What `startPurchase` writes into an order for its buyer to read, in the buyer's language. */
export function purchaseCopy(request: Request) {
  return wordsIn(request);
}

/**
 * What an order says to a wallet, in the language that the wallet's link asks for. The order keeps
 * the words of whoever opened it; without a language in the link they stay as they are.
 */
export async function orderWords(
  request: Request,
  { label, message }: Pick<Order, "label" | "message">,
): Promise<Pick<Order, "label" | "message">> {
  const locale = askedLocale(request);
  if (!locale) return { label, message };
  const words = await wordsIn(request, locale);
  for (const written of await Promise.all(LOCALES.map((each) => wordsIn(request, each)))) {
    const what = whatIsBought(message, written.purchaseOf);
    if (what === null) continue;
    return {
      label: label === written.genericLabel ? words.genericLabel : label,
      message: words.purchaseOf(what),
    };
  }
  return { label, message };
}

async function wordsIn(request: Request, locale?: Locale) {
  const t = await fixedT(request, "payment", locale);
  return {
    genericLabel: t("genericLabel"),
    purchaseOf: (what: string) => t("purchaseOf", { what }),
  };
}

/** Undoes `purchaseOf`, or null where the message was not made by it. */
function whatIsBought(message: string, purchaseOf: (what: string) => string): string | null {
  // A line break is in no title and no file name.
  const [before = "", after = ""] = purchaseOf("\n").split("\n");
  const made = message.startsWith(before) && message.endsWith(after);
  return made ? message.slice(before.length, message.length - after.length) : null;
}
