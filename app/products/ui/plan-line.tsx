import { paths } from "../../lib/paths";
import type { PlanId } from "../../lib/viewer";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { effectivePlan } from "../rules/plans";

/** The seller's plan with what it allows and costs. */
export function PlanLine({ plan }: { plan: PlanId }) {
  const { t } = useTranslation("publish");
  const { size, commission } = useFormat();
  const { maxFileBytes, feeBps } = effectivePlan(plan);
  return (
    <p className="text-ink-2 text-sm leading-relaxed">
      {t(`plan.${plan}`)} {t("plan.terms", { size: size(maxFileBytes), fee: commission(feeBps) })}{" "}
      <a href={paths.creator} className="link">
        {t("plan.more")}
      </a>
    </p>
  );
}
