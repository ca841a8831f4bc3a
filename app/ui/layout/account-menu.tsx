import type { FocusEvent, KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "../translation";

/**
 * The signed-in links where the bar has no room for them. It opens without script; a click elsewhere is
 * one on its button (`.account-menu`). With script, Escape and leaving it by keyboard close it too.
 */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <details
      className="account-menu group relative"
      onBlur={closeOnLeave}
      onKeyDown={closeOnEscape}
    >
      <summary className="flex min-h-10 list-none items-center gap-2 rounded-full border border-line-2 px-4 font-semibold text-sm hover:border-ink group-open:border-ink">
        {t("nav.account")}
        <span aria-hidden="true" className="disclosure-arrow" />
      </summary>
      <div className="absolute top-full right-0 mt-2 grid max-h-[calc(100dvh-5rem)] w-max min-w-full gap-1 overflow-y-auto rounded-md border border-line bg-paper p-4 text-ink shadow-ticket">
        {children}
      </div>
    </details>
  );
}

function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
    currentTarget.open = false;
  }
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}
