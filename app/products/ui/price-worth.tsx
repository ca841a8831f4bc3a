import type { MouseEvent } from "react";
import { formatSol } from "../../lib/lamports";
import { parseSol, typedSol } from "../../lib/parse-sol";
import { formatMoney, lamportsOf, parseMoney } from "../../rates/rules/money";
import { centsOf, type ShownRate } from "../../rates/rules/rate";
import { Button } from "../../ui/button";
import { Worth } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

interface Props {
  /** Of the control. */
  name: string;
  typed: string;
  rate: ShownRate;
}

/** What a typed price is worth; or the price that money is worth, which a button puts into the field. */
export default function PriceWorth({ name, typed, rate: { micros, currency } }: Props) {
  const { t, i18n } = useTranslation("publish");
  const { sol } = useFormat();
  const price = parseSol(typed);
  if (price.ok) {
    const cents = centsOf(price.lamports, micros[currency]);
    if (cents === 0n) return null;
    return (
      <Worth text={t("worth.about", { worth: formatMoney(cents, currency, i18n.language) })} />
    );
  }
  const money = parseMoney(typed);
  const lamports = money ? lamportsOf(money.cents, micros[money.currency]) : 0n;
  if (!money || lamports === 0n) return null;
  const amount = formatSol(lamports);
  const given = formatMoney(money.cents, money.currency, i18n.language);
  return (
    <>
      <span role="status">{t("worth.converted", { money: given, amount: sol(amount) })}</span>{" "}
      <Button
        variant="secondary"
        size="s"
        onClick={(event) => use(event, name, typedSol(amount, i18n.language))}
      >
        {t("worth.use", { amount: sol(amount) })}
      </Button>
    </>
  );
}

/** Puts a price into the field of this name, as if it was typed. */
function use({ currentTarget }: MouseEvent<HTMLButtonElement>, name: string, text: string): void {
  const input = currentTarget.form?.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}
