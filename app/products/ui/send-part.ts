/** What came back for one part: a status, or 0 where the connection was lost. */
export interface PartAnswer {
  status: number;
  retryAfterSeconds: number;
  /** The server's words for a refusal, in the visitor's language; empty where it gave none. */
  words: string;
}

/** A connection that moves nothing for this long counts as lost, in ms. */
const SILENCE_MS = 60_000;

/** Puts one part. XMLHttpRequest, since `fetch` does not tell how much has left. Rejects when aborted. */
export function sendPart(
  url: string,
  part: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<PartAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silence = setTimeout(stop, SILENCE_MS);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    request.upload.onprogress = ({ loaded }) => {
      heard();
      onProgress(Math.min(loaded, part.size));
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(answerOf(request));
    };
    signal.addEventListener("abort", stop);
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(part);
    if (signal.aborted) stop();
  });
}

function answerOf(request: XMLHttpRequest): PartAnswer {
  const retryAfter = request.status ? Number(request.getResponseHeader("Retry-After")) : 0;
  return {
    status: request.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : 0,
    words: wordsIn(request.responseText),
  };
}

/** The message of `{ error: { message } }`. */
export function wordsIn(body: string): string {
  try {
    return String(JSON.parse(body).error.message);
  } catch {
    return "";
  }
}
