import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";

const QUIET = { look: "secondary", size: "s" } as const;

/** What a seller can start from here; reports and pages need a product first. */
export function DashboardActions({ uid, hasProducts }: { uid: string; hasProducts: boolean }) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="flex flex-wrap gap-3">
      {hasProducts && (
        <>
          <ButtonLink {...QUIET} to="/dashboard/sales.csv" reloadDocument download>
            {t("csv")}
          </ButtonLink>
          <ButtonLink {...QUIET} to="/dashboard/sales">
            {t("sales")}
          </ButtonLink>
          <ButtonLink {...QUIET} to={`/sell/${uid}`} target="_blank" rel="noreferrer">
            {t("public")}
          </ButtonLink>
        </>
      )}
      <ButtonLink size="s" to="/transaction">
        {t("new")}
      </ButtonLink>
    </div>
  );
}
