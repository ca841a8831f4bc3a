import { CURRENCIES } from "../../lib/currency";
import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";

/** A form, which works without script and returns to `address`, the path and query of the page. */
export function CurrencySwitch({ currency, address }: { currency: string; address: string }) {
  const { t } = useTranslation("common");
  return (
    <form method="post" action={paths.currency} className="inline-flex">
      <input type="hidden" name="to" value={address} />
      <fieldset className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
        <legend className="sr-only">{t("currency.label")}</legend>
        {CURRENCIES.map((name) => (
          <button
            key={name}
            type="submit"
            name="currency"
            value={name}
            aria-pressed={currency === name}
            className={`min-h-8 px-3 nav:px-2.5 ${currency === name ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
          >
            {t(`currency.${name}`)}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
