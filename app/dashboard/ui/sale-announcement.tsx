import { useTranslation } from "../../ui/translation";

interface Sale {
  title: string;
  /** SOL as decimal text. */
  paid: string;
}

/** Tells screen readers of sales that came while the page is open. */
export function SaleAnnouncement({ sales }: { sales: readonly Sale[] }) {
  const { t } = useTranslation("dashboard");
  const [sale, ...others] = sales;
  return (
    <p role="status" data-live-sales className="sr-only">
      {sale &&
        (others.length === 0
          ? t("live.sale", { title: sale.title, amount: sale.paid })
          : t("live.sales", { count: sales.length }))}
    </p>
  );
}
