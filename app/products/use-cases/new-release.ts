import { cleanText } from "../../lib/clean-text";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import { cleanFileName } from "../rules/file-names";
import { maxFileBytes } from "../rules/plans";
import type { ProtectedFile } from "../rules/product";
import { MAX_NOTE_CHARS, type PreparedFile } from "../rules/release";
import { cleanReleaseName } from "../rules/release-files";
import { releaseProblem } from "../rules/sold-file";
import type { Seller } from "./check-payout";
import { type FileToSell, newUpload } from "./start-file";

/** A file of the product by its key, or one to upload. */
export type RequestedFile = { key: string; name: string } | FileToSell;

interface Input {
  seller: Pick<Seller, "uid" | "plan">;
  productId: string;
  /** What has changed, for buyers. */
  note: string;
  /** In order. */
  files: readonly RequestedFile[];
}

/**
 * A release of files that the product has and of new ones; `known` are those that it has, or that arrive. A new one
 * that was announced before is not announced again. Throws `quota_exceeded` above the plan's sizes, `conflict`
 * for a file that the product has not, and `invalid_input` for files that can't be a release or a note that is
 * too long.
 */
export function newRelease(
  { seller, productId, note, files }: Input,
  known: readonly PreparedFile[],
  deps: { clock: Clock; ids: Pick<Ids, "short"> },
) {
  checkFiles(files, known, seller);
  const owner = { uid: seller.uid, productId };
  const keys = files.flatMap((file) => ("key" in file ? [file.key] : []));
  const taken = new Set(keys);
  if (taken.size < keys.length) throw new Problem("invalid_input", { field: "file" });
  const uploads: ProtectedFile[] = [];
  const prepared = files.map((file, at): PreparedFile => {
    const place = { position: at + 1, name: nameOf(file) };
    const found = "key" in file ? knownByKey(file.key, known) : announcedAs(file, known, taken);
    if (found) {
      taken.add(found.key);
      return { ...found, ...place };
    }
    if ("key" in file) throw new Problem("conflict", { messageKey: "release_changed" });
    const upload = newUpload(owner, file, deps);
    uploads.push(upload);
    return { ...upload, ...place, received: [] };
  });
  const unpublished = prepared.filter(({ status }) => status === "uploading");
  return {
    id: deps.ids.short(),
    productId,
    ownerUid: seller.uid,
    note: checkNote(note),
    at: deps.clock.now(),
    files: prepared.map(({ key, name }) => ({ key, name })),
    uploads,
    newBytes: unpublished.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    prepared,
  };
}

/** A new file gets a name that every system can store; one that the seller has typed is refused otherwise. */
function nameOf(file: RequestedFile): string {
  return "key" in file ? file.name : (cleanReleaseName(file.name) ?? cleanFileName(file.name));
}

function knownByKey(key: string, known: readonly PreparedFile[]): PreparedFile | undefined {
  return known.find((file) => file.key === key);
}

/** An upload under way that an earlier attempt has announced for the same file of the seller. */
function announcedAs(
  { name, sizeBytes, modifiedAt }: FileToSell,
  known: readonly PreparedFile[],
  taken: ReadonlySet<string>,
): PreparedFile | undefined {
  return known.find(
    (file) =>
      file.status === "uploading" &&
      modifiedAt !== null &&
      file.modifiedAt === modifiedAt &&
      file.sizeBytes === sizeBytes &&
      file.fileName === cleanFileName(name) &&
      !taken.has(file.key),
  );
}

/** Throws `quota_exceeded` for too many bytes, and `invalid_input` for names that one download can't have. */
function checkFiles(
  files: readonly RequestedFile[],
  known: readonly PreparedFile[],
  { plan }: Pick<Seller, "plan">,
): void {
  const described = files.map((file) => ({
    name: nameOf(file),
    sizeBytes: "key" in file ? (knownByKey(file.key, known)?.sizeBytes ?? 1) : file.sizeBytes,
  }));
  const problem = releaseProblem(described, maxFileBytes(plan));
  if (!problem) return;
  const isTooLarge = ["file_too_large", "release_too_large"].includes(problem.messageKey);
  throw new Problem(isTooLarge ? "quota_exceeded" : "invalid_input", { ...problem, field: "file" });
}

function checkNote(note: string): string {
  const cleaned = cleanText(note);
  if (cleaned.length <= MAX_NOTE_CHARS) return cleaned;
  const params = { max: MAX_NOTE_CHARS };
  throw new Problem("invalid_input", { messageKey: "note_too_long", params, field: "note" });
}
