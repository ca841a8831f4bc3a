import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlDatabase } from "../../../dev/backup/database";
import { writeBackup } from "../../../dev/backup/write-backup";
import { buildIfChanged, SHIPPED } from "../../../dev/run/build";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { migrate, readMigrations } from "../../../dev/run/migrate";
import english from "../../../locales/en/http.server.json";
import englishPages from "../../../locales/en/ui.json";
import french from "../../../locales/fr/http.server.json";
import frenchPages from "../../../locales/fr/ui.json";
import { LAMPORTS_PER_SOL, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { payOrder } from "../../support/order-api";
import { ShopHistory, walletOf } from "../../support/releases/history";
import { withDatabaseOf } from "../../support/releases/kept-release";
import { OPERATOR_SECRET, type ReleaseShop, startReleaseShop } from "../../support/releases/shop";

const work = mkdtempSync(join(tmpdir(), "comptoir-older-schema-"));
const last = readMigrations().at(-1)?.name ?? "";
let shop: ReleaseShop;
let member: Person;

/** This version on a database that lacks its last migration. */
beforeAll(async () => {
  await buildIfChanged();
  const dataDir = join(work, "data");
  await withDatabaseOf(dataDir, (db) => migrate(db, readMigrations().slice(0, -1)));
  const platformWallet = Keypair.generate().publicKey.toBase58();
  const { workerDir } = SHIPPED;
  shop = await startReleaseShop({ dataDir, workerDir, platformWallet, now: Date.now() });
  shop.chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
  shop.chain.advanceSlots(2);
  member = await person(shop);
});
afterAll(async () => {
  await shop?.stop();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
});

/** All rows, as a backup has them. */
async function allRows(): Promise<string> {
  const path = join(work, "rows.gz");
  await writeBackup(sqlDatabase(localDatabase(shop.worker)), path);
  return gunzipSync(readFileSync(path)).toString();
}

const JSON_BODY = { "Content-Type": "application/json" };
const PAGES = ["/", "/shop?q=rain", "/acheter/x", "/login", "/dashboard", "/contact", "/shop.data"];
const CALLS: [method: string, path: string, body?: string][] = [
  ["POST", "/api/transactions", '{"productId":"x"}'],
  ["POST", "/api/checkout", '{"productId":"x","wallet":"x"}'],
  ["POST", "/api/pay/x", '{"account":"x"}'],
  ["GET", "/api/actions/buy/x"],
  ["GET", "/api/events?after=0"],
  ["GET", "/download/x"],
  ["GET", "/media/x"],
  ["GET", "/sitemap.xml"],
];

// spec: json.closed
test.each([
  ["en", english, englishPages],
  ["fr", french, frenchPages],
] as const)("every page and call is refused in words: %s", async (locale, texts, pageTexts) => {
  const before = await allRows();
  const ask = (path: string, init: RequestInit = {}) => {
    const cookie = `${member.headers.Cookie?.split(";")[0]}; locale=${locale}`;
    const headers = {
      ...member.headers,
      Cookie: cookie,
      "Accept-Language": locale,
      ...init.headers,
    };
    return fetch(shop.url + path, { redirect: "manual", ...init, headers });
  };
  const told = (answer: Response, path: string) => [
    path,
    answer.status,
    answer.headers.get("Retry-After"),
    answer.headers.get("Cache-Control"),
  ];
  for (const path of PAGES) {
    const answer = await ask(path);
    expect(told(answer, path)).toEqual([path, 503, "30", "private, no-store"]);
    if (!path.endsWith(".data")) {
      const html = await answer.text();
      expect(html).toContain(pageTexts.common.error.unavailable.title);
      expect(html).toContain(`lang="${locale}"`);
    }
  }
  for (const [method, path, body] of CALLS) {
    const answer = await ask(path, { method, body, headers: body ? JSON_BODY : {} });
    expect(told(answer, path)).toEqual([path, 503, "30", "private, no-store"]);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe("unavailable");
    expect(error.message.slice(0, texts.errors.unavailable.length)).toBe(texts.errors.unavailable);
    expect(error.message).toMatch(/: [\dA-Z]{8}$/);
  }
  // What a form sends is not lost: the page that sent it says the same.
  const form = new URLSearchParams({ email: "a@example.com", message: "A question" });
  expect((await ask("/contact", { method: "POST", body: form })).status).toBe(503);
  expect((await ask("/api/pay/x", { method: "OPTIONS" })).status).toBe(204);
  expect(await fireCron(shop.worker)).toBe(true);
  expect(await allRows()).toBe(before);
});

// spec: json.health-checks, json.closed
test("the health check names the migration, to the operator", async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${shop.url}/health`, { headers });
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
  };
  const failing = { status: 503, ok: false, checks: { database: true, schema: false } };
  expect(await ask({})).toMatchObject(failing);
  expect(await ask({ Authorization: `Bearer ${OPERATOR_SECRET}` })).toMatchObject({
    ...failing,
    warnings: expect.arrayContaining([`migrations missing: ${last.replace(".sql", "")}`]),
  });
});

// spec: json.closed
test("the shop opens by itself once the migration is applied, and asks no more", async () => {
  expect(await migrate(localDatabase(shop.worker))).toEqual([last]);
  await shop.clock.advance(1_000);
  expect((await fetch(shop.url)).status).toBe(200);
  // Another answer than before shows who asks again.
  await sql(shop, "DELETE FROM d1_migrations WHERE name = ?", last);
  await shop.clock.advance(60_000);
  expect((await fetch(shop.url)).status).toBe(200);
});

// spec: json.closed
test("an order's object waits for the migration with its alarm, and then settles", async () => {
  const history = new ShopHistory(shop);
  await history.signUp("seller");
  const order = await history.open("buyer");
  await payOrder(shop, order.id, walletOf("buyer"));
  shop.chain.advanceSlots(2);
  // Its tables could be written: what keeps it is that the record lacks a migration.
  await shop.replaceBy(SHIPPED.workerDir);
  expect((await fetch(shop.url)).status).toBe(503);
  const before = await allRows();
  const objects = await shop.worker.getDurableObjectNamespace("PENDING_TRANSACTION");
  expect((await objects.get(objects.idFromName(order.id)).fetch("http://x/")).status).toBe(404);
  await shop.clock.advance(60_000);
  expect(await fireCron(shop.worker)).toBe(true);
  expect(await allRows()).toBe(before);
  await sql(shop, "INSERT INTO d1_migrations (name) VALUES (?)", last);
  const status = async () => {
    await shop.clock.advance(30_000);
    return history.status(order);
  };
  await expect.poll(status, { interval: 300 }).toBe("paid");
});
