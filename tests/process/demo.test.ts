import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATEGORIES } from "../../app/products/rules/categories";
import { localDatabase } from "../../dev/run/local-database";
import { withDatabase } from "../../dev/run/with-database";
import { SELLERS } from "../../dev/seed/demo/people";
import { seedProducts } from "../../dev/seed/generated/seed-products";
import { seedDemo } from "../../dev/seed/seed-demo";
import { type InProcessApp, startInProcessApp } from "../support/app-here";
import { sql } from "../support/app-under-test";
import { seriousViolations } from "../support/axe";
import { launchBrowser } from "../support/browser";
import { orderOf } from "../support/factories/order";
import { openDemoFile } from "../support/open-demo-file";
import { newAddress } from "../support/random-keys";
import { changeRow, insertion } from "../support/rows";
import { checkLedger, runCommand } from "../support/run-command";

const dataDir = mkdtempSync(join(tmpdir(), "comptoir-demo-"));
let app: InProcessApp;
let isStopped = false;

beforeAll(async () => {
  const chain = { dataDir: join(dataDir, "chain") };
  app = await startInProcessApp({ dataDir, chain, env: { SEED: "1", PAGE_CACHE: "on" } });
});
afterAll(async () => {
  await stopApp();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

interface FileRow {
  storage_path: string;
  file_name: string;
  size_bytes: number;
  sha256: string;
}

async function stored(key: string): Promise<Buffer> {
  const bucket = await app.worker.getR2Bucket("FILES");
  const object = await bucket.get(key);
  return Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
}

// spec: setting.seed
test("every demo file has a valid format and the recorded hash", async () => {
  const files = await sql<FileRow>(app, "SELECT * FROM files WHERE status = 'complete'");
  expect(files).toHaveLength(17);
  for (const { storage_path, file_name, size_bytes, sha256 } of files) {
    const bytes = await stored(storage_path);
    expect([file_name, bytes.length]).toEqual([file_name, size_bytes]);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    const inside = openDemoFile(file_name, bytes);
    expect(inside.parts, file_name).toBeGreaterThan(0);
    // Recordings are not silent, pictures are not of one colour.
    if (file_name.endsWith(".wav")) expect(inside.parts).toBeGreaterThan(3_000);
    if (file_name.endsWith(".png")) expect(inside.parts).toBeGreaterThan(3);
  }
  const kinds = new Set(files.map(({ file_name }) => file_name.split(".").at(-1)));
  expect([...kinds].sort()).toEqual(["csv", "html", "mid", "pdf", "png", "wav", "zip"]);
});

// spec: command.demo
test("every demo sale has an order, a purchase, a ledger entry and a transfer", async () => {
  const products = await sql<{ id: string; sold: number; held: number }>(
    app,
    "SELECT id, sold, held FROM products",
  );
  const count = async (from: string, id: string) =>
    (await sql<{ n: number }>(app, `SELECT count(*) AS n FROM ${from}`, id))[0]?.n;
  for (const { id, sold, held } of products) {
    expect(held).toBe(0);
    expect(await count("orders WHERE product_id = ? AND status = 'paid'", id)).toBe(sold);
    expect(await count("purchases WHERE product_id = ? AND revoked_at IS NULL", id)).toBe(sold);
    expect(await count("ledger WHERE product_id = ? AND kind = 'sale'", id)).toBe(sold);
  }
  const [sums] = await sql<Record<"orders" | "ledger" | "fees" | "feesAsked", number>>(
    app,
    `SELECT (SELECT sum(price_lamports) FROM orders) AS orders,
       (SELECT sum(fee_lamports) FROM orders) AS feesAsked,
       (SELECT sum(lamports) FROM ledger WHERE kind = 'sale') AS ledger,
       (SELECT sum(lamports) FROM ledger WHERE kind = 'fee') AS fees`,
  );
  expect(sums?.ledger).toBe(sums?.orders);
  expect(sums?.fees).toBe(sums?.feesAsked);
  for (const { uid, wallet } of SELLERS) {
    const [share] = await sql<{ total: number }>(
      app,
      "SELECT sum(seller_lamports) AS total FROM orders WHERE owner_uid = ?",
      uid,
    );
    const balance = await rpc<{ value: number }>("getBalance", [
      wallet.publicKey.toBase58(),
      { commitment: "confirmed" },
    ]);
    expect(balance.value - 20_000_000_000).toBe(share?.total);
  }
});

// spec: command.demo
test("the demo has a unique, a limited, a sold-out and a disabled product, and a dozen more", async () => {
  const rows = await sql<Record<"sale_type" | "status" | "category_id", string>>(
    app,
    "SELECT sale_type, status, category_id, sale_limit, sold FROM products",
  );
  const having = (part: object) =>
    rows.filter((row) => expect.objectContaining(part).asymmetricMatch(row));
  expect(having({ sale_type: "unique", status: "active", sold: 0 })).toHaveLength(1);
  expect(having({ sale_limit: 10, sold: 3 })).toHaveLength(1);
  expect(having({ sale_limit: 2, sold: 2 })).toHaveLength(1);
  expect(having({ status: "disabled" })).toHaveLength(1);
  expect(having({ status: "active" }).length).toBeGreaterThanOrEqual(12);
  const categories = new Set(rows.map(({ category_id }) => category_id));
  expect(categories.size).toBeGreaterThanOrEqual(CATEGORIES.length - 1);
});

test("demo pages fit a phone and have no axe or CSP violation", async () => {
  const browser = await launchBrowser();
  const [seller] = SELLERS;
  const [poster] = await sql<{ id: string }>(app, "SELECT id FROM products WHERE sale_limit = 10");
  try {
    const paths = {
      "/shop": true,
      [`/sell/${seller?.uid}`]: false,
      [`/preview/${poster?.id}`]: false,
      [`/acheter/${poster?.id}`]: true,
    };
    for (const [path, isHydrated] of Object.entries(paths)) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const faults: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      page.on("pageerror", ({ message }) => faults.push(message));
      // The browser, which is offered English, gets the page that is kept.
      const headers = { "Accept-Language": "en-US" };
      await (await fetch(app.url + path, { headers })).text();
      await page.goto(app.url + path);
      const scripts = await page.locator(`script:not([type="application/ld+json"])`).count();
      expect([path, scripts > 0]).toEqual([path, isHydrated]);
      expect([path, await seriousViolations(page)]).toEqual([path, []]);
      for (const width of [320, 390, 600, 900, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width, wide <= width]).toEqual([path, width, true]);
      }
      // `decode` throws for a broken image.
      const pictures = await page.locator("img").evaluateAll(async (all) => {
        for (const img of all as HTMLImageElement[]) {
          img.loading = "eager";
          await img.decode();
        }
        return all.length;
      });
      expect([path, pictures > 0, faults]).toEqual([path, true, []]);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});

test("the categories of a narrow shop open and close without JavaScript", async () => {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto(`${app.url}/shop?lang=en`);
    const bar = page.getByRole("navigation", { name: "Categories" });
    const links = bar.getByRole("link");
    expect(await links.count()).toBe(6);
    await bar.getByText("Show more").click();
    expect(await links.count()).toBe(14);
    await bar.getByText("Show less").click();
    expect(await links.count()).toBe(6);
    await bar.getByText("Show more").click();
    await bar.getByRole("link", { name: "Games & Assets" }).click();
    await page.waitForURL("**/shop?category=9");
    await page.getByRole("article").waitFor();
    expect(await page.getByRole("article").count()).toBe(1);
  } finally {
    await browser.close();
  }
});

// spec: command.demo
test("seeding again changes nothing; the demo accounts can sign in, and the buyer has a purchase", async () => {
  const before = await everything();
  const report = await again();
  expect(await everything()).toEqual(before);
  expect(report.accounts.map(({ role }) => role)).toEqual(["seller", "seller", "buyer"]);
  for (const { email, password } of report.accounts) {
    const response = await fetch(`${app.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: app.url, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ intent: "sign-in", email, password }).toString(),
    });
    expect([email, response.headers.get("Set-Cookie")]).toEqual([
      email,
      expect.stringContaining("session="),
    ]);
  }
  const [owned] = await sql<{ n: number }>(
    app,
    `SELECT count(*) AS n FROM purchases p JOIN users u ON u.uid = p.uid
     WHERE u.email = 'sam@comptoir.example'`,
  );
  expect(owned?.n).toBe(1);
});

// spec: command.seed
test("generated products are the same at every run, and each can be delivered", async () => {
  const GENERATED = "SELECT * FROM products WHERE product_file_name = 'sample.pdf' ORDER BY id";
  const files = await app.worker.getR2Bucket("FILES");
  const db = localDatabase(app.worker);
  await seedProducts({ db, files }, 250);
  const first = await sql(app, GENERATED);
  await seedProducts({ db, files }, 250);
  const second = await sql(app, GENERATED);
  expect(second).toEqual(first);
  expect(second).toHaveLength(250);
  const undeliverable = await sql(
    app,
    `SELECT p.id FROM products p LEFT JOIN files f ON f.key = p.file_key
     WHERE p.status = 'active' AND p.bundle_size = 0 AND f.status IS NOT 'complete'`,
  );
  expect(undeliverable).toEqual([]);
  const [file] = await sql<FileRow>(app, "SELECT * FROM files WHERE file_name = 'sample.pdf'");
  expect(openDemoFile("sample.pdf", await stored(file?.storage_path ?? "")).parts).toBe(2);
  // The page that an earlier test has loaded is kept for some seconds.
  const shop = async () => (await fetch(`${app.url}/shop`)).text();
  await expect.poll(shop).toMatch(/n(°|o\.) 250/);
});

// The last ones, since they stop the app.
// spec: command.check-ledger
test("the demo agrees with its chain; a running app, thousands of orders and a chain that is down are named", async () => {
  expect(await checkLedger(dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining("is already running"),
  });
  await stopApp();
  const agrees = await checkLedger(dataDir);
  expect(agrees).toMatchObject({ code: 0, output: expect.stringMatching(/^All agree: \d+ /m) });
  const compared = /^Compared with (\d+) transactions on the chain/m.exec(agrees.output)?.[1];
  // At least the sales of the demo.
  expect(Number(compared)).toBeGreaterThan(10);

  await withDatabase(dataDir, async (db) => {
    const product = await db.prepare("SELECT id, owner_uid FROM products LIMIT 1").first();
    const { id: productId, owner_uid: ownerUid } = product as { id: string; owner_uid: string };
    const otherPlatform = newAddress();
    const rows = Array.from({ length: 2_500 }, () => {
      const order = orderOf({ productId, ownerUid, buyerUid: null, platform: otherPlatform });
      return insertion(db, "orders", {
        id: order.id,
        product_id: productId,
        owner_uid: ownerUid,
        status: "pending",
        price_lamports: 1_000,
        seller_lamports: 990,
        fee_lamports: 10,
        fee_bps: 100,
        recipient: order.recipient,
        platform: order.platform,
        reference: order.reference,
        label: "",
        message: "",
        sale_type: "infinite",
        created_at: 1,
        expires_at: 2,
        next_poll_at: 1,
        updated_at: 1,
      });
    });
    await db.batch(rows);
  });
  const down = await checkLedger(dataDir, { SOLANA_RPC_URLS: "http://127.0.0.1:1" });
  expect(down).toMatchObject({ code: 0, output: expect.stringMatching(/^All agree: 25\d\d /m) });
  expect(down.output).toMatch(/^Not compared with the chain, which does not answer/m);

  await withDatabase(dataDir, async (db) => {
    await changeRow(db, "ledger", { kind: "sale" }, { lamports: 1 });
    await changeRow(db, "orders", { status: "paid" }, { paid_lamports: 1 });
  });
  const wrong = await checkLedger(dataDir);
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/^order .* brought \d+ from .*, the ledger says \d+$/m);
});

// spec: command.replay
test("an order of the demo is judged again from the chain; an unknown one is named", async () => {
  await stopApp();
  const PAID = "SELECT id, signature FROM orders WHERE status = 'paid' LIMIT 1";
  const orders: { id: string; signature: string }[] = [];
  await withDatabase(dataDir, async (db) => {
    orders.push(...(await db.prepare(PAID).all<(typeof orders)[number]>()).results);
  });
  const [order] = orders;
  const replay = (...args: string[]) => runCommand(["replay", ...args], { DATA_DIR: dataDir });
  const { code, output } = await replay(order?.id ?? "");
  expect(code, output).toBe(0);
  expect(output).toContain(`"order": "${order?.id}"`);
  expect(output).toContain(`"signature": "${order?.signature}"`);
  expect(output).toMatch(/"settles": true,\s+"verdict": \{\s+"kind": "settled"/);
  expect(await replay("none")).toMatchObject({
    code: 1,
    output: expect.stringContaining("No order is called none."),
  });
});

async function stopApp(): Promise<void> {
  if (!isStopped) await app?.stop();
  isStopped = true;
}

function again() {
  return Promise.all([localDatabase(app.worker), app.worker.getR2Bucket("FILES")]).then(
    ([db, files]) => {
      const { rpcUrl, platformWallet } = app;
      const sessionSecret = "another secret than the app's, 32+ characters";
      return seedDemo({ db, files, rpcUrl, platformWallet, sessionSecret });
    },
  );
}

/** Row counts of the tables that seeding writes, without sessions, which other tests add. */
async function everything() {
  const tables = ["users", "products", "files", "orders", "purchases", "ledger", "sell_pages"];
  const rows = tables.map((table) => sql(app, `SELECT count(*) AS n FROM ${table}`));
  const sold = sql(app, "SELECT id, title, sold, held, updated_at FROM products ORDER BY id");
  return Promise.all([...rows, sold]);
}

async function rpc<T>(method: string, params: unknown[]): Promise<T> {
  const response = await fetch(app.rpcUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await response.json()) as { result: T }).result;
}
