import type { StorageResponse } from "./retry-with-backoff";

/** A connection without progress for this long counts as failed. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Sends bytes or a form; status 0 where the connection fails. By XMLHttpRequest: `fetch` reports no upload
 * progress, which `onProgress` is told in bytes. Rejects when the signal aborts.
 */
export function sendBody(
  method: "PUT" | "POST",
  url: string,
  body: Blob | FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<StorageResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stallTimer = setTimeout(stop, STALL_TIMEOUT_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(stop, STALL_TIMEOUT_MS);
      onProgress(body instanceof Blob ? Math.min(loaded, body.size) : loaded);
    };
    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(responseOf(request));
    };
    signal.addEventListener("abort", stop);
    request.open(method, url);
    // A form has a boundary in its type, which the browser adds.
    if (body instanceof Blob) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(body);
    if (signal.aborted) stop();
  });
}

function responseOf(request: XMLHttpRequest): StorageResponse {
  const retryAfter = request.status ? Number(request.getResponseHeader("Retry-After")) : 0;
  return {
    status: request.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : 0,
    body: request.responseText,
  };
}
