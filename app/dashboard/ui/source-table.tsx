import { numberFormat } from "../../lib/intl-format";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { SourceFigures } from "../rules/sources";
import { CountedFrom, useSourceLabel } from "./source-label";

/** On a phone a row has its source above its figures, each under the name of its column. */
const ROW =
  "border-line border-b last:border-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-6 max-sm:gap-y-1 max-sm:py-3";
const SOURCE = "text-left font-semibold wrap-anywhere max-sm:w-full sm:py-2 sm:pr-4";
const CELL =
  "tabular-nums sm:py-2 sm:pl-4 sm:text-right max-sm:before:block max-sm:before:text-ink-2 max-sm:before:text-xs max-sm:before:content-[attr(data-label)]";

const FIGURES = ["views", "sales", "conversion"] as const;

/** Views and sales by source. */
export function SourceTable({ sources, rest, countedFrom }: SourceFigures) {
  const { t, i18n } = useTranslation("sources");
  const { count } = useFormat();
  const percent = numberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const labelOf = useSourceLabel();
  const rows = sources.map((one) => ({ ...one, label: labelOf(one) }));
  const others = rest ? [{ ...rest, source: "", label: t("rest") }] : [];
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 max-sm:p-4">
      <h2 className="text-xl">{t("table")}</h2>
      <table className="w-full border-collapse text-sm max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b text-ink-2">
            <th scope="col" className="py-2 text-left font-semibold">
              {t("columns.source")}
            </th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" className="py-2 pl-4 text-right font-semibold">
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {[...rows, ...others].map(({ source, label, views, sales, conversion }) => (
            <tr key={source} data-source={source} className={ROW}>
              <th scope="row" className={SOURCE}>
                {label}
              </th>
              <td data-label={t("columns.views")} className={CELL}>
                {count(views)}
              </td>
              <td data-label={t("columns.sales")} className={CELL}>
                {count(sales)}
              </td>
              <td data-label={t("columns.conversion")} className={CELL}>
                {conversion === null ? "–" : percent.format(conversion)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-ink-3 text-xs">{t("note")}</p>
      <CountedFrom at={countedFrom} />
    </Card>
  );
}
