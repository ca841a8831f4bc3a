import { backoffMs, isRetryable } from "../../lib/backoff";

/** The response to one storage request. */
export interface StorageResponse {
  /** HTTP status; 0 where the connection failed. */
  status: number;
  retryAfterSeconds: number;
  body: string;
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

/** How long the upload of one part is retried. */
export const MAX_UPLOAD_RETRY_MS = 10 * 60_000;
/** How long every other operation is retried. */
export const MAX_OPERATION_RETRY_MS = 2 * 60_000;

/** Bounds of the delay between retries, before jitter. */
const DELAY = { minMs: 500, maxMs: 30_000 };

interface Options {
  maxMs: number;
  signal: AbortSignal;
  /** True during the delay before a retry. */
  onWaiting?: (waiting: boolean) => void;
}

/**
 * Retries a request with exponential back-off, and at least for its `Retry-After`, while the connection
 * fails or the server is busy, for at most `maxMs`. Returns the successful response. Throws
 * `UploadRejected` with the last one, or the signal's reason.
 */
export async function retryWithBackoff(
  send: () => Promise<StorageResponse>,
  { maxMs, signal, onWaiting = () => undefined }: Options,
): Promise<StorageResponse> {
  const deadline = Date.now() + maxMs;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send();
    const { status, retryAfterSeconds, body } = response;
    if (status >= 200 && status < 300) return response;
    const delay = Math.max(backoffMs(attempt, Math.random(), DELAY), retryAfterSeconds * 1_000);
    const isFatal = status !== 0 && !isRetryable(status);
    if (isFatal || Date.now() + delay > deadline) {
      const { message, code } = errorIn(body);
      throw new UploadRejected(status, message, code);
    }
    onWaiting(true);
    await wait(delay, signal);
    onWaiting(false);
  }
}

/** Sends a request by `fetch`; status 0 where the connection fails. Rejects when the signal aborts. */
export async function sendRequest(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<StorageResponse> {
  try {
    const response = await fetch(url, init);
    const retryAfterSeconds = Number(response.headers.get("Retry-After")) || 0;
    return { status: response.status, retryAfterSeconds, body: await response.text() };
  } catch {
    init.signal.throwIfAborted();
    return { status: 0, retryAfterSeconds: 0, body: "" };
  }
}

/** Code and message of `{ error: { code, message } }`; empty where the body is something else. */
function errorIn(body: string): { code: string; message: string } {
  try {
    const { code, message } = JSON.parse(body).error;
    return { code: String(code), message: String(message) };
  } catch {
    return { code: "", message: "" };
  }
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
