import { apiPaths } from "../../lib/api-paths";
import { query } from "../../lib/paths";
import { cleanFileName } from "../rules/file-names";
import type { PreparedUpload } from "../rules/release";
import { isSameFile, partCount, partRange, type UploadState } from "../rules/upload";
import {
  MAX_OPERATION_RETRY_MS,
  MAX_UPLOAD_RETRY_MS,
  retryWithBackoff,
  sendRequest,
  UploadRejected,
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

/** What the server answers to an announcement: the uploads of a release, in order. */
export interface Announced {
  uploads: PreparedUpload[];
  /** It has no new files, and is on sale. */
  isPublished: boolean;
}

/** Announces the files of a release. Throws `UploadRejected`. */
export type Announce = (options: Pick<Options, "signal" | "onWaiting">) => Promise<Announced>;

/**
 * Starts the uploads of a new product with the form's fields and the names and sizes of its files. Its
 * `requestId` makes a retry return the uploads that an earlier attempt started.
 */
export function announceProduct(form: FormData | Promise<FormData>): Announce {
  return async (options) => {
    const body = await form;
    if (!body.has("requestId")) body.set("requestId", crypto.randomUUID());
    return announce(apiPaths.uploads, { method: "POST", body }, options);
  };
}

/** A file of the next release: one that the product has, by its key, or one to upload. */
export type AnnouncedFile =
  | { key: string; name: string }
  | { name: string; sizeBytes: number; contentType: string; modifiedAt: number };

/** Begins the next release of a product with all its files. A retry returns the uploads under way. */
export function announceRelease(
  productId: string,
  release: { note: string; files: readonly AnnouncedFile[] },
): Announce {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "PUT", headers, body: JSON.stringify(release) };
  return (options) => announce(apiPaths.release(productId), init, options);
}

async function announce(
  url: string,
  init: RequestInit,
  { signal, onWaiting }: Pick<Options, "signal" | "onWaiting">,
): Promise<Announced> {
  const { body } = await retryWithBackoff(() => sendRequest(url, { ...init, signal }), {
    signal,
    onWaiting,
    maxMs: MAX_OPERATION_RETRY_MS,
  });
  return { isPublished: false, ...JSON.parse(body) };
}

/** The form with the descriptions of the files in place of the files, which are uploaded in parts. */
export function describeFiles(data: FormData, files: readonly File[]): FormData {
  const [first, ...others] = files;
  data.delete("file");
  if (!first) return data;
  data.set("fileName", first.name);
  data.set("fileSize", String(first.size));
  data.set("fileType", first.type);
  data.set("fileModifiedAt", String(first.lastModified));
  if (others.length > 0) data.set("moreFiles", JSON.stringify(others.map(descriptionOf)));
  return data;
}

export function descriptionOf({ name, size, type, lastModified }: File) {
  return { name, sizeBytes: size, contentType: type, modifiedAt: lastModified };
}

/** The uploads that are not verified and whose files are among the chosen ones. */
export function chosenFor(
  uploads: readonly PreparedUpload[],
  files: readonly File[],
): { upload: PreparedUpload; file: File }[] {
  const left = [...files];
  return uploads.flatMap((upload) => {
    if (upload.isVerified) return [];
    // All its parts have arrived.
    if (upload.received.length === partCount(upload)) return [{ upload, file: new File([], "") }];
    const named = (file: File) => cleanFileName(file.name) === upload.fileName;
    const same = left.filter((file) => isSameFile(upload, file));
    const file = same.find(named) ?? same[0];
    if (!file) return [];
    left.splice(left.indexOf(file), 1);
    return [{ upload: { ...upload, received: [...upload.received] }, file }];
  });
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

/**
 * Cancels the upload with its release; a draft goes with it. Does nothing where the upload is gone or complete; after
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
