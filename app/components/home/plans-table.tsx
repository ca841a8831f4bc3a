import { useTranslation } from "react-i18next";
import { PLAN_IDS, PLANS, type Plan } from "../../domain/plans";
import { useFormat } from "../use-format";

/** The plans as the one table of fees has them. */
export function PlansTable() {
  const { t } = useTranslation("page-home");
  const { commission, size } = useFormat();
  const answer = (yes: boolean) => t(yes ? "plans.yes" : "plans.no");
  const rows: [label: string, value: (plan: Plan) => string, note?: string][] = [
    [t("plans.fileSize"), (plan) => size(plan.maxFileBytes)],
    [t("plans.saleFee"), (plan) => commission(plan.feeBps)],
    [t("plans.shopFee"), (plan) => commission(plan.publicShopBps), t("plans.shopFeeNote")],
    [t("plans.files"), () => t("plans.unlimited")],
    [t("plans.statistics"), (plan) => answer(plan.advancedStatistics)],
    [t("plans.custom"), (plan) => answer(plan.customPage)],
  ];
  return (
    <section className="flex flex-col gap-5" aria-labelledby="plans">
      <h2 id="plans">{t("plans.title")}</h2>
      <p className="max-w-prose text-ink-2">{t("plans.intro")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="overflow-x-auto" aria-labelledby="plans" tabIndex={0}>
        <table className="w-full min-w-[34rem] border-collapse text-left">
          <thead>
            <tr className="border-ink border-b-2 align-bottom">
              <th scope="col" className="py-3 pr-4 font-semibold text-ink-2 text-sm">
                {t("plans.item")}
              </th>
              {PLAN_IDS.map((id) => (
                <th key={id} scope="col" className="px-4 py-3 text-right">
                  <span className="block font-bold font-display text-xl">{t(`plans.${id}`)}</span>
                  <span className="font-medium text-ink-2 text-xs">
                    {t(id === "free" ? "plans.now" : "plans.soon")}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(([label, value, note]) => (
              <tr key={label} className="border-line border-b">
                <th scope="row" className="py-3 pr-4 font-medium">
                  {label}
                  {note && <span className="block text-ink-2 text-xs">{note}</span>}
                </th>
                {PLAN_IDS.map((id) => (
                  <td key={id} className="px-4 py-3 text-right">
                    {value(PLANS[id])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <a href="/createur" className="link self-start font-semibold">
        {t("plans.more")}
      </a>
    </section>
  );
}
