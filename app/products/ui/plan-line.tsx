import type { PlanId } from "../../accounts/rules/plan";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { useFormat } from "../../ui/use-format";
import { planTerms } from "../rules/plans";

/** The seller's plan with what it allows and costs. */
export function PlanLine({ plan }: { plan: PlanId }) {
  const { t } = useTranslation("publish");
  const { size, commission } = useFormat();
  const { maxFileBytes, feeBps } = planTerms(plan, useFeeBps());
  return (
    <p className="text-ink-2 text-sm leading-relaxed">
      {t(`plan.${plan}`)} {t("plan.terms", { size: size(maxFileBytes), fee: commission(feeBps) })}{" "}
      <a href={paths.creator} className="link">
        {t("plan.more")}
      </a>
    </p>
  );
}
