// @chunk files
import { cleanLine } from "../../lib/clean-text";
import { MAX_FILE_NAME_CHARS } from "./file-names";

/** A list that a person can still read, and that one query reads. */
export const MAX_RELEASE_FILES = 100;
/** Below 4 GiB with headers and names: beyond, a zip is in a format (zip64) that old programs can't open. */
export const MAX_ZIP_BYTES = 4_000_000_000;
/** A release has at most the bytes of so many files of the largest size that the plan allows. */
export const MAX_LARGEST_FILES = 5;
/** In UTF-8. File systems allow 255, of which browsers need some while a download is not complete. */
const MAX_NAME_BYTES = 200;

/** A name and a size are all that these rules need of a file. */
export interface DescribedFile {
  name: string;
  sizeBytes: number;
}

/** Why files can't be a release. */
export interface ReleaseProblem {
  /** `same_name`: the name of an earlier file. `empty`: a file without bytes, or no file at all. */
  kind: "too_many" | "too_big" | "name" | "same_name" | "empty";
  /** The first file with this problem; absent where it is one of the release. */
  index?: number;
  /** What is exceeded: a number of files, or of bytes. */
  limit?: number;
}

/** Windows refuses them in names. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Names of devices on Windows, also before an extension. It reads superscripts as digits. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i;
const EXTENSION = /\.[^.]{1,12}$/;

/**
 * A name that every system can store, from a name or from the relative path of a file in a folder. Null
 * where nothing of it is left. Its result is also one of `cleanFileName`.
 */
export function cleanReleaseName(name: string): string | null {
  const last = cleanLine(name).split(/[\\/]/).at(-1) ?? "";
  const trimmed = trimEnds(last.replace(FORBIDDEN, "_"));
  if (!trimmed) return null;
  return fitted(DEVICE.test(trimmed) ? `_${trimmed}` : trimmed);
}

/**
 * The first problem of files as those of one release; null where there is none.
 *
 * @param files with names as `cleanReleaseName` returns them
 * @param maxFileBytes of one file, by the plan of the seller
 */
export function findReleaseProblem(
  files: readonly DescribedFile[],
  maxFileBytes: number,
): ReleaseProblem | null {
  if (files.length === 0) return { kind: "empty" };
  if (files.length > MAX_RELEASE_FILES) return { kind: "too_many", limit: MAX_RELEASE_FILES };
  const names = new Set<string>();
  for (const [index, { name, sizeBytes }] of files.entries()) {
    if (cleanReleaseName(name) !== name) return { kind: "name", index };
    if (names.has(foldedName(name))) return { kind: "same_name", index };
    if (sizeBytes <= 0) return { kind: "empty", index };
    if (sizeBytes > maxFileBytes) return { kind: "too_big", index, limit: maxFileBytes };
    names.add(foldedName(name));
  }
  const limit = MAX_LARGEST_FILES * maxFileBytes;
  return totalBytes(files) > limit ? { kind: "too_big", limit } : null;
}

/** False where the files are downloaded one by one only. */
export function canZip(files: readonly Pick<DescribedFile, "sizeBytes">[]): boolean {
  return totalBytes(files) <= MAX_ZIP_BYTES;
}

/**
 * Equal for names that are one file on Windows or macOS, which ignore case and the form of accents, and
 * for a few more (`ı` and `i`), by Unicode's mappings of case.
 */
export function foldedName(name: string): string {
  // Lower case first: ẞ has no other way to SS, and Σ in lower case depends on its place in the word.
  return name.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC");
}

/** The name, or the first of `a (2).pdf`, `a (3).pdf` and so on that is not taken. */
export function numberedName(name: string, taken: Iterable<string>): string {
  const folded = new Set(Array.from(taken, foldedName));
  let numbered = name;
  for (let number = 2; folded.has(foldedName(numbered)); number++) {
    numbered = fitted(name, ` (${number})`);
  }
  return numbered;
}

/** The name with what is added before its extension, shortened before that where it is too long. */
function fitted(name: string, added = ""): string {
  const extension = EXTENSION.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  const end = added + extension;
  if (isShort(stem + end)) return stem + end;
  let cut = "";
  for (const character of stem) {
    if (!isShort(cut + character + end)) break;
    cut += character;
  }
  // A joiner that has lost what it joins is removed.
  return trimEnds(trimEnds(cleanLine(cut)) + end);
}

function isShort(name: string): boolean {
  return (
    name.length <= MAX_FILE_NAME_CHARS && new TextEncoder().encode(name).length <= MAX_NAME_BYTES
  );
}

function trimEnds(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, "");
}

function totalBytes(files: readonly Pick<DescribedFile, "sizeBytes">[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
