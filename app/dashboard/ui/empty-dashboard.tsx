import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/empty-state";

/** What would be here; the button above is the first step. */
export function EmptyDashboard() {
  const { t } = useTranslation("dashboard");
  return (
    <EmptyState title={t("empty")}>
      <p className="text-ink-2">{t("emptyHint")}</p>
    </EmptyState>
  );
}
