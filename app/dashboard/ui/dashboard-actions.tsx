import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { TransactionsExport } from "./transactions-export";

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
