// Makes a backup of database and files, which shares unchanged files with the one before it.
import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { StartFailure } from "../run/failure";
import {
  type BackupRecord,
  contentPath,
  databasePath,
  type FileLine,
  fileListPath,
  PART,
  recordPath,
  SECRET_FILES,
  secretsPath,
} from "./backup-folder";
import type { DataReader, ListedObject } from "./data-reader";
import { line, linesOf } from "./json-lines";
import { readHeader } from "./restore-backup";
import { writeBackup } from "./write-backup";

export interface WrittenBackup {
  record: BackupRecord;
  /** Files that were not read, since the backup before has them. */
  unchanged: number;
}

/**
 * Writes the backup `target`, a folder that is there once it is whole. The database is as at one moment.
 * Files are listed after it, so that those which its rows name are there.
 *
 * @param previous another backup, whose files are linked where they are unchanged; null reads all
 * @throws StartFailure for a damaged database
 */
export async function writeBackupFolder(
  { snapshot, release, list, read }: DataReader,
  { dataDir, target, previous }: { dataDir: string; target: string; previous: string | null },
): Promise<WrittenBackup> {
  const part = `${target}${PART}`;
  await rm(part, { recursive: true, force: true });
  await mkdir(join(part, "files"), { recursive: true, mode: 0o700 });
  try {
    const madeAt = new Date().toISOString();
    await assertSound(snapshot);
    const rows = await writeBackup(snapshot, databasePath(part));
    await release();
    await readHeader(databasePath(part));
    const files = await writeFiles({ list, read }, part, previous);
    const record: BackupRecord = {
      format: "comptoir-backup-folder",
      version: 1,
      madeAt,
      database: { sha256: await sha256Of(databasePath(part)), rows },
      files: {
        sha256: await sha256Of(fileListPath(part)),
        count: files.count,
        bytes: files.bytes,
      },
      secrets: await copySecrets(dataDir, part),
    };
    await writeFile(recordPath(part), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    for (const path of [databasePath(part), fileListPath(part), recordPath(part), part]) {
      await flush(path);
    }
    await rename(part, target);
    await flush(dirname(target));
    return { record, unchanged: files.unchanged };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** `PRAGMA integrity_check`, which also compares indexes, is not allowed inside of workerd. */
async function assertSound({ query }: DataReader["snapshot"]): Promise<void> {
  const found = (await query("PRAGMA quick_check(10)")).map((row) => String(row.quick_check));
  if (found.join() === "ok") return;
  throw new StartFailure(`The database is damaged, no backup was made:\n  ${found.join("\n  ")}`);
}

interface FileTotals {
  count: number;
  bytes: number;
  unchanged: number;
}

async function writeFiles(
  source: Pick<DataReader, "list" | "read">,
  part: string,
  previous: string | null,
): Promise<FileTotals> {
  const totals: FileTotals = { count: 0, bytes: 0, unchanged: 0 };
  await pipeline(
    Readable.from(fileLines(source, part, previous, totals)),
    createGzip(),
    createWriteStream(fileListPath(part), { mode: 0o600 }),
  );
  return totals;
}

async function* fileLines(
  { list, read }: Pick<DataReader, "list" | "read">,
  part: string,
  previous: string | null,
  totals: FileTotals,
): AsyncGenerator<string> {
  const before = previousLines(previous);
  for await (const object of listed(list)) {
    const known = await before(object);
    const isLinked = previous !== null && known && (await take(previous, part, known.sha256));
    const written = isLinked ? known : await store(read, part, object.key);
    // It was removed after it was listed.
    if (written === null) continue;
    totals.count += 1;
    totals.bytes += written.bytes;
    if (isLinked) totals.unchanged += 1;
    yield line(written);
  }
}

async function* listed(list: DataReader["list"]): AsyncGenerator<ListedObject> {
  let after: string | null = null;
  for (;;) {
    const page: ListedObject[] = await list(after);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.key;
  }
}

/** Finds objects in the backup before, asked in the order of their keys; only one line is in memory. */
function previousLines(previous: string | null) {
  const lines = previous === null ? null : linesOf(fileListPath(previous));
  let current: FileLine | null = null;
  let isDone = lines === null;
  return async ({ key, version }: ListedObject): Promise<FileLine | null> => {
    while (!isDone && (current === null || compareKeys(current.key, key) < 0)) {
      const next = await lines?.next().catch(() => {
        throw new StartFailure(
          `${fileListPath(previous ?? "")} can't be read. Add --full, which needs no other backup.`,
        );
      });
      isDone = next === undefined || next.done === true;
      current = isDone ? null : (next?.value as FileLine);
    }
    return current?.key === key && current.version === version ? current : null;
  };
}

/** As SQLite orders them. */
const compareKeys = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));

/** What a file system says that has no links, no more of them, or is another one. */
const NO_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** Takes a file from another backup. False where that does not have it any more. */
async function take(previous: string, part: string, sha256: string): Promise<boolean> {
  const [from, to] = [contentPath(previous, sha256), contentPath(part, sha256)];
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (NO_LINK.has(code)) await copyFile(from, to, constants.COPYFILE_FICLONE);
    else if (code !== "EEXIST") throw error;
  }
  return true;
}

async function store(
  read: DataReader["read"],
  part: string,
  key: string,
): Promise<FileLine | null> {
  const object = await read(key);
  if (object === null) return null;
  const { version, bytes, contentType, body } = object;
  const incoming = join(part, "files", "incoming");
  const hash = createHash("sha256");
  await pipeline(
    body,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(incoming, { mode: 0o600 }),
  );
  const { size } = await stat(incoming);
  if (size !== bytes) throw new StartFailure(`${key} has ${bytes} bytes, and ${size} were read.`);
  await flush(incoming);
  const sha256 = hash.digest("hex");
  const path = contentPath(part, sha256);
  await mkdir(dirname(path), { recursive: true });
  await rename(incoming, path);
  return { key, version, sha256, bytes, contentType };
}

async function copySecrets(dataDir: string, part: string): Promise<string[]> {
  await mkdir(secretsPath(part), { mode: 0o700 });
  const copied: string[] = [];
  for (const name of SECRET_FILES) {
    const content = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (content === null) continue;
    await writeFile(join(secretsPath(part), name), content, { mode: 0o600 });
    copied.push(name);
  }
  return copied;
}

/** Hex SHA-256 of a file, which is not held in memory. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** Waits until the disk has what was written: a name must not outlive a power cut that its bytes do not. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
