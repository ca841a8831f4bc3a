import type { UploadState } from "./upload";

/** Replaced versions of one product's file that are stored. */
export const MAX_KEPT_VERSIONS = 50;

/** UTF-16 units of a seller's note on what changed. */
export const MAX_NOTE_CHARS = 500;

/** A version of a product's file, as its seller sees it. */
export interface FileVersion {
  key: string;
  name: string;
  sizeBytes: number;
  /** Hex; null where the file is not complete. */
  sha256: string | null;
  /** What the seller said has changed; empty without a note. */
  note: string;
  /** When it went on sale. Epoch ms. */
  publishedAt: number;
}

/** The file on sale, for those who bought an earlier version. */
export interface FileUpdate {
  /** When it went on sale. Epoch ms. */
  at: number;
  /** What the seller says has changed; empty without a note. */
  note: string;
}

export interface FileVersions {
  /** Null where the record is missing. */
  current: FileVersion | null;
  /** Replaced versions that are kept, the last one first. */
  kept: FileVersion[];
  /** A replacement that was started and not completed. */
  unfinished: UploadState | null;
}
