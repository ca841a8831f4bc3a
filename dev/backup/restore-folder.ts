// Puts the files and secrets of a backup back; the database goes back by `restoreBackup`.
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Miniflare } from "miniflare";
import { StartFailure } from "../run/failure";
import { storeLocalFile } from "../run/local-database";
import { STOLEN_KEYS_FILE } from "../run/local-secrets";
import {
  contentPath,
  databasePath,
  type FileLine,
  fileListPath,
  readRecord,
  SECRET_FILES,
  secretsPath,
} from "./backup-folder";
import { linesOf } from "./json-lines";
import { assertHash } from "./verify-backup";

/** @throws StartFailure where the lists of the backup are damaged; says nothing of each file */
export async function assertWhole(folder: string): Promise<void> {
  const { database, files } = readRecord(folder);
  await assertHash(databasePath(folder), database.sha256);
  await assertHash(fileListPath(folder), files.sha256);
}

/**
 * Stores each file of a backup, and compares it with its hash on the way. What is there already is
 * replaced by the same, so that an interrupted restore can be run again.
 *
 * @throws StartFailure for a file that is missing or damaged
 */
export async function restoreFiles(
  miniflare: Pick<Miniflare, "dispatchFetch">,
  folder: string,
): Promise<{ count: number; bytes: number }> {
  const totals = { count: 0, bytes: 0 };
  for await (const value of linesOf(fileListPath(folder))) {
    const { key, sha256, bytes, contentType } = value as FileLine;
    const path = contentPath(folder, sha256);
    if (!existsSync(path)) throw new StartFailure(`${key} is missing in the backup: ${path}`);
    try {
      await storeLocalFile(miniflare, key, {
        body: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
        bytes,
        sha256,
        contentType,
      });
    } catch (error) {
      if (!/checksum|FixedLengthStream/.test(String(error))) throw error;
      throw new StartFailure(`${key} is damaged in the backup: ${path}`);
    }
    totals.count += 1;
    totals.bytes += bytes;
  }
  return totals;
}

/**
 * Puts back what the database can't be read without. Another secret that is there already keeps a name
 * of its own: it can be the key of a wallet. Returns a sentence for each that was put aside.
 */
export async function restoreSecrets(dataDir: string, folder: string, at: Date): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const asides: string[] = [];
  const names = new Set<string>(readRecord(folder).secrets);
  for (const name of SECRET_FILES.filter((one) => names.has(one))) {
    const content = await readFile(join(secretsPath(folder), name));
    const path = join(dataDir, name);
    if (existsSync(path)) {
      if (content.equals(await readFile(path))) continue;
      // The list only grows: that of the folder names what was stolen after the backup, too.
      if (name === STOLEN_KEYS_FILE) continue;
      const aside = `${path}.before-restore-${at.getTime()}`;
      await rename(path, aside);
      asides.push(`${name} was replaced by that of the backup; the other one is ${aside}`);
    }
    await writeFile(path, content, { mode: 0o600 });
  }
  return asides;
}
