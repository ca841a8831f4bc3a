import { fixedT } from "../../http/locale";
import { formatChange, formatSol } from "../../lib/lamports";
import { LOCALES, type Locale } from "../../lib/locale";
import { paths } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { totalOf } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import type { Terms } from "../../orders/rules/terms";

/** The texts that `startPurchase` stores in an order, in the buyer's language. */
export function purchaseCopy(request: Request) {
  return textsIn(request);
}

/** The texts of an order, which it stores in its buyer's language, in that of a wallet's request. */
export function orderTexts(
  request: Request,
  { label, message }: Pick<Order, "label" | "message">,
): Pick<Order, "label" | "message"> {
  const texts = textsIn(request);
  for (const stored of LOCALES.map((each) => textsIn(request, each))) {
    const item = itemOf(message, stored.purchaseOf);
    if (item === null) continue;
    return {
      label: label === stored.genericLabel ? texts.genericLabel : label,
      message: texts.purchaseOf(item),
    };
  }
  return { label, message };
}

/**
 * The part of the response with the page that a wallet opens after the payment. Empty on plain http:
 * wallets reject URLs without https.
 */
export function redirectAfterPayment(
  productId: string,
  { appOrigin }: Pick<Settings, "appOrigin">,
): { redirect?: string } {
  if (!appOrigin.startsWith("https:")) return {};
  return { redirect: appOrigin + paths.buy(productId) };
}

function textsIn(request: Request, locale?: Locale) {
  const t = fixedT(request, "payment", locale);
  return {
    genericLabel: t("genericLabel"),
    purchaseOf: (what: string) => t("purchaseOf", { what }),
  };
}

/** The inverse of `purchaseOf`; null where the message was not made by it. */
function itemOf(message: string, purchaseOf: (what: string) => string): string | null {
  // Titles and file names have no line breaks.
  const [before = "", after = ""] = purchaseOf("\n").split("\n");
  const made = message.startsWith(before) && message.endsWith(after);
  return made ? message.slice(before.length, message.length - after.length) : null;
}

/** What changes the price, line by line, as one text for a wallet; empty where nothing does. */
export function priceLines(request: Request, terms: Terms): string {
  const { list, adjustments } = terms;
  if (adjustments.length === 0) return "";
  const t = fixedT(request, "payment");
  return [
    t("lines.list", { amount: formatSol(BigInt(list.amount)) }),
    ...adjustments.map(({ kind, label, amount }) =>
      t(`lines.${kind}`, { label, amount: formatChange(BigInt(amount)) }),
    ),
    t("lines.total", { amount: formatSol(totalOf(terms)) }),
  ].join(" ");
}
