import { apiPaths } from "../../lib/api-paths";
import { cleanFileName } from "../rules/file-names";
import type { PreparedUpload } from "../rules/release";
import { isSameFile, partCount } from "../rules/upload";
import {
  MAX_OPERATION_RETRY_MS,
  retryWithBackoff,
  sendRequest,
  UploadRejected,
} from "./retry-with-backoff";

interface AnnounceOptions {
  signal: AbortSignal;
  onWaiting(waiting: boolean): void;
}

/** What the server answers to an announcement: the uploads of a release, in order. */
export interface Announced {
  uploads: PreparedUpload[];
  /** It has no new files, and is on sale. */
  isPublished: boolean;
}

/** Announces the files of a release. Throws `UploadRejected`. */
export type Announce = (options: AnnounceOptions) => Promise<Announced>;

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
  { signal, onWaiting }: AnnounceOptions,
): Promise<Announced> {
  const { body } = await retryWithBackoff(() => sendRequest(url, { ...init, signal }), {
    signal,
    onWaiting,
    maxMs: MAX_OPERATION_RETRY_MS,
  });
  return { isPublished: false, ...JSON.parse(body) };
}

/** What of a file is announced. */
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
