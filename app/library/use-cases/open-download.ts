import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, ProtectedFiles, StoredObject } from "../../products/ports";
import { DOWNLOAD_CONTINUE_WINDOW, DOWNLOAD_START_WINDOW } from "../../solana/payment-constants";
import type { DownloadToken, DownloadTokens } from "../ports";

interface Deps {
  clock: Clock;
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head" | "get">;
  downloadTokens: Pick<DownloadTokens, "find" | "start">;
}

export interface OpenedDownload {
  /** The seller's own name for the file. */
  fileName: string;
  contentType: string;
  object: StoredObject;
  /** Its bytes, or a part of them; null where they are gone meanwhile. */
  read: (range?: Parameters<FileStore["get"]>[1]) => ReturnType<FileStore["get"]>;
}

/**
 * The file behind a token. `starts` is false for a question about it (HEAD, a condition that
 * holds), which leaves the 15 minutes running.
 * Throws `not_found` (unknown token), `expired` (too late or revoked), `unavailable` (file gone).
 */
export async function openDownload(
  { token, starts }: { token: string; starts: boolean },
  deps: Deps,
): Promise<OpenedDownload> {
  const hash = await hashToken(token);
  const known = await deps.downloadTokens.find(hash);
  if (!known) throw new Problem("not_found");
  const now = deps.clock.now();
  if (!isGood(known, now)) throw new Problem("expired");
  const record = await deps.protectedFiles.byKey(known.fileKey);
  const object = record && (await deps.files.head(record.storagePath));
  if (!record || !object) throw new Problem("unavailable", { words: "file_missing" });
  if (starts && known.startedAt === null) await deps.downloadTokens.start(hash, now);
  const { storagePath, fileName, contentType } = record;
  const read: OpenedDownload["read"] = (range) => deps.files.get(storagePath, range);
  return { fileName, contentType, object, read };
}

function isGood({ issuedAt, startedAt, revokedAt }: DownloadToken, now: number): boolean {
  if (revokedAt !== null) return false;
  const until =
    startedAt === null ? issuedAt + DOWNLOAD_START_WINDOW : startedAt + DOWNLOAD_CONTINUE_WINDOW;
  return now < until;
}
