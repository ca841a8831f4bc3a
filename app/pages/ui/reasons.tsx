import { useTranslation } from "react-i18next";
import { useTodaysFee } from "./use-todays-fee";

const REASONS = ["instant", "secure", "fees", "link", "delivery"] as const;

export function Reasons() {
  const { t } = useTranslation("page-home");
  const fee = useTodaysFee();
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
