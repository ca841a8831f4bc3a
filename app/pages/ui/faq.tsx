import { useTranslation } from "react-i18next";
import { Section } from "./section";

const QUESTIONS = ["wallet", "fees", "delivery", "paid", "taxes"] as const;

/** The platform keeps one answer open at a time: `details` of the same name. */
export function Faq() {
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
              {name === "wallet" && (
                <a href="/guide-wallet" className="link mt-2 inline-block font-semibold text-ink">
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
