import { apiPaths } from "../../lib/api-paths";
import { query } from "../../lib/paths";
import { partCount, partRange, receivedBytes, type UploadState } from "../rules/upload";
import {
  MAX_OPERATION_RETRY_MS,
  MAX_UPLOAD_RETRY_MS,
  retryWithBackoff,
  sendRequest,
} from "./retry-with-backoff";
import { sendBody } from "./send-body";

interface Options {
  signal: AbortSignal;
  /** Bytes sent in all. */
  onProgress: (sentBytes: number) => void;
  onWaiting: (waiting: boolean) => void;
  /** All parts are uploaded; the server verifies the file. */
  onVerifying: () => void;
  /** False where the release is published by another act. */
  publishes: boolean;
}

/**
 * Sends the missing parts in sequence, then has the file verified; with the last file of its release that goes on
 * sale. Adds each part to `upload.received`, so that a second call resumes.
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
    const sending = { signal: options.signal, onProgress };
    await retryWithBackoff(() => sendBody("PUT", url, part, sending), {
      ...options,
      maxMs: MAX_UPLOAD_RETRY_MS,
    });
    upload.received.push(number);
  }
  options.onProgress(upload.sizeBytes);
  options.onVerifying();
  const init = { method: "POST", signal: options.signal };
  const url = apiPaths.completeUpload(key) + (options.publishes ? "" : query({ publish: "later" }));
  await retryWithBackoff(() => sendRequest(url, init), {
    signal: options.signal,
    maxMs: MAX_OPERATION_RETRY_MS,
    onWaiting: (waiting) => (waiting ? options.onWaiting(true) : options.onVerifying()),
  });
}
