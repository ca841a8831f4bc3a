import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

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
    <dl className="grid overflow-hidden rounded-lg border border-line bg-card divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Stat name={t("stats.sales")}>{count.format(sales)}</Stat>
      <Stat name={t("stats.revenue")} note={t("stats.net", { amount: net })}>
        {revenue}
      </Stat>
      <Stat name={t("stats.active")}>{count.format(active)}</Stat>
    </dl>
  );
}

function Stat({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="p-6 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4 max-sm:p-4">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="mt-1 break-words font-bold font-display text-4xl tracking-tight tabular-nums max-sm:text-2xl">
        {children}
      </dd>
      {note && (
        <dd className="mt-1 text-ink-2 text-sm tabular-nums max-sm:w-full max-sm:text-right">
          {note}
        </dd>
      )}
    </div>
  );
}
