/** The response to one upload request. */
export interface UploadResponse {
  /** HTTP status; 0 where the connection failed. */
  status: number;
  retryAfterSeconds: number;
  /** The server's error message in the visitor's language; empty without one. */
  message: string;
}

/** The server rejected a request that a retry would not change. `message` is for the page. */
export class UploadRejected extends Error {
  override readonly name = "UploadRejected";

  constructor(
    readonly status: number,
    message: string,
    /** The server's error code; empty where the connection failed. */
    readonly code = "",
  ) {
    super(message);
  }
}

/** How long one request is retried. */
const MAX_RETRY_MS = 10 * 60_000;

/** Bounds of the delay between retries, before jitter. */
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

interface Options {
  signal: AbortSignal;
  /** True during the delay before a retry. */
  onWaiting: (waiting: boolean) => void;
}

/**
 * Retries a request with exponential back-off while the connection fails or the server is busy, for
 * at most ten minutes. Throws `UploadRejected` with the last response, or the signal's reason.
 */
export async function retryWithBackoff(
  send: () => Promise<UploadResponse>,
  { signal, onWaiting }: Options,
): Promise<void> {
  const deadline = Date.now() + MAX_RETRY_MS;
  for (let attempt = 0; ; attempt += 1) {
    const { status, retryAfterSeconds, message } = await send();
    if (status >= 200 && status < 300) return;
    const delay = backoffMs(attempt, Math.random(), retryAfterSeconds);
    const isFatal = status !== 0 && !isRetryable(status);
    if (isFatal || Date.now() + delay > deadline) throw new UploadRejected(status, message);
    onWaiting(true);
    await wait(delay, signal);
    onWaiting(false);
  }
}

/** Statuses after which R2 recommends to retry the same request. */
export function isRetryable(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/**
 * Delay in ms after the `attempt`th failure (from 0): doubles, with up to half of it random so that
 * clients do not retry in step. `random` is in [0, 1). `Retry-After` is the minimum.
 */
export function backoffMs(attempt: number, random: number, retryAfterSeconds = 0): number {
  const delay = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** attempt);
  return Math.max(delay * (0.5 + random / 2), retryAfterSeconds * 1_000);
}

/** Resolves early when the browser is online again; rejects when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
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
