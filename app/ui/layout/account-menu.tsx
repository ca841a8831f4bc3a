import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "../translation";
import { closeOnLeave } from "./burger-menu";

/**
 * The signed-in links where the bar has no room for them. It opens without script; a click elsewhere is
 * one on its button (`.account-menu`). With script, Escape and leaving it by keyboard close it too.
 */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <details className="account-menu" onBlur={closeOnLeave} onKeyDown={closeOnEscape}>
      <summary>{t("nav.account")}</summary>
      <div>{children}</div>
    </details>
  );
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== "Escape") return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}
