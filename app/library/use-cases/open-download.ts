import type { DownloadToken, DownloadTokens } from "../../../db/library/download-tokens";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, StoredObject } from "../../products/ports";
import {
  DOWNLOAD_CONTINUE_WINDOW_MS,
  DOWNLOAD_START_WINDOW_MS,
} from "../../solana/payment-constants";

interface Deps {
  clock: Clock;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head" | "get">;
  downloadTokens: Pick<DownloadTokens, "find" | "start">;
}

export interface OpenedDownload {
  /** The seller's name of the file. */
  fileName: string;
  contentType: string;
  object: StoredObject;
  /** The file or a range of it; null if it was removed meanwhile. */
  read: (range?: Parameters<FileStore["get"]>[1]) => ReturnType<FileStore["get"]>;
}

/**
 * The file of a download token. `starts` is false for a HEAD request, which does not count as the
 * first use. Throws `not_found` (unknown token), `expired` (too late or revoked), `unavailable` (no
 * file).
 */
export async function openDownload(
  { token, starts }: { token: string; starts: boolean },
  deps: Deps,
): Promise<OpenedDownload> {
  const hash = await hashToken(token);
  const found = await deps.downloadTokens.find(hash);
  if (!found) throw new Problem("not_found");
  const now = deps.clock.now();
  if (!isValid(found, now)) throw new Problem("expired");
  const record = await deps.protectedFiles.byKey(found.fileKey);
  const object = record && (await deps.files.head(record.storagePath));
  if (!record || !object) throw new Problem("unavailable", { messageKey: "file_missing" });
  if (starts && found.startedAt === null) await deps.downloadTokens.start(hash, now);
  const { storagePath, fileName, contentType } = record;
  const read: OpenedDownload["read"] = (range) => deps.files.get(storagePath, range);
  return { fileName, contentType, object, read };
}

function isValid({ issuedAt, startedAt, revokedAt }: DownloadToken, now: number): boolean {
  if (revokedAt !== null) return false;
  const expiresAt =
    startedAt === null
      ? issuedAt + DOWNLOAD_START_WINDOW_MS
      : startedAt + DOWNLOAD_CONTINUE_WINDOW_MS;
  return now < expiresAt;
}
