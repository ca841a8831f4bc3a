import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import { codesPath } from "../../lib/return-path";

/** Shown on every page while new recovery codes are not saved yet; links to them. */
export function RecoveryCodesBanner() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  if (pathname === paths.recoveryCodes) return null;
  return (
    <aside
      aria-label={t("codesOffer.title")}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-2.5 text-center text-paper text-sm"
    >
      <p>{t("codesOffer.text")}</p>
      <a href={codesPath(pathname + search)} className="font-semibold underline">
        {t("codesOffer.see")}
      </a>
    </aside>
  );
}
