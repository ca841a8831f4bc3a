import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge";
import type { ShownProduct } from "../rules/purchase-page";

type Props = { product: Pick<ShownProduct, "saleType" | "saleLimit" | "sold"> };

/** How often a product can be sold, and how often it was. */
export function SaleBadge({ product: { saleType, saleLimit, sold } }: Props) {
  const { t } = useTranslation("buy");
  if (saleLimit === null || saleType === "infinite") return <Badge>{t("facts.infinite")}</Badge>;
  if (saleType === "unique") {
    return <Badge tone="warn">{t(sold > 0 ? "facts.uniqueSold" : "facts.unique")}</Badge>;
  }
  return <Badge tone="warn">{t("facts.limited", { sold, limit: saleLimit })}</Badge>;
}
