import { paths } from "../../lib/paths";
import { useTranslation } from "../translation";

const THEMES = ["system", "light", "dark"] as const;

/** A form, which works without script and returns to `address`, the path and query of the page. */
export function ThemeSwitch({ theme, address }: { theme: string; address: string }) {
  const { t } = useTranslation("common");
  return (
    <form method="post" action={paths.theme} className="inline-flex">
      <input type="hidden" name="to" value={address} />
      <fieldset className="inline-flex overflow-hidden rounded-full border border-line-2 text-xs">
        <legend className="sr-only">{t("theme.label")}</legend>
        {THEMES.map((name) => (
          <button
            key={name}
            type="submit"
            name="theme"
            value={name}
            aria-pressed={theme === name}
            className={`min-h-8 px-3 nav:px-2.5 ${theme === name ? "bg-ink text-paper" : "text-ink-2 hover:text-ink"}`}
          >
            {t(`theme.${name}`)}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
