import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { Dialog } from "./dialog";

/**
 * Asks before the page is left while `hasChanges` returns true, which is called at that moment: by a
 * dialog in the app, by the browser elsewhere.
 */
export function UnsavedChanges({ hasChanges }: { hasChanges: () => boolean }) {
  const { t } = useTranslation("common");
  const current = useRef(hasChanges);
  current.current = hasChanges;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (current.current()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
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
