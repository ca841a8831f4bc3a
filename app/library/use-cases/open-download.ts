import type { DownloadToken, DownloadTokens } from "../../../db/library/download-tokens";
import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, ReadOptions, ReadResult, StoredObject } from "../../products/ports";
import type { ReleaseFile } from "../../products/rules/release";
import { canZip } from "../../products/rules/release-files";
import { isLiveToken } from "../rules/token-lifetime";
import { type FreeDownloadDeps, spendFreeBytes } from "./free-downloads";

interface Deps extends FreeDownloadDeps {
  clock: Clock;
  releases: Pick<Releases, "filesOf" | "publishedAt">;
  products: Pick<Products, "byId">;
  files: Pick<FileStore, "head" | "read">;
  downloadTokens: Pick<DownloadTokens, "find" | "start">;
}

interface Input {
  token: string;
  position?: number | null;
  /** The client's network address. */
  address: string;
}

/** A file of which nothing was read yet. Each call of `head` and `read` is one R2 operation. */
export interface OpenedFile {
  /** The seller's name of the file. */
  fileName: string;
  contentType: string;
  /** As recorded when the file was verified. */
  sizeBytes: number;
  /** Throws `unavailable` where the file is missing. */
  head(): Promise<StoredObject>;
  /** Throws `unavailable` where the file is missing. */
  read(options: ReadOptions): Promise<ReadResult>;
}

export type OpenedDownload = {
  /**
   * Records the first use: from now on the download may continue for 24 hours. Throws `slow_down` where a right
   * without a payment has no bytes left today.
   */
  start(sizeBytes: number): Promise<void>;
} & (
  | { kind: "file"; file: OpenedFile }
  /** Several files as one. `publishedAt`: epoch ms. */
  | { kind: "zip"; title: string; files: OpenedFile[]; publishedAt: number }
);

/**
 * What a download token leads to: one file of its release, or all of them. `position` (from 1) names one of
 * several; null for the whole. Throws `not_found` (unknown token, or no such file), `expired` (too late or
 * revoked), `unavailable` (no file), `conflict` where all of them are too large for one download.
 */
export async function openDownload(
  { token, position = null, address }: Input,
  deps: Deps,
): Promise<OpenedDownload> {
  const hash = await hashToken(token);
  const found = await deps.downloadTokens.find(hash);
  if (!found) throw new Problem("not_found");
  if (!isLiveToken(found, deps.clock.now())) throw new Problem("expired");
  const release = await deps.releases.filesOf(found.releaseId);
  const [first] = release;
  if (!first) throw missing();
  const releaseBytes = release.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const start = async (sizeBytes: number) => {
    const { uid, productId, isGranted } = found;
    const download = { uid, productId, address, releaseBytes, sizeBytes };
    if (isGranted) await spendFreeBytes(download, deps);
    await startOnce(hash, found, deps);
  };
  if (position !== null || release.length === 1) {
    const file = position === null ? first : release.find((one) => one.position === position);
    if (!file) throw new Problem("not_found");
    return { kind: "file", file: openedFile(file, deps), start };
  }
  if (!canZip(release)) throw new Problem("conflict", { messageKey: "release_too_large_to_zip" });
  const [product, publishedAt] = await Promise.all([
    deps.products.byId(found.productId),
    deps.releases.publishedAt(found.releaseId),
  ]);
  const files = release.map((file) => openedFile(file, deps));
  return { kind: "zip", title: product?.title || first.name, files, publishedAt, start };
}

function openedFile(
  { name: fileName, storagePath, contentType, sizeBytes }: ReleaseFile,
  { files }: Deps,
): OpenedFile {
  return {
    fileName,
    contentType,
    sizeBytes,
    async head() {
      const object = await files.head(storagePath);
      if (!object) throw missing();
      return object;
    },
    async read(options) {
      const result = await files.read(storagePath, options);
      if (!result) throw missing();
      return result;
    },
  };
}

async function startOnce(hash: string, { startedAt }: DownloadToken, deps: Deps): Promise<void> {
  if (startedAt === null) await deps.downloadTokens.start(hash, deps.clock.now());
}

function missing(): Problem {
  return new Problem("unavailable", { messageKey: "download_missing" });
}
