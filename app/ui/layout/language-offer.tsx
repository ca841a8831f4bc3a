import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";

/** Offers English to visitors with another browser language. The text is English in every locale file. */
export function LanguageOffer({ pathname, search }: { pathname: string; search: string }) {
  const { t } = useTranslation("common");
  const query = new URLSearchParams(search);
  query.set("lang", "en");
  return (
    <form
      method="post"
      action={paths.languageHint}
      lang="en"
      aria-label={t("languageOffer.accept")}
      className="language-offer flex items-center justify-center gap-4 bg-sunk px-4 py-1.5 text-ink-2 text-sm"
    >
      <a href={`${pathname}?${query}`} className="link">
        {t("languageOffer.accept")}
      </a>
      <input type="hidden" name="to" value={pathname + search} />
      <button type="submit" className="rounded-full px-2 py-0.5 hover:text-ink">
        {t("languageOffer.close")}
      </button>
    </form>
  );
}
