// What a release keeps in tests/releases: the files, and how they become a shop again.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { unzipSync, type Zippable, zipSync } from "fflate";
import { sqlDatabase } from "../../../dev/backup/database";
import { readHeader, restoreBackup } from "../../../dev/backup/restore-backup";
import { writeBackup } from "../../../dev/backup/write-backup";
import { localDatabase } from "../../../dev/run/local-database";
import { startDatabaseWorker } from "../../../dev/run/local-worker";
import { migrate, readMigrations } from "../../../dev/run/migrate";
import { ROOT } from "../../../dev/run/paths";
import type { KeptShop } from "./history";

export const RELEASES = join(ROOT, "tests/releases");

/** The Worker as it was deployed. */
const WORKER = "worker.js.br";
/** How Miniflare runs it, from the wrangler.toml of its version. */
const OPTIONS = "options.json";
/** Its configuration, whose `[[migrations]]` say from where objects can't go back. */
const CONFIGURATION = "wrangler.toml";
/** Written by `npm run backup`. */
const DATABASE = "database.ndjson.gz";
/** Files, objects and chain, as `DATA_DIR` has them. */
const DATA = "data.zip";
/** Who and what is in it, with the keys of its wallets, which are worth nothing elsewhere. */
const SHOP = "shop.json";

/** Of `DATA_DIR`. The database is in the backup; what is cached is made again. */
const KEPT_FOLDERS = ["chain", "state/v3/r2", "state/v3/do"];
/** A zip has no year before 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** Keeps a shop that is stopped, and the Worker that ran it. */
export async function keepRelease(
  folder: string,
  { dataDir, workerDir, shop }: { dataDir: string; workerDir: string; shop: KeptShop },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const code = readFileSync(join(workerDir, "index.js"));
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: code.length,
  };
  writeFileSync(join(folder, WORKER), brotliCompressSync(code, { params }));
  const options = JSON.parse(readFileSync(join(workerDir, "local-options.json"), "utf8"));
  options.assets.directory = "";
  writeJson(join(folder, OPTIONS), options);
  const backup = join(folder, DATABASE);
  await withDatabaseOf(dataDir, (db) => writeBackup(sqlDatabase(db), backup));
  // Nobody's: a backup of a shop is for its operator's eyes alone.
  chmodSync(backup, 0o644);
  mergeLogs(
    KEPT_FOLDERS.flatMap((name) => filesUnder(dataDir, name)).map((path) => join(dataDir, path)),
  );
  const files = KEPT_FOLDERS.flatMap((name) => filesUnder(dataDir, name));
  const zippable: Zippable = Object.fromEntries(
    files.map((path) => [path, readFileSync(join(dataDir, path))]),
  );
  writeFileSync(join(folder, DATA), zipSync(zippable, { level: 9, mtime: NO_TIME }));
  writeJson(join(folder, SHOP), shop);
  cpSync(join(ROOT, CONFIGURATION), join(folder, CONFIGURATION));
}

/** Name and folder of the one release that is kept. */
export function lastRelease(): { version: string; folder: string } {
  const [version = "", ...others] = readdirSync(RELEASES);
  if (!version || others.length > 0) throw new Error(`one release is kept: ${RELEASES}`);
  return { version, folder: join(RELEASES, version) };
}

export const readKeptShop = (folder: string): KeptShop =>
  JSON.parse(readFileSync(join(folder, SHOP), "utf8"));

/** Unpacks the Worker of a release for `startReleaseShop`. */
export function unpackWorker(folder: string, workerDir: string): void {
  const assets = join(workerDir, "assets");
  mkdirSync(assets, { recursive: true });
  const code = brotliDecompressSync(readFileSync(join(folder, WORKER)));
  writeFileSync(join(workerDir, "index.js"), code);
  const options = JSON.parse(readFileSync(join(folder, OPTIONS), "utf8"));
  options.assets.directory = assets;
  writeJson(join(workerDir, "local-options.json"), options);
}

/**
 * Unpacks the data of a release, on the schema of its version. An upgrade loses nothing: sessions and
 * links are there too.
 */
export async function unpackData(folder: string, dataDir: string): Promise<void> {
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(folder, DATA))))) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), bytes);
  }
  const backup = join(folder, DATABASE);
  const { migrations } = await readHeader(backup);
  await withDatabaseOf(dataDir, async (db) => {
    await migrate(
      db,
      readMigrations().filter(({ name }) => migrations.includes(name)),
    );
    await restoreBackup(sqlDatabase(db), backup, new Set());
  });
}

/** Runs `work` on the database of a folder, while no Worker runs on it. */
export async function withDatabaseOf<T>(
  dataDir: string,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  const miniflare = await startDatabaseWorker(dataDir, () => undefined);
  try {
    return await work(localDatabase(miniflare));
  } finally {
    await miniflare.dispose();
  }
}

/** Run in a process of its own, since the simulator's database is of the same library. */
const MERGE_LOGS = `
  const { Database } = require("node-sqlite3-wasm");
  for (const path of process.argv.slice(1)) {
    const database = new Database(path);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE");
    database.close();
  }`;

/** Writes what SQLite has in write-ahead logs into the databases: the logs are mostly old pages. */
function mergeLogs(paths: string[]): void {
  for (const path of paths) if (path.endsWith("-shm")) rmSync(path);
  const databases = paths.filter((path) => path.endsWith(".sqlite"));
  execFileSync(process.execPath, ["-e", MERGE_LOGS, ...databases], { cwd: ROOT });
}

function filesUnder(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`));
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
