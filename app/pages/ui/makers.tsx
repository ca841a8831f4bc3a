import { useTranslation } from "react-i18next";

const MAKERS = [
  "authors",
  "artists",
  "developers",
  "photographers",
  "musicians",
  "educators",
] as const;

/** A line of print that runs across the whole page; said once to screen readers. */
export function Makers() {
  const { t } = useTranslation("page-home");
  return (
    <section aria-label={t("makers.label")} className="marquee-frame">
      <div className="marquee">
        {[false, true].map((echo) => (
          <ul key={String(echo)} aria-hidden={echo || undefined} className="marquee-run">
            {MAKERS.map((name) => (
              <li key={name}>{t(`makers.${name}`)}</li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}
