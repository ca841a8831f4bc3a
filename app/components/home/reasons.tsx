import { useTranslation } from "react-i18next";

const REASONS = ["instant", "security", "fees", "link", "delivery"] as const;

export function Reasons() {
  const { t } = useTranslation("page-home");
  return (
    <section aria-labelledby="why">
      <h2 id="why" className="sr-only">
        {t("why.title")}
      </h2>
      <ol className="grid overflow-hidden rounded-md border border-line bg-line gap-px sm:grid-cols-2 md:grid-cols-5">
        {REASONS.map((reason, at) => (
          <li key={reason} className="flex flex-col gap-1.5 bg-card p-5 max-md:last:col-span-full">
            <span className="font-bold font-display text-accent">{at + 1}</span>
            <h3 className="mt-3">{t(`why.${reason}.title`)}</h3>
            <p className="text-ink-2 text-sm">{t(`why.${reason}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
