import { useEffect, useState } from "react";

const ANSWER = "answer";

/** Tells the page of an answer that has no alert of its own: the alerts of earlier answers go. */
export function announceAnswer(): void {
  document.dispatchEvent(new Event(ANSWER));
}

/**
 * The answer to something that the person did, for an alert: null once another answer has come, from
 * wherever on the page. An answer that comes again is another object, or was empty in between.
 */
export function useLatestAnswer<T>(answer: T): T | null {
  const [outdated, setOutdated] = useState<{ answer: T } | null>(null);
  useEffect(() => {
    setOutdated(null);
    if (!answer) return;
    announceAnswer();
    const dismiss = () => setOutdated({ answer });
    document.addEventListener(ANSWER, dismiss);
    return () => document.removeEventListener(ANSWER, dismiss);
  }, [answer]);
  return outdated?.answer === answer ? null : answer;
}
