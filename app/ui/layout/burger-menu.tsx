import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The menu of small screens: a `<details>` element, which works without script. */
export function BurgerMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <details className="group">
      <summary
        aria-label={t("nav.menu")}
        className="flex size-11 list-none items-center justify-center rounded-full border border-line-2"
      >
        <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
          <path
            className="group-open:hidden"
            d="M3 6h14M3 10h14M3 14h14"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <path
            className="hidden group-open:block"
            d="M5 5l10 10M15 5L5 15"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </summary>
      <div className="absolute inset-x-0 top-16 flex flex-col gap-2 border-line border-b bg-paper px-4 py-5 shadow-ticket">
        {children}
      </div>
    </details>
  );
}
