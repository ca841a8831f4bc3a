import { LOCALES } from "../../lib/locale";
import { useTranslation } from "../translation";

/** The address of a page up to the parameter that chooses its language. */
export function languageAddress(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete("lang");
  const others = query.toString();
  return `${pathname}?${others && `${others}&`}`;
}

/**
 * Links to this page in each language. `?lang=` stores the choice.
 *
 * @param address `languageAddress` of the page
 */
export function LanguageSwitch({ address }: { address: string }) {
  const { t, i18n } = useTranslation("common");
  return (
    <div className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
      {LOCALES.map((locale) => {
        const current = i18n.language === locale;
        return (
          <a
            key={locale}
            href={`${address}lang=${locale}`}
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
