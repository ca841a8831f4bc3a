import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

/** Asks before the page is left while `active`: by a dialog in the app, by the browser elsewhere. */
export function UnsavedChanges({ active }: { active: boolean }) {
  const { t } = useTranslation("manage-sell");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [active]);
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
