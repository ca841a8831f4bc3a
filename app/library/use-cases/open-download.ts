import type { DownloadToken, DownloadTokens } from "../../../db/library/download-tokens";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, ReadOptions, ReadResult, StoredObject } from "../../products/ports";
import { isLiveToken } from "../rules/token-lifetime";

interface Deps {
  clock: Clock;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head" | "read">;
  downloadTokens: Pick<DownloadTokens, "find" | "start">;
}

/** A file of which nothing was read yet. Each call of `head` and `read` is one R2 operation. */
export interface OpenedDownload {
  /** The seller's name of the file. */
  fileName: string;
  contentType: string;
  /** As recorded when the file was verified. */
  sizeBytes: number;
  /** Throws `unavailable` where the file is missing. */
  head(): Promise<StoredObject>;
  /** Throws `unavailable` where the file is missing. */
  read(options: ReadOptions): Promise<ReadResult>;
  /** Records the first use: from now on the download may continue for 24 hours. */
  start(): Promise<void>;
}

/**
 * The file of a download token. Throws `not_found` (unknown token), `expired` (too late or revoked),
 * `unavailable` (no file).
 */
export async function openDownload(
  { token }: { token: string },
  deps: Deps,
): Promise<OpenedDownload> {
  const hash = await hashToken(token);
  const found = await deps.downloadTokens.find(hash);
  if (!found) throw new Problem("not_found");
  if (!isLiveToken(found, deps.clock.now())) throw new Problem("expired");
  const record = await deps.protectedFiles.byKey(found.fileKey);
  if (!record) throw missing();
  const { storagePath, fileName, contentType, sizeBytes } = record;
  return {
    fileName,
    contentType,
    sizeBytes,
    async head() {
      const object = await deps.files.head(storagePath);
      if (!object) throw missing();
      return object;
    },
    async read(options) {
      const result = await deps.files.read(storagePath, options);
      if (!result) throw missing();
      return result;
    },
    async start() {
      await startOnce(hash, found, deps);
    },
  };
}

async function startOnce(hash: string, { startedAt }: DownloadToken, deps: Deps): Promise<void> {
  if (startedAt === null) await deps.downloadTokens.start(hash, deps.clock.now());
}

function missing(): Problem {
  return new Problem("unavailable", { messageKey: "download_missing" });
}
