import type { ParseKeys } from "i18next";
import { useEffect } from "react";
import { toast } from "../toast";
import { useTranslation } from "../translation";
import { useHydrated } from "../use-hydrated";
import { announceAnswer } from "../use-latest-answer";

/** The message of a redirect: a toast with script, else a box that the style sheet positions. */
export function FlashToast({ name, scripted }: { name: ParseKeys<"toasts">; scripted: boolean }) {
  const { t } = useTranslation(["toasts", "common"]);
  const hydrated = useHydrated();
  const message = t(name);
  useEffect(() => {
    announceAnswer();
    toast(message);
  }, [message]);
  if (scripted && hydrated) return null;
  return (
    <p role="status" className="flash fixed right-4 z-50 has-checked:hidden">
      {/* Checking the hidden checkbox hides the message, so that it closes without script. */}
      <label className="block max-w-[calc(100vw-2rem)] cursor-pointer rounded-md bg-ink px-4 py-3 font-medium text-paper text-sm shadow-ticket">
        <input type="checkbox" className="sr-only" aria-label={t("common:close")} />
        {message}
      </label>
    </p>
  );
}
