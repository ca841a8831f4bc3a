import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCurrency } from "../../http/currency";
import { fixedT, readLocale } from "../../http/locale";
import { dateFormat } from "../../lib/intl-format";
import { readPrice } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import { formatMoney } from "../rules/money";
import { centsOf, type ShownRate } from "../rules/rate";

const LAMPORTS_PER_SOL = 1_000_000_000n;
const WHEN = { dateStyle: "long", timeStyle: "short" } as const;

/** What prices are worth, as texts beside them. Without a rate there is none of them. */
export interface Worths {
  /** "about €12.40"; undefined below half a cent. */
  of(lamports: bigint): string | undefined;
  /** The same of SOL as decimal text, or of a price of `formatPrice`. */
  ofSol(amount: string): string | undefined;
  /** The same object with what its amount is worth, which is such a text. */
  with<T extends { amount: string }>(priced: T): T & { worth?: string };
  /** The rate, its source and its time. */
  note: string | null;
  /** For amounts that a person types. */
  rate: ShownRate | null;
}

const nothing = () => undefined;
const NONE: Worths = {
  of: nothing,
  ofSol: nothing,
  with: (priced) => priced,
  note: null,
  rate: null,
};

export async function readWorths({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">): Promise<Worths> {
  const rate = await context.ports.rates.current();
  if (!rate) return NONE;
  const [locale, currency] = [readLocale(request), readCurrency(request)];
  const t = fixedT(request, "rate");
  const micros = rate.micros[currency];
  const of = (lamports: bigint) => {
    const cents = centsOf(lamports, micros);
    return cents > 0n ? t("about", { worth: formatMoney(cents, currency, locale) }) : undefined;
  };
  const ofSol = (amount: string) => {
    const parsed = parseSol(readPrice(amount).amount);
    return parsed.ok ? of(parsed.lamports) : undefined;
  };
  return {
    of,
    ofSol,
    with(priced) {
      const worth = ofSol(priced.amount);
      return worth === undefined ? priced : { ...priced, worth };
    },
    note: t(`note.${currency}`, {
      worth: formatMoney(centsOf(LAMPORTS_PER_SOL, micros), currency, locale),
      // Public pages are kept for visitors of all time zones.
      when: dateFormat(locale, "UTC", WHEN).format(rate.at),
    }),
    rate: { micros: rate.micros, at: rate.at, currency },
  };
}
