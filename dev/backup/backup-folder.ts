// The layout of a backup: a folder that is whole once it has its final name.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartFailure } from "../run/failure";
import { LOCAL_SECRET_FILES } from "../run/local-secrets";
import type { RowCounts } from "./write-backup";

/**
 * `backup.json`, written last. Beside it: `database.ndjson.gz`, `files.ndjson.gz` with a `FileLine` for each
 * file, the files under `files/`, and `secrets/`.
 */
export interface BackupRecord {
  format: "comptoir-backup-folder";
  version: 1;
  /** ISO 8601: the moment of the database. */
  madeAt: string;
  database: { sha256: string; rows: RowCounts };
  /** Files by keys and bytes, those with the same content counted each. */
  files: { sha256: string; count: number; bytes: number };
  /** Names of files in `secrets/`. */
  secrets: string[];
}

/** A line of `files.ndjson.gz`; in the order of the keys. */
export interface FileLine {
  key: string;
  /** Changes each time that the object is written. */
  version: string;
  /** Hex; names the file below `files/`. */
  sha256: string;
  bytes: number;
  contentType: string | null;
}

/**
 * Secrets that a start and a rotation make in `DATA_DIR`. What is encrypted in the database can't be read
 * without them, nor can statements be signed and checked.
 */
export const SECRET_FILES: readonly string[] = [...LOCAL_SECRET_FILES, "platform-wallet.json"];

export const recordPath = (folder: string) => join(folder, "backup.json");
export const databasePath = (folder: string) => join(folder, "database.ndjson.gz");
export const fileListPath = (folder: string) => join(folder, "files.ndjson.gz");
export const secretsPath = (folder: string) => join(folder, "secrets");

/** Where the bytes of a file are. */
export const contentPath = (folder: string, sha256: string) =>
  join(folder, "files", sha256.slice(0, 2), sha256);

/** @throws StartFailure where there is no whole backup of this version */
export function readRecord(folder: string): BackupRecord {
  try {
    const record = JSON.parse(readFileSync(recordPath(folder), "utf8")) as BackupRecord;
    if (record.format === "comptoir-backup-folder" && record.version === 1) return record;
  } catch {
    // Said below.
  }
  throw new StartFailure(`${folder} is no whole backup.`);
}

/** The name of a backup that is made at this time; names have the order of their times. */
export const backupName = (at: Date) => `comptoir-${at.toISOString().replace(/[:.]/g, "-")}`;

const NAME = /^comptoir-\d{4}-\d\d-\d\dT[\d-]+Z$/;

/** Whole backups with a name by time in a folder, the newest last. */
export function backupsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(recordPath(join(folder, name))))
    .sort()
    .map((name) => join(folder, name));
}

/** What backups that were interrupted have left in a folder. */
export function unfinishedIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
    .map((name) => join(folder, name));
}

/** Ends the name of a backup that is not whole. */
export const PART = ".part";
