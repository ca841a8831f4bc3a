import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";

/** Whether a product is on sale. */
export function StatusBadge({ status }: { status: "draft" | "active" | "disabled" }) {
  const { t } = useTranslation("dashboard");
  if (status === "active") return <Badge tone="good">{t("status.active")}</Badge>;
  return <Badge>{t("status.disabled")}</Badge>;
}
