import { partCount, partRange, type UploadState } from "../rules/upload";
import { retryWithBackoff, UploadRefused } from "./retry-with-backoff";
import { type PartAnswer, sendPart, wordsIn } from "./send-part";

export interface Options {
  signal: AbortSignal;
  /** Bytes that have left in all. */
  onProgress: (sentBytes: number) => void;
  onWaiting: (waiting: boolean) => void;
  /** All parts are there; the server checks them. */
  onVerifying: () => void;
}

const RESOURCE = "/api/uploads";

/** Opens the upload with the form's fields and the file's name and size. Throws `UploadRefused`. */
export async function openUpload(form: FormData, signal: AbortSignal): Promise<UploadState> {
  const answer = await fetch(RESOURCE, { method: "POST", body: form, signal }).catch(() => {
    signal.throwIfAborted();
    throw new UploadRefused(0, "");
  });
  if (!answer.ok) throw new UploadRefused(answer.status, wordsIn(await answer.text()));
  return answer.json();
}

/**
 * Sends the parts that are still missing, one after the other, then has the file verified and its
 * product published. `upload.received` grows as parts arrive, so that a second call goes on.
 */
export async function uploadFile(upload: UploadState, file: Blob, options: Options): Promise<void> {
  const address = `${RESOURCE}/${encodeURIComponent(upload.key)}`;
  for (let number = 1; number <= partCount(upload); number += 1) {
    const range = partRange(upload, number);
    if (!range || upload.received.includes(number)) continue;
    const before = receivedBytes(upload);
    const onProgress = (sent: number) => options.onProgress(before + sent);
    const part = file.slice(range.start, range.end);
    await retryWithBackoff(
      () => sendPart(`${address}/parts/${number}`, part, { signal: options.signal, onProgress }),
      options,
    );
    upload.received.push(number);
  }
  options.onProgress(upload.sizeBytes);
  options.onVerifying();
  await retryWithBackoff(() => post(`${address}/complete`, options.signal), options);
}

/** Gives the upload and its draft up. */
export async function discardUpload(key: string): Promise<void> {
  await fetch(`${RESOURCE}/${encodeURIComponent(key)}`, { method: "DELETE" });
}

export function receivedBytes(upload: UploadState): number {
  return upload.received.reduce((sum, number) => {
    const range = partRange(upload, number);
    return range ? sum + range.end - range.start : sum;
  }, 0);
}

async function post(url: string, signal: AbortSignal): Promise<PartAnswer> {
  try {
    const answer = await fetch(url, { method: "POST", signal });
    const retryAfterSeconds = Number(answer.headers.get("Retry-After")) || 0;
    return { status: answer.status, retryAfterSeconds, words: wordsIn(await answer.text()) };
  } catch {
    signal.throwIfAborted();
    return { status: 0, retryAfterSeconds: 0, words: "" };
  }
}
