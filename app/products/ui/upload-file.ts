import { paths } from "../../lib/paths";
import { partCount, partRange, type UploadState } from "../rules/upload";
import { retryWithBackoff, UploadRejected, type UploadResponse } from "./retry-with-backoff";

interface Options {
  signal: AbortSignal;
  /** Bytes sent in all. */
  onProgress: (sentBytes: number) => void;
  onWaiting: (waiting: boolean) => void;
  /** All parts are uploaded; the server verifies the file. */
  onVerifying: () => void;
}

/** Starts an upload with the form's fields and the file's name and size. Throws `UploadRejected`. */
export async function startUpload(
  url: string,
  form: FormData,
  signal: AbortSignal,
): Promise<UploadState> {
  const response = await fetch(url, { method: "POST", body: form, signal }).catch(() => {
    signal.throwIfAborted();
    throw new UploadRejected(0, "");
  });
  if (response.ok) return response.json();
  const { message, code } = errorIn(await response.text());
  throw new UploadRejected(response.status, message, code);
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
    const url = paths.api.uploadPart(key, number);
    await retryWithBackoff(
      () => sendPart(url, part, { signal: options.signal, onProgress }),
      options,
    );
    upload.received.push(number);
  }
  options.onProgress(upload.sizeBytes);
  options.onVerifying();
  await retryWithBackoff(() => post(paths.api.completeUpload(key), options.signal), options);
}

/** Cancels the upload; a draft goes with it. */
export async function discardUpload(key: string): Promise<void> {
  // Also where the page is left at once.
  await fetch(paths.api.upload(key), { method: "DELETE", keepalive: true });
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
): Promise<UploadResponse> {
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

function responseOf(request: XMLHttpRequest): UploadResponse {
  const retryAfter = request.status ? Number(request.getResponseHeader("Retry-After")) : 0;
  return {
    status: request.status,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : 0,
    message: errorIn(request.responseText).message,
  };
}

async function post(url: string, signal: AbortSignal): Promise<UploadResponse> {
  try {
    const response = await fetch(url, { method: "POST", signal });
    const retryAfterSeconds = Number(response.headers.get("Retry-After")) || 0;
    const { message } = errorIn(await response.text());
    return { status: response.status, retryAfterSeconds, message };
  } catch {
    signal.throwIfAborted();
    return { status: 0, retryAfterSeconds: 0, message: "" };
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
