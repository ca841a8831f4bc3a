import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { cleanText } from "../../lib/clean-text";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { StorageSettings } from "../ports";
import { cleanFileName } from "../rules/file-names";
import { MAX_KEPT_VERSIONS, MAX_NOTE_CHARS } from "../rules/file-versions";
import { type UploadState, uploadStateOf } from "../rules/upload";
import type { Seller } from "./check-payout";
import { completeUpload } from "./complete-upload";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import { ownProduct } from "./ownership";
import {
  checkFileSize,
  describeSmallFile,
  type FileToSell,
  receiveSmallFile,
  startFile,
} from "./start-file";
import { findUploadProblem, uploadBounds } from "./upload-bounds";

export interface Replacement {
  seller: Pick<Seller, "uid" | "plan">;
  productId: string;
  file: FileToSell;
  /** What has changed, for buyers. */
  note: string;
}

type StartDeps = StoringDeps & { clock: Clock; log: Log; ids: Pick<Ids, "short"> } & {
  settings: StorageSettings;
  products: Pick<Products, "byId" | "insertReplacement">;
  protectedFiles: Pick<
    ProtectedFiles,
    "unfinished" | "uploadOf" | "versionsOf" | "storedBytes" | "parts"
  >;
};

/**
 * Starts the upload of another version of a published product's file; the file on sale stays until
 * the upload is complete. A repeated start of the same file returns the upload under way. Throws
 * `not_found` where the product is not this user's, `quota_exceeded` as `startProduct`, `conflict` where
 * the product has an unfinished replacement of another file or keeps too many versions, and
 * `invalid_input` for an empty file or a note that is too long.
 */
export async function startReplacement(
  { seller, productId, file, note }: Replacement,
  deps: StartDeps,
): Promise<UploadState> {
  await ownProduct({ uid: seller.uid, productId }, deps);
  checkFileSize(file, seller.plan);
  const cleaned = checkNote(note);
  const started = await findStarted({ productId, file, note: cleaned }, deps);
  if (started) return started;
  const announced = { seller, productId, sizeBytes: file.sizeBytes };
  const problem = await findReplacementProblem(announced, deps);
  if (problem) throw problem;
  const inserted = await discardUnlessKept(
    deps,
    async ({ files }) => {
      const owner = { uid: seller.uid, productId, note: cleaned };
      const upload = await startFile(owner, file, { ...deps, files });
      const bounds = uploadBounds(seller.plan, deps.settings);
      return (await deps.products.insertReplacement(upload, bounds)) ? upload : null;
    },
    async ({ uploads }) => {
      const recorded = await deps.protectedFiles.uploadOf(productId);
      return uploads.some(({ key }) => key === recorded?.storagePath);
    },
  );
  if (inserted) return uploadStateOf(inserted, []);
  // Another upload was started, or the product removed, since the check.
  await ownProduct({ uid: seller.uid, productId }, deps);
  throw (await findReplacementProblem(announced, deps)) ?? new Problem("conflict");
}

type ReplaceDeps = StartDeps &
  Parameters<typeof receiveSmallFile>[1] &
  Parameters<typeof completeUpload>[1];

/** Replaces the file by one that was sent with its form. Throws the errors of the three steps. */
export async function replaceWithSmallFile(
  { file, ...replacement }: Omit<Replacement, "file"> & { file: File },
  deps: ReplaceDeps,
): Promise<void> {
  const { uid } = replacement.seller;
  const upload = await startReplacement({ ...replacement, file: describeSmallFile(file) }, deps);
  await receiveSmallFile({ uid, upload, file }, deps);
  await completeUpload({ uid, key: upload.key }, deps);
}

function checkNote(note: string): string {
  const cleaned = cleanText(note);
  if (cleaned.length <= MAX_NOTE_CHARS) return cleaned;
  const params = { max: MAX_NOTE_CHARS };
  throw new Problem("invalid_input", { messageKey: "note_too_long", params, field: "note" });
}

/** The upload that an earlier attempt with the same file and note has started; its answer was lost. */
async function findStarted(
  { productId, file, note }: { productId: string; file: FileToSell; note: string },
  { protectedFiles }: StartDeps,
): Promise<UploadState | null> {
  const upload = await protectedFiles.uploadOf(productId);
  const isSame =
    file.modifiedAt !== null &&
    upload?.modifiedAt === file.modifiedAt &&
    upload.sizeBytes === file.sizeBytes &&
    upload.fileName === cleanFileName(file.name) &&
    upload.note === note;
  return isSame ? uploadStateOf(upload, await protectedFiles.parts(upload.key)) : null;
}

/** Why the product's file can't be replaced now; null where it can. `insertReplacement` decides. */
async function findReplacementProblem(
  input: { seller: Replacement["seller"]; productId: string; sizeBytes: number },
  deps: StartDeps,
): Promise<Problem | null> {
  const { productId } = input;
  const [unfinished, versions] = await Promise.all([
    deps.protectedFiles.uploadOf(productId),
    deps.protectedFiles.versionsOf(productId, MAX_KEPT_VERSIONS),
  ]);
  if (unfinished) return new Problem("conflict", { messageKey: "replacement_unfinished" });
  if (versions.length >= MAX_KEPT_VERSIONS) {
    const params = { max: MAX_KEPT_VERSIONS };
    return new Problem("conflict", { messageKey: "versions_full", params });
  }
  return findUploadProblem(input, deps);
}
