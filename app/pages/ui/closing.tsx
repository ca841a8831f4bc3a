import { useTranslation } from "react-i18next";

/** The one block of solid colour on the page. */
export function Closing() {
  const { t } = useTranslation("page-home");
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-col items-start gap-x-12 gap-y-8 rounded-lg bg-accent px-6 py-12 text-on-accent sm:px-12 sm:py-16 md:flex-row md:items-end md:justify-between"
    >
      <div>
        <h2
          id="closing"
          className="text-[clamp(2.5rem,6vw,4.5rem)] leading-none tracking-[-0.04em]"
        >
          {t("closing.title")}
        </h2>
        <p className="mt-4 text-lg">{t("closing.text")}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <a
          href="/login"
          className="inline-flex min-h-12 items-center rounded-full bg-ink px-6 font-semibold text-paper no-underline"
        >
          {t("closing.start")}
        </a>
        <a href="/createur" className="font-semibold underline underline-offset-4">
          {t("closing.plans")}
        </a>
      </div>
    </section>
  );
}
