import { apiPaths } from "../../lib/api-paths";
import { partCount, partRange, type UploadState } from "../rules/upload";
import {
  MAX_OPERATION_RETRY_MS,
  MAX_UPLOAD_RETRY_MS,
  retryWithBackoff,
  type StorageResponse,
  sendRequest,
  UploadRejected,
} from "./retry-with-backoff";

interface Options {
  signal: AbortSignal;
  /** Bytes sent in all. */
  onProgress: (sentBytes: number) => void;
  onWaiting: (waiting: boolean) => void;
  /** All parts are uploaded; the server verifies the file. */
  onVerifying: () => void;
  /** False to leave it at the parts. */
  completes: boolean;
}

/**
 * Starts an upload with the form's fields and the file's name and size. Its `requestId` makes a retry
 * return the upload that an earlier attempt started. Throws `UploadRejected`.
 */
export async function startUpload(
  url: string,
  form: FormData,
  options: Pick<Options, "signal" | "onWaiting">,
): Promise<UploadState> {
  if (!form.has("requestId")) form.set("requestId", crypto.randomUUID());
  const init = { method: "POST", body: form, signal: options.signal };
  const { body } = await retryWithBackoff(() => sendRequest(url, init), {
    ...options,
    maxMs: MAX_OPERATION_RETRY_MS,
  });
  return JSON.parse(body);
}

/** The form with the file's description in place of the file, which is uploaded in parts. */
export function describeFile(data: FormData, file: File): FormData {
  data.delete("file");
  data.set("fileName", file.name);
  data.set("fileSize", String(file.size));
  data.set("fileType", file.type);
  data.set("fileModifiedAt", String(file.lastModified));
  return data;
}

/**
 * Sends the missing parts in sequence, then has the file verified and put on sale. Adds
 * each part to `upload.received`, so that a second call resumes.
 */
export async function uploadFile(upload: UploadState, file: Blob, options: Options): Promise<void> {
  const { key } = upload;
  for (let number = 1; number <= partCount(upload); number += 1) {
    const range = partRange(upload, number);
    if (!range || upload.received.includes(number)) continue;
    const before = receivedBytes(upload);
    const onProgress = (sent: number) => options.onProgress(before + sent);
    const part = file.slice(range.start, range.end);
    const url = apiPaths.uploadPart(key, String(number));
    await retryWithBackoff(() => sendPart(url, part, { signal: options.signal, onProgress }), {
      ...options,
      maxMs: MAX_UPLOAD_RETRY_MS,
    });
    upload.received.push(number);
  }
  options.onProgress(upload.sizeBytes);
  if (!options.completes) return;
  options.onVerifying();
  const init = { method: "POST", signal: options.signal };
  await retryWithBackoff(() => sendRequest(apiPaths.completeUpload(key), init), {
    signal: options.signal,
    maxMs: MAX_OPERATION_RETRY_MS,
    onWaiting: (waiting) => (waiting ? options.onWaiting(true) : options.onVerifying()),
  });
}

/**
 * Cancels the upload; a draft goes with it. Does nothing where the upload is gone or complete; after
 * other failures it stays in the list of unfinished uploads.
 */
export async function requestDiscard(key: string): Promise<void> {
  const { signal } = new AbortController();
  // Also where the page is left at once.
  const init = { method: "DELETE", keepalive: true, signal };
  const options = { signal, maxMs: MAX_OPERATION_RETRY_MS };
  await retryWithBackoff(() => sendRequest(apiPaths.upload(key), init), options).catch(
    (error: unknown) => {
      if (!(error instanceof UploadRejected)) throw error;
    },
  );
}

export function receivedBytes(upload: UploadState): number {
  return upload.received.reduce((sum, number) => {
    const range = partRange(upload, number);
    return range ? sum + range.end - range.start : sum;
  }, 0);
}

/** A connection without progress for this long counts as failed. */
const STALL_TIMEOUT_MS = 60_000;

/** Uploads one part. By XMLHttpRequest: `fetch` reports no upload progress. Rejects when aborted. */
function sendPart(
  url: string,
  part: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<StorageResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stallTimer = setTimeout(stop, STALL_TIMEOUT_MS);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(stop, STALL_TIMEOUT_MS);
      onProgress(Math.min(loaded, part.size));
    };
    request.onloadend = () => {
      clearTimeout(stallTimer);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else resolve(responseOf(request));
    };
    signal.addEventListener("abort", stop);
    request.open("PUT", url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(part);
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
