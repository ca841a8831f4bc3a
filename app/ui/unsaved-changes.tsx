// @chunk seller
import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "../lib/paths";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { useTranslation } from "./translation";

interface Props {
  /** Called when the page is about to be left; with the state of the link in the app that leaves it. */
  hasChanges: (linkState?: unknown) => boolean;
  /** True where the page has its input again after a change of language or theme. */
  keepsInput?: boolean;
}

/** Asks before a page with changes is left: by a dialog in the app, by the browser elsewhere. */
export function UnsavedChanges({ hasChanges, keepsInput = false }: Props) {
  const { t } = useTranslation("common");
  const current = useRef(hasChanges);
  current.current = hasChanges;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(nextLocation.state),
  );
  useEffect(() => {
    let isSwitch = false;
    const note = ({ target }: Event) => {
      isSwitch = keepsInput && isLanguageOrTheme(target);
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (!isSwitch && current.current()) event.preventDefault();
    };
    addEventListener("click", note, true);
    addEventListener("submit", note, true);
    addEventListener("beforeunload", warn);
    return () => {
      removeEventListener("click", note, true);
      removeEventListener("submit", note, true);
      removeEventListener("beforeunload", warn);
    };
  }, [keepsInput]);
  const stay = () => {
    if (blocker.state === "blocked") blocker.reset();
  };
  return (
    <Dialog open={blocker.state === "blocked"} title={t("leave.title")} onClose={stay}>
      <p className="text-ink-2">{t("leave.text")}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={stay}>
          {t("leave.stay")}
        </Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {t("leave.leave")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Forms that load this page again. */
const OF_APPEARANCE: readonly string[] = [paths.theme, paths.currency];

/** True for a link that loads this page in a language, and for the forms that set theme or currency. */
function isLanguageOrTheme(target: EventTarget | null): boolean {
  if (target instanceof HTMLFormElement) {
    return OF_APPEARANCE.includes(new URL(target.action).pathname);
  }
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[hreflang]") : null;
  return link !== null && new URL(link.href).pathname === location.pathname;
}
