import { useTranslation } from "react-i18next";
import { Stat, StatRow } from "../../ui/stat";

interface Props {
  sales: number;
  active: number;
  /** SOL as decimal text, of settled orders less refunds. */
  revenue: string;
  /** The same after the commission. */
  net: string;
}

export function Stats({ sales, active, revenue, net }: Props) {
  const { t, i18n } = useTranslation("dashboard");
  const count = new Intl.NumberFormat(i18n.language);
  return (
    <StatRow>
      <Stat name={t("stats.sales")}>{count.format(sales)}</Stat>
      <Stat name={t("stats.revenue")} note={t("stats.net", { amount: net })}>
        {revenue}
      </Stat>
      <Stat name={t("stats.active")}>{count.format(active)}</Stat>
    </StatRow>
  );
}
