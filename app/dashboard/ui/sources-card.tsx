import { Link } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import type { Period } from "../../orders/rules/period";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { SourceFigures } from "../rules/sources";
import { CountedFrom, useSourceLabel } from "./source-label";

/** The sources with most sales, with a link to all of them. */
export function SourcesCard({
  sources,
  countedFrom,
  period,
}: Pick<SourceFigures, "sources" | "countedFrom"> & { period: Period }) {
  const { t } = useTranslation("sources");
  const { count } = useFormat();
  const labelOf = useSourceLabel();
  return (
    <Card className="flex min-w-0 flex-col gap-3 max-sm:p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl">{t("title")}</h2>
        <Link to={paths.sources + query({ period })} className="link text-sm">
          {t("all")}
        </Link>
      </div>
      {sources.length === 0 ? (
        <p className="text-ink-2">{t("empty")}</p>
      ) : (
        <dl className="divide-y divide-line">
          {sources.map((one) => (
            <div
              key={one.source}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              <dt className="min-w-0 font-semibold wrap-anywhere">{labelOf(one)}</dt>
              <dd className="text-ink-2 text-sm tabular-nums">
                {t("views", { count: one.views, shown: count(one.views) })}
                {" · "}
                {t("sales", { count: one.sales, shown: count(one.sales) })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CountedFrom at={countedFrom} />
    </Card>
  );
}
