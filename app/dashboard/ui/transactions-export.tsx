import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

/** Downloads the transactions of a year, or of all. */
export function TransactionsExport({ years }: { years: readonly number[] }) {
  const { t } = useTranslation("dashboard");
  return (
    <form
      method="get"
      action={paths.transactionsReport}
      aria-label={t("export.transactions")}
      className="flex max-xs:grid max-xs:gap-2 max-sm:order-last max-sm:col-span-full"
    >
      <select
        name="year"
        aria-label={t("export.year")}
        className="min-h-9 rounded-l-full border border-line-2 border-r-0 bg-card pr-8 pl-4 text-sm max-sm:w-28 max-xs:w-full max-xs:rounded-full max-xs:border-r"
      >
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
        <option value="">{t("export.all")}</option>
      </select>
      <Button
        type="submit"
        variant="secondary"
        size="s"
        className="rounded-l-none max-xs:rounded-full max-sm:flex-1"
      >
        {t("export.transactions")}
      </Button>
    </form>
  );
}
