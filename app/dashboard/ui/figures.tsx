import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { dateFormat } from "../../lib/intl-format";
import { paths, query } from "../../lib/paths";
import { PERIODS, type Period } from "../../orders/rules/period";
import { Card } from "../../ui/card";
import { Worth } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { Unit } from "../rules/figures";
import type { DashboardPlace } from "../rules/place";
import { BarChart } from "./bar-chart";

/** Amounts are SOL as decimal text. */
interface ShownSums {
  sales: number;
  revenue: string;
  net: string;
}

interface ShownBar extends ShownSums {
  /** Start of the day, month or year in UTC, epoch ms. */
  at: number;
  height: number;
}

interface Props extends ShownSums {
  period: Period;
  unit: Unit;
  /** Oldest first. */
  bars: readonly ShownBar[];
  /** What the revenue is worth today, as text. */
  worth?: string | undefined;
  /** Products on sale, and those that are sold out, of now. */
  onSale: { active: number; soldOut: number };
  /** False before the first sale. */
  hasSales: boolean;
  /** Of the period before; null where nothing was sold in it. */
  before: ShownSums | null;
  place: DashboardPlace;
}

/** Sales and revenue of a period, as figures, a chart and a table. */
export function Figures({ period, unit, bars, worth, onSale, place, ...sums }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useBarFormat(unit);
  const isActive = ({ sales, revenue, net }: ShownBar) =>
    sales !== 0 || revenue !== "0" || net !== "0";
  const active = bars.filter(isActive);
  const { soldOut } = onSale;
  const { hasSales, before } = sums;
  return (
    <Card className="grid min-w-0 content-start gap-5 max-sm:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl">{t("figures.title")}</h2>
        {hasSales && <Periods current={period} place={place} />}
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[1fr_1.7fr_1fr]">
        <Figure name={t("stats.sales")}>
          <data value={sums.sales}>{format.count(sums.sales)}</data>
        </Figure>
        <Figure
          name={t("stats.revenue")}
          note={sums.revenue === "0" ? undefined : t("stats.net", { amount: sums.net })}
          before={before ? t("stats.before", { amount: before.revenue }) : undefined}
        >
          {format.sol(sums.revenue)}
          <Worth text={worth} />
        </Figure>
        <Figure
          name={t("stats.active")}
          note={soldOut > 0 ? t("stats.soldOut", { count: soldOut }) : undefined}
        >
          {format.count(onSale.active)}
        </Figure>
      </dl>
      {hasSales && active.length === 0 && (
        <p className="rounded-md bg-sunk px-4 py-10 text-center text-ink-2">{t("figures.none")}</p>
      )}
      {active.length > 0 && (
        <>
          <Chart bars={bars} unit={unit} />
          <FiguresTable bars={active} unit={unit} />
        </>
      )}
    </Card>
  );
}

interface FigureProps {
  name: string;
  note?: string | undefined;
  before?: string | undefined;
  children: ReactNode;
}

function Figure({ name, note, before, children }: FigureProps) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4">
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd className="break-words font-bold font-display text-3xl tabular-nums tracking-tight max-sm:text-xl">
        {children}
      </dd>
      {[note, before].map(
        (text) =>
          text && (
            <dd
              key={text}
              className="text-ink-2 text-sm tabular-nums max-sm:w-full max-sm:text-right"
            >
              {text}
            </dd>
          ),
      )}
    </div>
  );
}

function Periods({ current, place }: { current: Period; place: DashboardPlace }) {
  const { t } = useTranslation("dashboard");
  return (
    <nav aria-label={t("figures.period")} className="flex flex-wrap gap-1">
      {PERIODS.map((period) => (
        <Link
          key={period}
          to={paths.dashboard + query({ ...place, period, page: null })}
          preventScrollReset
          aria-current={period === current ? "true" : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-transparent px-3 font-semibold text-ink-2 text-sm no-underline hover:border-line-2 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          {t(`periods.${period}`)}
        </Link>
      ))}
    </nav>
  );
}

function Chart({ bars, unit }: { bars: readonly ShownBar[]; unit: Unit }) {
  const { t } = useTranslation("dashboard");
  const format = useBarFormat(unit);
  const highest = bars.reduce((high, bar) => (bar.height > high.height ? bar : high));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure>
      <figcaption className="flex justify-between gap-4 text-ink-2 text-sm">
        <span>{t(`figures.by.${unit}`)}</span>
        {highest.height > 0 && (
          <span className="tabular-nums">{t("figures.highest", { amount: highest.revenue })}</span>
        )}
      </figcaption>
      <div className="mt-2">
        <BarChart
          name={t("figures.chart")}
          bars={bars.map(({ at, revenue, sales, height }) => ({
            label: t("figures.bar", { when: format.when(at), amount: revenue, count: sales }),
            height,
          }))}
        />
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-ink-3 text-xs">
        <span>{first && format.when(first.at)}</span>
        {first !== last && <span>{last && format.when(last.at)}</span>}
      </p>
    </figure>
  );
}

/** What the chart shows, newest first, without what has no sale. */
function FiguresTable({ bars, unit }: { bars: readonly ShownBar[]; unit: Unit }) {
  const { t } = useTranslation("dashboard");
  const format = useBarFormat(unit);
  const cell = "py-1.5 text-right";
  return (
    <details>
      <summary className="w-fit cursor-pointer font-semibold text-sm">{t("figures.table")}</summary>
      <p className="mt-2 text-ink-3 text-xs">{t("figures.note")}</p>
      <table className="mt-3 w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr className="border-line border-b text-ink-2">
            <th scope="col" className="py-1.5 text-left font-semibold">
              {t(`figures.unit.${unit}`)}
            </th>
            {(["sales", "revenue", "net"] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} font-semibold`}>
                {t(`figures.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map(({ at, sales, revenue, net }) => (
            <tr key={at} className="border-line border-b last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal">
                {format.when(at)}
              </th>
              <td className={cell}>{format.count(sales)}</td>
              <td className={cell}>{format.sol(revenue)}</td>
              <td className={cell}>{format.sol(net)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const WHEN = {
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" },
} as const;

function useBarFormat(unit: Unit) {
  const { i18n } = useTranslation("dashboard");
  const when = dateFormat(i18n.language, "UTC", WHEN[unit]);
  const { count, sol } = useFormat();
  return { when: (at: number) => when.format(at), count, sol };
}
