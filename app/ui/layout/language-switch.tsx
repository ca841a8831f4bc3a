import { useLocation } from "@remix-run/react";
import { LOCALES } from "../../lib/locale";
import { useTranslation } from "../translation";

/** Links to this page in each language. `?lang=` stores the choice. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation("common");
  const { pathname, search } = useLocation();
  return (
    <div className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
      {LOCALES.map((locale) => {
        const query = new URLSearchParams(search);
        query.set("lang", locale);
        const current = i18n.language === locale;
        return (
          <a
            key={locale}
            href={`${pathname}?${query}`}
            hrefLang={locale}
            lang={locale}
            aria-current={current ? "true" : undefined}
            aria-label={`${locale.toUpperCase()}, ${t(`language.${locale}`)}`}
            className={`flex min-h-8 items-center px-3 no-underline ${current ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
          >
            {locale.toUpperCase()}
          </a>
        );
      })}
    </div>
  );
}
