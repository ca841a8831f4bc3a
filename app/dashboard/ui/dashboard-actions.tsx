import { Link } from "@remix-run/react";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { reviewPaths } from "../../lib/review-paths";
import { Button, ButtonLink } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { useTranslation } from "../../ui/translation";

interface Props {
  uid: string;
  hasProducts: boolean;
  /** They share in a product of somebody, or did. */
  isAuthor: boolean;
  /** They recommend a product of somebody, did, or have applied for it. */
  isAffiliate: boolean;
  /** Of the report of transactions. */
  years: readonly number[];
}

/** Reports and the public page are shown once there is a product. */
export function DashboardActions({ uid, hasProducts, isAuthor, isAffiliate, years }: Props) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink size="s" to={paths.newProduct} className="max-sm:min-h-11">
        {t("new")}
      </ButtonLink>
      {isAuthor && <PlainLink to={offerPaths.shares}>{t("shares")}</PlainLink>}
      {isAffiliate && <PlainLink to={offerPaths.affiliate}>{t("recommendations")}</PlainLink>}
      {hasProducts && (
        <>
          <ButtonLink
            variant="secondary"
            size="s"
            to={paths.sell(uid)}
            target="_blank"
            rel="noreferrer"
            className="max-sm:min-h-11"
          >
            {t("public")}
          </ButtonLink>
          <SellerMenu years={years} />
        </>
      )}
    </div>
  );
}

/** To a page without script. */
function PlainLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink variant="secondary" size="s" to={to} reloadDocument className="max-sm:min-h-11">
      {children}
    </ButtonLink>
  );
}

/** Reports, codes and the page of the seller. */
function SellerMenu({ years }: Pick<Props, "years">) {
  const { t } = useTranslation("dashboard");
  return (
    <Menu
      label={t("more")}
      className="sm:[&>summary]:min-h-9 max-sm:[&>summary]:min-h-11 max-sm:[&>div]:right-auto max-sm:[&>div]:left-0"
    >
      <Link to={paths.sales} className="menu-item">
        {t("sales")}
      </Link>
      <a href={reviewPaths.receivedReviews} className="menu-item">
        {t("reviews")}
      </a>
      <Link to={offerPaths.codes} className="menu-item">
        {t("codes.title")}
      </Link>
      <Link to={offerPaths.bundles} reloadDocument className="menu-item">
        {t("bundles")}
      </Link>
      <Link to={paths.manageSell} className="menu-item">
        {t("manage")}
      </Link>
      <Link to={paths.salesReport} reloadDocument download className="menu-item">
        {t("csv")}
      </Link>
      <TransactionsExport years={years} />
    </Menu>
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
      className="mt-2 flex flex-wrap gap-2 border-line border-t pt-4"
    >
      <select
        name="year"
        aria-label={t("export.year")}
        className="min-h-9 rounded-full border border-line-2 bg-card pr-8 pl-4 text-sm"
      >
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
        <option value="">{t("export.all")}</option>
      </select>
      <Button type="submit" variant="secondary" size="s">
        {t("export.transactions")}
      </Button>
    </form>
  );
}
