import type { ReactNode } from "react";
import { useTranslation } from "../translation";

/**
 * The signed-in links where the bar has no room for them. It opens without script; a click elsewhere is
 * one on its button (`.menu`). With script, Escape and leaving it by keyboard close it too.
 */
export function AccountMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <details className="menu account-menu" data-menu="">
      <summary>{t("nav.account")}</summary>
      <div>{children}</div>
    </details>
  );
}
