import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type RunWrangler, remoteDatabase, runWrangler } from "../../dev/backup/database";
import { findInInbox, setAnswered } from "../../dev/inbox/inbox";
import { readMigrations } from "../../dev/run/migrate";
import { ROOT } from "../../dev/run/paths";
import { migrateRemote } from "../../dev/run/upgrade";
import { mergeMigrations } from "../support/merged-migrations";

const MESSAGE_ID = "11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

const folder = mkdtempSync(join(tmpdir(), "comptoir-deploy-"));
const asked: string[] = [];
/** The same command lines, with a local database in place of the deployed one. */
const run: RunWrangler = (args) => {
  asked.push([...args.slice(0, 3), args[6]].join(" ").trim());
  const place = ["--local", "--persist-to", folder, "--config", config];
  return runWrangler(args.flatMap((arg) => (arg === "--remote" ? place : arg)));
};

/** The app's configuration, beside its migrations in two files. */
const config = join(folder, "wrangler.toml");
writeFileSync(config, readFileSync(join(ROOT, "wrangler.toml")));
const migrations = mergeMigrations(join(folder, "migrations"));

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

// spec: command.deploy
test("wrangler applies pending migrations by the name of the binding, and understands the commands of --remote", async () => {
  expect(migrations).toHaveLength(2);
  // A new database has no version that runs: the migrations of its first years may drop.
  const names = migrations.map(({ name }) => name);
  expect(await migrateRemote(run, migrations)).toEqual(names);

  const db = remoteDatabase(run);
  const insert = "INSERT INTO contact_messages (id, email, message, locale, created_at) VALUES";
  await db.execute([
    `${insert} ('${MESSAGE_ID}', 'a@example.com', 'l''été; --', 'fr', 1)`,
    `${insert} ('another', 'b@example.com', 'Merci', 'fr', 2)`,
  ]);
  await setAnswered(db, { kind: "contact", id: MESSAGE_ID }, 60_000);
  expect(await findInInbox(db, "1111")).toMatchObject({
    kind: "contact",
    id: MESSAGE_ID,
    email: "a@example.com",
    message: "l'été; --",
    locale: "fr",
    createdAt: 1,
    answeredAt: 60_000,
  });
  expect(asked).toEqual([
    "d1 execute DB --command",
    "d1 migrations apply",
    "d1 execute DB --file",
    // An import would stop the deployed shop for one line.
    "d1 execute DB --command",
    "d1 execute DB --command",
  ]);
});

// spec: command.deploy
test("a deployment refuses a migration that drops, and changes nothing", async () => {
  const applied = readMigrations();
  const commands: string[] = [];
  /** Answers as wrangler does, of a database with all migrations of this version. */
  const answer: RunWrangler = async (args) => {
    commands.push(args.slice(0, 2).join(" "));
    const isOfTables = args.at(-1)?.includes("sqlite_master");
    const results = isOfTables ? [{ name: "d1_migrations" }] : applied;
    return JSON.stringify([{ results }]);
  };
  const dropping = { name: "9999_drop.sql", statements: ["DROP TABLE favourites"] };
  await expect(migrateRemote(answer, [...applied, dropping])).rejects.toThrow(
    /could not go on with these migrations[\s\S]*9999_drop\.sql: DROP TABLE favourites[\s\S]*Nothing was changed/,
  );
  expect(new Set(commands)).toEqual(new Set(["d1 execute"]));
});
