import type { HTMLAttributes, ReactNode } from "react";
import { CLOSE_ICON, Icon } from "../icon";
import { useTranslation } from "../translation";

/** Not `useId`: kept HTML can use none. */
const MENU_ID = "menu";

/**
 * The menu of small screens: a popover, which the browser opens and closes without script, also by
 * Escape and by a click elsewhere. With script, leaving it by keyboard closes it, since it covers what
 * is focused next.
 */
export function BurgerMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <div className="group" data-menu="">
      <button
        type="button"
        aria-label={t("nav.menu")}
        className="flex size-11 items-center justify-center rounded-full border border-line-2"
        {...popover({ popovertarget: MENU_ID })}
      >
        <Icon d="M3 6h14M3 10h14M3 14h14" className="size-5 group-has-[:popover-open]:hidden" />
        <Icon d={CLOSE_ICON} className="hidden size-5 group-has-[:popover-open]:block" />
      </button>
      <div
        id={MENU_ID}
        className="menu-sheet inset-x-0 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-auto flex-col gap-2 border-line border-b bg-paper px-4 py-5 text-ink shadow-ticket [&:popover-open]:flex"
        {...popover({ popover: "auto" })}
      >
        {children}
      </div>
    </div>
  );
}

/** Attributes that the types of this version of React lack. */
function popover(attributes: { popover: "auto" } | { popovertarget: string }) {
  return attributes as HTMLAttributes<HTMLElement>;
}
