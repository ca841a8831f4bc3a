import { paths } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";

const SECONDARY = { variant: "secondary", size: "s" } as const;

interface Props {
  uid: string;
  hasProducts: boolean;
  /** Of the report of transactions. */
  years: readonly number[];
}

/** Reports and the public page are shown once there is a product. */
export function DashboardActions({ uid, hasProducts, years }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="flex flex-wrap gap-3 nav:gap-2 nav:[&>a]:px-3 nav:[&_button]:px-3 nav:[&_select]:pl-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-xs:grid-cols-1 max-sm:text-center">
      <ButtonLink size="s" to={paths.newProduct} className="max-sm:col-span-full max-sm:min-h-11">
        {t("new")}
      </ButtonLink>
      {hasProducts && (
        <>
          <ButtonLink {...SECONDARY} to={paths.salesReport} reloadDocument download>
            {t("csv")}
          </ButtonLink>
          <TransactionsExport years={years} />
          <ButtonLink {...SECONDARY} to={paths.sales}>
            {t("sales")}
          </ButtonLink>
          <ButtonLink {...SECONDARY} to={paths.manageSell}>
            {t("manage")}
          </ButtonLink>
          <ButtonLink {...SECONDARY} to={paths.sell(uid)} target="_blank" rel="noreferrer">
            {t("public")}
          </ButtonLink>
        </>
      )}
    </div>
  );
}

/** Downloads the transactions of a year, or of all. */
function TransactionsExport({ years }: { years: readonly number[] }) {
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
