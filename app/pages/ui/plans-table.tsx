import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import { PLAN_IDS } from "../../lib/viewer";
import { effectivePlan, PLANS, type Plan } from "../../products/rules/plans";
import { useFormat } from "../../ui/use-format";
import { Section, useCurrentFee } from "./section";

export function PlansTable() {
  const { t } = useTranslation("page-home");
  const fee = useCurrentFee();
  const { size } = useFormat();
  return (
    <Section
      title={t("plans.title")}
      aside={
        <>
          <p className="max-w-sm text-ink-2">
            {t("plans.text", { fee, size: size(effectivePlan("free").maxFileBytes) })}
          </p>
          <a href={paths.creator} className="link font-semibold">
            {t("plans.more")}
          </a>
        </>
      }
    >
      <Rows />
      <p className="mt-4 text-ink-3 text-sm">{t("plans.note")}</p>
    </Section>
  );
}

function Rows() {
  const { t } = useTranslation("page-home");
  const { commission, size } = useFormat();
  // Neither feature exists yet.
  const soonOrNo = (has: boolean) => t(has ? "plans.soon" : "plans.no");
  return (
    <table className="w-full border-collapse text-left text-sm sm:text-base">
      <caption className="sr-only">{t("plans.caption")}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="w-[37%] pb-3 font-normal text-ink-3 text-sm">
            {t("plans.row.feature")}
          </th>
          {PLAN_IDS.map((id) => (
            <th key={id} scope="col" className="pb-3 text-right">
              <span
                className={`block font-normal text-xs ${id === "free" ? "text-accent" : "text-ink-3"}`}
              >
                {t(id === "free" ? "plans.today" : "plans.soon")}
              </span>
              <span className="font-bold font-display text-lg tracking-tight sm:text-xl">
                {t(`plans.${id}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row name={t("plans.row.link")} cell={(plan) => commission(plan.feeBps)} />
        <Row
          name={t("plans.row.public")}
          note={t("plans.row.planned")}
          cell={(plan) => commission(plan.publicShopBps)}
        />
        <Row name={t("plans.row.size")} cell={(plan) => size(plan.maxFileBytes)} />
        <Row name={t("plans.row.files")} cell={() => t("plans.unlimited")} />
        <Row name={t("plans.row.statistics")} cell={(plan) => soonOrNo(plan.advancedStatistics)} />
        <Row name={t("plans.row.page")} cell={(plan) => soonOrNo(plan.customPage)} />
      </tbody>
    </table>
  );
}

function Row(props: { name: string; note?: string; cell: (plan: Plan) => ReactNode }) {
  const { name, note, cell } = props;
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-3 pr-4 font-normal text-ink-2">
        {name}
        {note && <span className="mt-0.5 block text-warn text-xs sm:text-sm">{note}</span>}
      </th>
      {PLAN_IDS.map((id) => (
        <td key={id} className="py-3 pl-2 text-right font-semibold tabular-nums">
          {cell(PLANS[id])}
        </td>
      ))}
    </tr>
  );
}
