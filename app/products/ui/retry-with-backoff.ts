import { backoffMs, isRetryable } from "../rules/backoff";
import type { PartAnswer } from "./send-part";

/** The server said no, and would say so again. `words` are its own, for the page. */
export class UploadRefused extends Error {
  override readonly name = "UploadRefused";

  constructor(
    readonly status: number,
    readonly words: string,
  ) {
    super(String(status));
  }
}

/** How long one step is tried again, in ms. */
const PATIENCE_MS = 10 * 60_000;

interface Options {
  signal: AbortSignal;
  /** True while the next try is being waited for. */
  onWaiting: (waiting: boolean) => void;
}

/**
 * Repeats a step with exponential backoff while the connection is lost or the server busy, for at
 * most ten minutes. Throws `UploadRefused` with the last answer, or the signal's reason.
 */
export async function retryWithBackoff(
  step: () => Promise<PartAnswer>,
  { signal, onWaiting }: Options,
): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await step();
    if (answer.status >= 200 && answer.status < 300) return;
    const wait = backoffMs(attempt, Math.random(), answer.retryAfterSeconds);
    const isFatal = answer.status !== 0 && !isRetryable(answer.status);
    if (isFatal || Date.now() + wait > giveUpAt)
      throw new UploadRefused(answer.status, answer.words);
    onWaiting(true);
    await pause(wait, signal);
    onWaiting(false);
  }
}

/** Ends early when the browser is back on line, or by the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
