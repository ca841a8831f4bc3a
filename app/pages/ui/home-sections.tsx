import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { Section, useCurrentFee } from "./section";

const REASONS = ["instant", "secure", "fees", "link", "delivery"] as const;

export function Reasons() {
  const { t } = useTranslation("page-home");
  const fee = useCurrentFee();
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons" className="mb-6 text-3xl sm:text-[2.1rem]">
        {t("reasons.title")}
      </h2>
      <ol className="grid overflow-hidden rounded-md border border-line bg-line max-md:gap-px md:grid-cols-5 md:gap-px">
        {REASONS.map((name, at) => (
          <li key={name} className="grid grid-cols-[2.5rem_1fr] bg-card p-5 md:block md:p-6">
            <span
              aria-hidden="true"
              className="font-bold font-display text-accent text-lg leading-snug md:text-xl"
            >
              {at + 1}
            </span>
            <div className="md:mt-10">
              <h3 className="leading-snug">{t(`reasons.${name}.title`)}</h3>
              <p className="mt-2 text-[0.925rem] text-ink-2">
                {t(`reasons.${name}.text`, { fee })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MAKERS = [
  "authors",
  "artists",
  "developers",
  "photographers",
  "musicians",
  "educators",
] as const;

/** A marquee of two copies of the list; screen readers get one. */
export function Makers() {
  const { t } = useTranslation("page-home");
  return (
    <section aria-labelledby="makers" className="marquee-frame">
      <h2 id="makers" className="sr-only">
        {t("makers.label")}
      </h2>
      <div className="marquee">
        {[false, true].map((isCopy) => (
          <ul key={String(isCopy)} aria-hidden={isCopy || undefined} className="marquee-run">
            {MAKERS.map((name) => (
              <li key={name}>{t(`makers.${name}`)}</li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

/** Right end of the scale: the highest commission that is charged. */
const SCALE_BPS = 1000;
const CLASSIC_BPS = { from: 500, to: 1000 };

const percentOfScale = (bps: number) => `${Math.min(bps / SCALE_BPS, 1) * 100}%`;

/** Commission ranges of this and of other marketplaces on one scale. */
export function FeeComparison() {
  const { t } = useTranslation("page-home");
  const { feeBps } = useFeeBps();
  const fee = useCurrentFee();
  return (
    <Section
      title={t("compare.title")}
      aside={<p className="max-w-sm text-ink-3 text-sm">{t("compare.note")}</p>}
    >
      <dl className="flex flex-col gap-8">
        <div>
          <RangeLabel name={t("compare.here")} range={t("compare.today", { fee })} />
          <dd className="mt-3">
            <div className="relative h-5" aria-hidden="true">
              <span className="absolute inset-x-0 top-1/2 border-line-2 border-t" />
              <span
                className="absolute inset-y-0 left-0 rounded-lg-[4px] bg-accent"
                style={{ width: percentOfScale(feeBps) }}
              />
            </div>
            <p className="mt-2 text-ink-2">{t("compare.hereText", { fee })}</p>
          </dd>
        </div>
        <div>
          <RangeLabel name={t("compare.classic")} range={t("compare.classicRange")} />
          <dd className="mt-3">
            <div className="relative h-5" aria-hidden="true">
              <span className="absolute inset-x-0 top-1/2 border-line-2 border-t" />
              <span
                className="absolute inset-y-0 rounded-sm bg-ink-3"
                style={{
                  left: percentOfScale(CLASSIC_BPS.from),
                  width: percentOfScale(CLASSIC_BPS.to - CLASSIC_BPS.from),
                }}
              />
            </div>
            <p className="mt-2 text-ink-2">{t("compare.classicText")}</p>
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function RangeLabel({ name, range }: { name: string; range: string }) {
  return (
    <dt className="flex flex-wrap items-baseline justify-between gap-x-4 font-bold font-display text-xl tracking-tight">
      <span>{name}</span>
      <span className="text-2xl tabular-nums">{range}</span>
    </dt>
  );
}

const QUESTIONS = ["wallet", "fees", "delivery", "paid", "taxes"] as const;

/** `details` with the same name: the browser keeps one open at a time. */
export function Faq({ premiumByToken }: { premiumByToken: boolean }) {
  const { t } = useTranslation("page-home");
  return (
    <Section title={t("faq.title")}>
      <div className="border-line border-b">
        {QUESTIONS.map((name, at) => (
          <details
            key={name}
            name="faq"
            open={at === 0}
            className="group border-line border-t first:border-t-0"
          >
            <summary className="flex list-none items-baseline justify-between gap-6 py-4 font-bold font-display text-xl tracking-tight hover:text-accent group-first:pt-0">
              <h3 className="text-xl">{t(`faq.${name}.q`)}</h3>
              <span aria-hidden="true" className="faq-sign" />
            </summary>
            <div className="max-w-2xl pb-6 text-ink-2 leading-relaxed">
              <p>{t(`faq.${name}.a`)}</p>
              {name === "fees" && premiumByToken && <p className="mt-2">{t("faq.fees.premium")}</p>}
              {name === "wallet" && (
                <a
                  href={paths.walletGuide}
                  className="link mt-2 inline-block font-semibold text-ink"
                >
                  {t("faq.wallet.link")}
                </a>
              )}
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}

export function CallToAction() {
  const { t } = useTranslation("page-home");
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-col items-start gap-x-12 gap-y-8 rounded-lg bg-accent px-6 py-12 text-on-accent sm:px-12 sm:py-16 md:flex-row md:items-end md:justify-between"
    >
      <div>
        <h2
          id="closing"
          className="text-[clamp(min(2.5rem,12.5vw),6vw,4.5rem)] leading-none tracking-[-0.04em]"
        >
          {t("closing.title")}
        </h2>
        <p className="mt-4 text-lg">{t("closing.text")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <a
          href={paths.login}
          className="inline-flex min-h-12 items-center rounded-full bg-ink px-6 font-semibold text-paper no-underline"
        >
          {t("closing.start")}
        </a>
        <a href={paths.creator} className="font-semibold underline underline-offset-4">
          {t("closing.plans")}
        </a>
      </div>
    </section>
  );
}
