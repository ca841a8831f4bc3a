import { Badge } from "../../ui/badge";
import { useTranslation } from "../../ui/translation";
import type { ListingStatus } from "../rules/product";

/** Whether a product is on sale. */
export function StatusBadge({ status }: { status: ListingStatus }) {
  const { t } = useTranslation("dashboard");
  if (status === "active") return <Badge tone="good">{t("status.active")}</Badge>;
  if (status === "sold" || status === "sold_out")
    return <Badge tone="warn">{t(`status.${status}`)}</Badge>;
  return <Badge>{t("status.disabled")}</Badge>;
}
