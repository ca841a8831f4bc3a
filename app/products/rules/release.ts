import { DOWNLOAD_LIFETIME_MS } from "./download-window";
import type { ProtectedFile } from "./product";
import { partCount, type UploadState, uploadStateOf } from "./upload";

/** Replaced releases of one product that are stored. */
export const MAX_KEPT_RELEASES = 50;

/** UTF-16 units of a seller's note on what changed. */
export const MAX_NOTE_CHARS = 500;

/** A file as a release delivers it. */
export interface ReleaseFile
  extends Pick<
    ProtectedFile,
    "key" | "storagePath" | "contentType" | "sizeBytes" | "sha256" | "status"
  > {
  /** From 1. */
  position: number;
  /** As buyers get it: the seller may have renamed it. */
  name: string;
}

/** What is delivered to those who buy a product: the files of one version. */
export interface Release {
  id: string;
  /** Of the product's releases, from 1. */
  number: number;
  /** What the seller said has changed; empty without a note. */
  note: string;
  /** When it went on sale (epoch ms). */
  publishedAt: number;
  /** In order. */
  files: ReleaseFile[];
}

/** A release whose files arrive. */
export interface PreparedRelease extends Omit<Release, "publishedAt" | "files"> {
  files: PreparedFile[];
}

export interface PreparedFile extends ProtectedFile {
  position: number;
  name: string;
  /** Numbers of the parts received. */
  received: number[];
}

/** Times (epoch ms) of a release that goes on sale: links to the one before have ended at `purgeCheckAt`. */
export function publishingAt(at: number): { at: number; purgeCheckAt: number } {
  return { at, purgeCheckAt: at + DOWNLOAD_LIFETIME_MS };
}

/** True where all bytes of a file have arrived and were verified. */
export function isVerified({ status, sha256 }: Pick<ProtectedFile, "status" | "sha256">): boolean {
  return status !== "uploading" || sha256 !== null;
}

/** True where all parts of a file have arrived. */
export function hasArrived({ received, ...file }: PreparedFile): boolean {
  return isVerified(file) || received.length === partCount(file);
}

/** A release that is on sale or was, as its seller sees it. */
export interface ShownRelease extends Pick<Release, "id" | "number" | "note" | "publishedAt"> {
  files: (Pick<ReleaseFile, "key" | "name" | "sizeBytes"> & {
    /** Hex; null where the file is not complete. */
    sha256: string | null;
  })[];
}

export function shownRelease({ id, number, note, publishedAt, files }: Release): ShownRelease {
  const shown = files.map(({ key, name, sizeBytes, sha256 }) => ({ key, name, sizeBytes, sha256 }));
  return { id, number, note, publishedAt, files: shown };
}

/** A release whose files arrive, as its seller sees it. */
export interface ShownPreparation {
  note: string;
  files: PreparedUpload[];
}

/** A file of a release that is prepared. */
export interface PreparedUpload extends UploadState {
  /** As buyers will get it. */
  name: string;
  /** All its bytes have arrived and were verified. */
  isVerified: boolean;
  /** The release on sale has it too. */
  isOnSale: boolean;
}

export function preparedUploadsOf({ files }: Pick<PreparedRelease, "files">): PreparedUpload[] {
  return files.map(({ received, ...file }) => {
    const state = { ...uploadStateOf(file), received };
    const isOnSale = file.status !== "uploading";
    return { ...state, name: file.name, isVerified: isVerified(file), isOnSale };
  });
}

/** The release on sale, for those who bought an earlier one. */
export interface FileUpdate {
  /** When it went on sale. Epoch ms. */
  at: number;
  /** What the seller says has changed; empty without a note. */
  note: string;
}

/** What a product delivers, has delivered, and will. */
export interface ProductReleases {
  /** Null where its records are missing. */
  current: ShownRelease | null;
  /** Replaced releases that are kept, the last one first. */
  kept: ShownRelease[];
  /** A release that was begun and not published. */
  unfinished: ShownPreparation | null;
}
