import { useTranslation } from "react-i18next";

const QUESTIONS = ["wallet", "fees", "delivery", "custody", "taxes"] as const;

/** The platform keeps one open at a time: they share a name. */
export function Faq() {
  const { t } = useTranslation("page-home");
  return (
    <section className="grid gap-8 md:grid-cols-[1fr_1.6fr]">
      <h2>{t("faq.title")}</h2>
      <div className="border-line border-t">
        {QUESTIONS.map((question, at) => (
          <details key={question} name="faq" open={at === 0} className="group border-line border-b">
            <summary className="flex list-none items-center justify-between gap-4 py-4 font-semibold text-lg">
              {t(`faq.${question}.q`)}
              <svg
                viewBox="0 0 16 16"
                className="size-4 shrink-0 transition group-open:rotate-45"
                aria-hidden="true"
              >
                <path d="M8 1v14M1 8h14" stroke="currentColor" strokeWidth="2" />
              </svg>
            </summary>
            <div className="max-w-prose pb-5 text-ink-2 leading-relaxed">
              <p>{t(`faq.${question}.a`)}</p>
              {question === "wallet" && (
                <p className="mt-2">
                  <a href="/guide-wallet" className="link">
                    {t("faq.wallet.link")}
                  </a>
                </p>
              )}
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
