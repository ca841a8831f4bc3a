import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CLOSE_ICON, Icon } from "../icon";

/** The menu of small screens: a `<details>` element, which works without script. */
export function BurgerMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <details className="group">
      <summary
        aria-label={t("nav.menu")}
        className="flex size-11 list-none items-center justify-center rounded-full border border-line-2"
      >
        <Icon d="M3 6h14M3 10h14M3 14h14" className="size-5 group-open:hidden" />
        <Icon d={CLOSE_ICON} className="hidden size-5 group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-16 flex flex-col gap-2 border-line border-b bg-paper px-4 py-5 shadow-ticket">
        {children}
      </div>
    </details>
  );
}
