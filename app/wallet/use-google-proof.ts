import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { callServer } from "./call-server";
import { onProven, openWindow } from "./google-proof-channel";

/** Has Google ask again who is there, in a window of its own: what was typed on this page stays. */
export function useGoogleProof(done: () => void) {
  const { t } = useTranslation("google");
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (!asked) return;
    return onProven(() => {
      setAsked(false);
      latest.current();
    });
  }, [asked]);

  async function prove() {
    const tab = openWindow();
    setAsked(true);
    setBusy(true);
    setError(null);
    const to = window.location.pathname + window.location.search;
    const answer = await callServer<{ location: string }>("/api/google/proof", { to });
    setBusy(false);
    if (answer.ok) return (tab ?? window).location.assign(answer.value.location);
    tab?.close();
    setError(answer.message ?? t("unavailable"));
  }
  return { busy, error, prove, clear: () => setError(null) };
}
