import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge";

/** Whether a product is on sale. */
export function StatusBadge({ status }: { status: "draft" | "active" | "disabled" }) {
  const { t } = useTranslation("dashboard");
  if (status === "active") return <Badge tone="good">{t("status.active")}</Badge>;
  return <Badge>{t("status.disabled")}</Badge>;
}
