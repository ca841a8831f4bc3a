import { PLAN_IDS, type PlanId } from "../../accounts/rules/plan";
import { paths } from "../../lib/paths";
import { maxFileBytes, PLANS, type Plan, planTerms } from "../../products/rules/plans";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { useFormat } from "../../ui/use-format";
import { Section, useCurrentFee } from "./section";

interface Props {
  /** True where holding a token gives Premium. */
  premiumByToken: boolean;
}

/** `isOwnPage` on the page about plans, which needs no link to itself. */
export function PlansTable({ premiumByToken, isOwnPage = false }: Props & { isOwnPage?: boolean }) {
  const { t } = useTranslation("page-home");
  const fee = useCurrentFee();
  const { size } = useFormat();
  return (
    <Section
      title={t("plans.title")}
      aside={
        <>
          <p className="max-w-sm text-ink-2">
            {t("plans.text", { fee, size: size(maxFileBytes("free")) })}
          </p>
          {!isOwnPage && (
            <a href={paths.creator} className="link font-semibold">
              {t("plans.more")}
            </a>
          )}
        </>
      }
    >
      <Rows premiumByToken={premiumByToken} />
      <p className="mt-4 text-ink-3 text-sm">
        {t(premiumByToken ? "plans.noteByToken" : "plans.note")}
      </p>
    </Section>
  );
}

function Rows({ premiumByToken }: Props) {
  const { t } = useTranslation("page-home");
  const { commission, size } = useFormat();
  const yesOrNo = (has: boolean) => t(has ? "plans.yes" : "plans.no");
  const since = {
    free: "today",
    pro: "soon",
    premium: premiumByToken ? "byToken" : "soon",
  } as const;
  return (
    <table className="w-full border-collapse text-left text-xs max-[25rem]:table-fixed max-[25rem]:wrap-anywhere min-[22.5rem]:text-sm sm:text-base">
      <caption className="sr-only">{t("plans.caption")}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="w-[30%] sm:w-[34%] pb-3 font-normal text-ink-3 text-sm">
            {t("plans.row.feature")}
          </th>
          {PLAN_IDS.map((id) => (
            <th key={id} scope="col" className="pb-3 pl-1 text-right sm:pl-2">
              <span
                className={`block font-normal text-xs ${since[id] === "soon" ? "text-ink-3" : "text-accent"}`}
              >
                {t(`plans.${since[id]}`)}
              </span>
              <span className="font-bold font-display text-sm tracking-tight min-[22.5rem]:text-lg sm:text-xl">
                {t(`plans.${id}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row name={t("plans.row.link")} value={(plan) => commission(plan.feeBps)} />
        <Row name={t("plans.row.size")} value={(plan) => size(plan.maxFileBytes)} />
        <Row name={t("plans.row.files")} value={() => t("plans.unlimited")} />
        <Row name={t("plans.row.statistics")} value={(plan) => yesOrNo(plan.advancedStatistics)} />
        <Row name={t("plans.row.page")} value={(plan) => yesOrNo(plan.customPage)} />
        <Row
          name={t("plans.row.public")}
          note={t("plans.row.planned")}
          value={(plan) => commission(plan.publicShopBps)}
          isPlanned
        />
      </tbody>
    </table>
  );
}

interface RowProps {
  name: string;
  note?: string;
  value: (plan: Plan) => string;
  /** True for what applies to no plan yet. */
  isPlanned?: boolean;
}

function Row({ name, note, value, isPlanned = false }: RowProps) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-3 pr-2 font-normal text-ink-2 sm:pr-4">
        {name}
        {note && <span className="mt-0.5 block text-warn text-xs sm:text-sm">{note}</span>}
      </th>
      {PLAN_IDS.map((id) => (
        <td key={id} className="py-3 pl-1 text-right min-[22.5rem]:pl-2 font-semibold tabular-nums">
          <Value id={id} value={value} isPlanned={isPlanned} />
        </td>
      ))}
    </tr>
  );
}

/** What applies today, and below it what the plan will have. */
function Value({
  id,
  value,
  isPlanned,
}: Pick<RowProps, "value"> & { id: PlanId; isPlanned: boolean }) {
  const { t } = useTranslation("page-home");
  const [today, later] = [value(planTerms(id, useFeeBps())), value(PLANS[id])];
  if (isPlanned || today === later) return later;
  return (
    <>
      {today}
      <span className="mt-0.5 block font-normal text-ink-3 text-xs min-[24.375rem]:whitespace-nowrap sm:text-sm">
        {later === t("plans.no") ? t("plans.forNow") : t("plans.later", { value: later })}
      </span>
    </>
  );
}
