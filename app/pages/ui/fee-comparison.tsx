import { useTranslation } from "react-i18next";
import { effectivePlan } from "../../products/rules/plans";
import { Section } from "./section";
import { useTodaysFee } from "./use-todays-fee";

/** Right end of the scale, in basis points: the highest commission on either side. */
const SCALE_BPS = 1500;
const CLASSIC_BPS = { from: 500, to: 1000 };

const percentOfScale = (bps: number) => `${(bps / SCALE_BPS) * 100}%`;

/** Both ranges on one scale, and where we stand in ours today. */
export function FeeComparison() {
  const { t } = useTranslation("page-home");
  const fee = useTodaysFee();
  return (
    <Section
      title={t("compare.title")}
      aside={<p className="max-w-sm text-ink-3 text-sm">{t("compare.note")}</p>}
    >
      <dl className="flex flex-col gap-8">
        <div>
          <Line name={t("compare.here")} range={t("compare.hereRange")} />
          <div className="relative mt-3 h-5 rounded-sm border border-accent" aria-hidden="true">
            <span
              className="absolute inset-y-0 left-0 rounded-lg-[4px] bg-accent"
              style={{ width: percentOfScale(effectivePlan("free").feeBps) }}
            />
          </div>
          <dd className="mt-2 text-ink-2">{t("compare.hereText", { fee })}</dd>
        </div>
        <div>
          <Line name={t("compare.classic")} range={t("compare.classicRange")} />
          <div className="relative mt-3 h-5" aria-hidden="true">
            <span className="absolute inset-x-0 top-1/2 border-line-2 border-t" />
            <span
              className="absolute inset-y-0 rounded-sm bg-ink-3"
              style={{
                left: percentOfScale(CLASSIC_BPS.from),
                width: percentOfScale(CLASSIC_BPS.to - CLASSIC_BPS.from),
              }}
            />
          </div>
          <dd className="mt-2 text-ink-2">{t("compare.classicText")}</dd>
        </div>
      </dl>
    </Section>
  );
}

function Line({ name, range }: { name: string; range: string }) {
  return (
    <dt className="flex items-baseline justify-between gap-4 font-bold font-display text-xl tracking-tight">
      <span>{name}</span>
      <span className="whitespace-nowrap text-2xl tabular-nums">{range}</span>
    </dt>
  );
}
