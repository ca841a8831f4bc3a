import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  backupsIn,
  contentPath,
  type FileLine,
  fileListPath,
  readRecord,
  SECRET_FILES,
} from "../../dev/backup/backup-folder";
import { linesOf } from "../../dev/backup/json-lines";
import { verifyBackup } from "../../dev/backup/verify-backup";
import { type InProcessApp, startInProcessApp } from "../support/app-here";
import { fundedWallet, sql } from "../support/app-under-test";
import { giveCover, product, type TestProduct } from "../support/factories/product";
import { openOrder, payOrder, waitForStatus } from "../support/order-api";
import { runCommand } from "../support/run-command";
import { newEmail, PASSWORD, postLogin, sessionOf, signUp } from "../support/sign-in";
import { ROOT } from "../support/sources";

const folder = mkdtempSync(join(tmpdir(), "comptoir-live-backup-"));
const [dataDir, restored, backups] = ["data", "restored", "backups"].map((name) =>
  join(folder, name),
) as [string, string, string];
const buyer = { email: newEmail(), uid: "", headers: {} as Record<string, string> };
let app: InProcessApp;
let item: TestProduct;

const run = (...args: string[]) => runCommand(args, { DATA_DIR: dataDir });
const newest = () => backupsIn(backups).at(-1) ?? "";

beforeAll(async () => {
  app = await startInProcessApp({ dataDir });
  item = await product(app, { title: "Kept" });
  await giveCover(app, item);
  const cookie = await signUp({ origin: app.url, fetch }, buyer.email);
  buyer.headers = { Cookie: `${cookie}; locale=en`, Origin: app.url };
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

// spec: command.backup-live
test("a backup beside a writing app is one moment of it, and restores with files that download", async () => {
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  const site = { origin: app.url, fetch };
  let isWriting = true;
  let [signedUp, published] = [0, 0];
  const writers = [
    async () => {
      while (isWriting) {
        expect(await signUp(site)).not.toBe("");
        signedUp += 1;
      }
    },
    async () => {
      while (isWriting) {
        await product(app, { seller: item.seller });
        published += 1;
      }
    },
  ].map((write) => write());
  const before = await usersOf(app);
  const made = await run("backup", "--to", backups);
  isWriting = false;
  await Promise.all(writers);
  expect(made).toEqual({
    code: 0,
    output: expect.stringMatching(/^\d+ rows of \d+ tables and \d+ files \(.* 0 unchanged\) in /),
  });
  expect([signedUp > 0, published > 0]).toEqual([true, true]);
  expect((await run("backup", "--verify", newest())).output).toContain(" is whole: ");

  const again = await runCommand(["restore", newest()], { DATA_DIR: restored });
  expect(again).toMatchObject({ code: 0 });
  const copy = await startInProcessApp({ dataDir: restored, chain: app.chain });
  try {
    expect(await usersOf(copy)).toBeGreaterThanOrEqual(before);
    // Account and credential are written together, as are a product and the rows that it needs.
    const broken = `SELECT (SELECT count(*) FROM users u WHERE u.email <> '' AND NOT EXISTS
      (SELECT 1 FROM password_credentials c WHERE c.uid = u.uid)) AS accounts,
      (SELECT count(*) FROM products p WHERE NOT EXISTS
      (SELECT 1 FROM files f WHERE f.key = p.file_key)) AS products`;
    expect(await sql(copy, broken)).toEqual([{ accounts: 0, products: 0 }]);
    expect((await fetch(`${copy.url}/health`)).status).toBe(200);
    expect(copy.platformWallet).toBe(app.platformWallet);
    expect(sha256(await download(copy))).toBe(sha256(item.bytes));
  } finally {
    await copy.stop();
  }
});

async function usersOf(one: InProcessApp): Promise<number> {
  return (await sql<{ n: number }>(one, "SELECT count(*) AS n FROM users"))[0]?.n ?? 0;
}

/** The file that the buyer bought, after signing in again. */
async function download(one: InProcessApp): Promise<Buffer> {
  const site = { origin: one.url, fetch };
  const fields = { intent: "sign-in", email: buyer.email, password: PASSWORD };
  const cookie = sessionOf(await postLogin(site, fields)) ?? "";
  const link = await fetch(`${one.url}/api/purchases/${item.id}/refresh`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: one.url },
  });
  const { downloadUrl } = (await link.json()) as { downloadUrl: string };
  return Buffer.from(await (await fetch(new URL(downloadUrl, one.url))).arrayBuffer());
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

// spec: command.backup-live
test("the next backup shares unchanged files, has every secret, and removes what is older than it keeps", async () => {
  const first = newest();
  const { seller } = item;
  const added = await product(app, { seller });
  mkdirSync(join(backups, "comptoir-2026-01-01T00-00-00-000Z.part"));
  const { output } = await run("backup", "--to", backups, "--keep", "1");
  const second = newest();
  expect(output).toContain(`in ${second}`);
  expect(output).toContain(`Removed ${first}`);
  expect(readdirSync(backups)).toEqual([second.slice(backups.length + 1)]);
  const kept = await lineOf(second, `protectedFiles/${await keyOf(item)}`);
  expect(statSync(contentPath(second, kept.sha256)).nlink).toBe(1);

  const { output: third } = await run("backup", join(backups, "by-hand"));
  const { count } = readRecord(join(backups, "by-hand")).files;
  expect(third).toContain(`${count} files`);
  expect(third).toContain(`${count} unchanged`);
  expect(statSync(contentPath(second, kept.sha256)).nlink).toBe(2);
  const { sha256: hash } = await lineOf(second, `protectedFiles/${await keyOf(added)}`);
  expect(readFileSync(contentPath(second, hash)).equals(added.bytes)).toBe(true);

  const secret = readdirSync(dataDir).filter((name) => isSecret(join(dataDir, name)));
  // What a rotation writes besides.
  const rotated = ["session-secret-previous", "stolen-keys"];
  expect([...secret, ...rotated].sort()).toEqual([...SECRET_FILES].sort());
  expect(readdirSync(join(second, "secrets")).sort()).toEqual(secret);
});

const isSecret = (path: string) => statSync(path).isFile() && (statSync(path).mode & 0o77) === 0;

async function keyOf({ id }: TestProduct): Promise<string> {
  const rows = await sql<{ file_key: string }>(
    app,
    "SELECT file_key FROM products WHERE id = ?",
    id,
  );
  return rows[0]?.file_key ?? "";
}

async function lineOf(backup: string, key: string): Promise<FileLine> {
  for await (const value of linesOf(fileListPath(backup))) {
    if ((value as FileLine).key === key) return value as FileLine;
  }
  throw new Error(`${key} is not listed`);
}

// spec: command.backup-live
test("a damaged backup is named by its fault, and is not restored", async () => {
  const whole = newest();
  const { sha256: sold } = await lineOf(whole, `protectedFiles/${await keyOf(item)}`);
  const broken = {
    "has other bytes": (path: string) => {
      const bytes = readFileSync(contentPath(path, sold));
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      rewrite(contentPath(path, sold), bytes);
    },
    "is missing": (path: string) => rmSync(contentPath(path, sold)),
    "database.ndjson.gz is damaged": (path: string) =>
      rewrite(join(path, "database.ndjson.gz"), Buffer.from("x")),
    "is no whole backup": (path: string) => rmSync(join(path, "backup.json")),
  };
  for (const [at, [says, damage]] of Object.entries(broken).entries()) {
    const path = join(folder, `broken-${at}`);
    cpSync(whole, path, { recursive: true });
    damage(path);
    await expect(verifyBackup(path)).rejects.toThrow(says);
  }
  await expect(verifyBackup(join(folder, "nothing"))).rejects.toThrow("can't be read");
  const target = { DATA_DIR: join(folder, "from-broken") };
  const refused = await runCommand(["restore", join(folder, "broken-0")], target);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(" is damaged in")]);
  expect(refused.output).not.toMatch(/rows of|^ {4}at /m);
});

/** In place of a link, which other backups share. */
function rewrite(path: string, bytes: Uint8Array): void {
  rmSync(path);
  writeFileSync(path, bytes);
  chmodSync(path, 0o600);
}

/** Runs in a folder of a few hundred KB, which some systems allow to root alone. */
const inSmallFolder = (script: string) =>
  spawnSync("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "", VITEST: "", DATA_DIR: dataDir, SMALL: join(folder, "s") },
    encoding: "utf8",
  });
const mount = 'mkdir -p "$SMALL" && mount -t tmpfs -o size=64k none "$SMALL"';
const canMount = inSmallFolder(mount).status === 0;

test.runIf(canMount)(
  "a full disk is a sentence, and leaves nothing behind (skipped where this user may not mount one)",
  () => {
    const backup = `"${process.execPath}" dev/bootstrap.mjs backup --to "$SMALL"`;
    const { stdout, stderr } = inSmallFolder(
      `${mount} && ${backup}; echo "code $?"; ls -A "$SMALL"`,
    );
    expect(stdout.trim()).toBe("code 1");
    expect(stderr.trim()).toMatch(/^The disk is full.* \(ENOSPC\)\.$/);
    expect(existsSync(join(dataDir, "backups", "running.json"))).toBe(false);
  },
);
