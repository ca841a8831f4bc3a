import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { placeIn } from "../../../app/dashboard/rules/place";
import { PRODUCTS_PER_PAGE, readDashboard } from "../../../app/dashboard/use-cases/read-dashboard";
import { sha256Base64Url } from "../../../app/lib/base64";
import { openDb } from "../../../db/client";
import { dashboardIn } from "../../../db/dashboard/dashboard";
import { recordStatements } from "../../support/count-statements";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { openUpload, publish } from "../../support/upload";
import { newOrder } from "../../support/worker-orders";

let seller: Seller;
let other: Seller;
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const row = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();

describe("/dashboard", () => {
  const setStatus = (who: Seller, productId: string, status: string) =>
    who.call("/dashboard", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ productId, status }).toString(),
    });

  // spec: state.product.active, call.write.status
  test("disables and activates a product, for its owner only", async () => {
    const id = await publish(seller);
    const off = await setStatus(seller, id, "disabled");
    expect([off.status, off.headers.get("Location")]).toEqual([302, "/dashboard"]);
    expect(off.headers.get("Set-Cookie")).toContain("productDisabled");
    expect((await row(id))?.status).toBe("disabled");
    expect((await setStatus(other, id, "active")).status).toBe(404);
    expect((await setStatus(seller, id, "draft")).status).toBe(422);
    expect((await row(id))?.status).toBe("disabled");
    const on = await setStatus(seller, id, "active");
    expect(on.headers.get("Set-Cookie")).toContain("productActivated");
    expect((await row(id))?.status).toBe("active");
  });

  // spec: seller.product-table
  test("disables several products at once, and none of others", async () => {
    const ids = [await publish(seller), await publish(seller)];
    const foreign = await publish(other);
    const send = (productIds: string[], status: string) => {
      const body = new URLSearchParams({ status });
      for (const productId of productIds) body.append("productId", productId);
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      return seller.call("/dashboard", { method: "POST", headers, body: body.toString() });
    };
    const statuses = () =>
      Promise.all([...ids, foreign].map(async (id) => (await row(id))?.status));
    const question = await (
      await seller.call(
        `/dashboard?confirm=${ids[0]}&confirm=${ids[1]}&confirm=${foreign}&to=disabled`,
      )
    ).text();
    expect(question).toContain("Disable 2 products?");
    const off = await send([...ids, foreign], "disabled");
    expect(off.headers.get("Set-Cookie")).toContain("productsDisabled");
    expect(await statuses()).toEqual(["disabled", "disabled", "active"]);
    expect((await send(ids, "active")).headers.get("Set-Cookie")).toContain("productsActivated");
    expect(await statuses()).toEqual(["active", "active", "active"]);
    expect((await send([foreign], "disabled")).status).toBe(404);
    const many = Array.from({ length: PRODUCTS_PER_PAGE + 1 }, () => ids[0] ?? "");
    for (const wrong of [[], [""], ["x".repeat(65)], many])
      expect((await send(wrong, "disabled")).status).toBe(422);
  });

  test("does not activate a draft", async () => {
    const { productId } = await openUpload(seller, 10);
    expect((await setStatus(seller, productId, "active")).status).toBe(404);
    expect((await row(productId))?.status).toBe("draft");
  });

  // spec: screen.dashboard-stats, rule.sales.revenue
  // spec: money.revenue
  test("counts sales, and revenue from the ledger net of refunds", async () => {
    const rich = await newSeller();
    const id = await publish(rich, { price: "2" });
    await sale(rich, id, [
      ["sale", 2_000_000_000],
      ["fee", 20_000_000],
    ]);
    // A later price change does not change revenue.
    await changeRow(env.DB, "products", { id }, { price_lamports: 9 });
    const page = await (await rich.call("/dashboard")).text();
    expect(statsOf(page)).toEqual(shown("1", "2"));
    expect(page).toContain("net 1.98 after commission");
  });

  // spec: seller.figures
  test("shows the figures of a period and the latest orders", async () => {
    const busy = await newSeller();
    const id = await publish(busy, { title: "Waves", price: "2" });
    const from = Date.now() - 400 * 86_400_000;
    const many = { ownerUid: busy.uid, productId: id, count: 400, everyMs: 86_400_000 };
    await insertManySales(env.DB, { ...many, from, refundEach: 40 });
    const page = await (await busy.call("/dashboard")).text();
    expect(statsOf(page)).toEqual(shown("29", "0.000029"));
    expect(page).toContain("net 0.00002871 after commission");
    expect(page).toContain("0.000029 SOL in the period before");
    expect(/<a[^>]*period=30-days[^>]*>/.exec(page)?.[0]).toContain('aria-current="true"');
    const titles = new Set([...page.matchAll(/Title \d+/g)].map(([title]) => title));
    expect([...titles]).toEqual([399, 398, 397, 396, 395].map((at) => `Title ${at}`));
    expect(page).toContain("Times: UTC");
    const all = await (await busy.call("/dashboard?period=all")).text();
    expect(statsOf(all)).toEqual(shown("390", "0.00039"));
    expect(all).toContain("net 0.000386 after commission");
    expect(all).not.toMatch(/\d SOL in the period before/);
    for (const period of ["30", "ALL", "'", "constructor", "x".repeat(4_000), "%00"]) {
      const unknown = await busy.call(`/dashboard?period=${period}`);
      expect([period, unknown.status]).toEqual([period, 200]);
      expect(statsOf(await unknown.text())).toEqual(statsOf(page));
    }
    const empty = await (await other.call("/dashboard")).text();
    expect(statsOf(empty)).toEqual(shown("0", "0", expect.any(String)));
    expect(empty).not.toContain("Waves");
  });

  test("links the latest orders to an explorer of the cluster", async () => {
    const one = await newSeller();
    const productId = await insertProduct(env.DB, one.uid);
    const many = { ownerUid: one.uid, productId, count: 7, from: 1_000, everyMs: 1 };
    await insertManySales(env.DB, many);
    const deps = {
      dashboard: dashboardIn(openDb(env.DB)),
      clock: { now: () => 1_000 },
      settings: { cluster: "devnet" as const },
    };
    const { latest } = await readDashboard(
      { uid: one.uid, place: placeIn(new URLSearchParams("period=all")), confirmIds: [] },
      deps,
    );
    expect(latest.map(({ at }) => at)).toEqual([1_006, 1_005, 1_004, 1_003, 1_002]);
    expect(latest[0]?.explorer).toMatch(/^https:\/\/explorer\.solana\.com\/tx\/.*cluster=devnet$/);
  });

  // spec: call.csv
  test("exports a report with its columns, and escapes formulas in titles", async () => {
    const someone = await newSeller();
    const empty = await someone.call("/dashboard");
    expect(await empty.text()).toContain("No products yet.");
    const id = await publish(someone, { title: "=1+1", price: "0.5" });
    // A random id may begin with a hyphen, which a spreadsheet reads as a formula.
    const idCell = id.startsWith("-") ? `'${id}` : id;
    const page = await (await someone.call("/dashboard")).text();
    expect(page).toContain("/dashboard/sales.csv");
    const report = await someone.call("/dashboard/sales.csv");
    expect(report.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="sales-report/,
    );
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await report.arrayBuffer())).toBe(
      `\ufeffProduct ID,Title,Sales,Price,Status\r\n"${idCell}","'=1+1",0,0.5,"active"\r\n`,
    );
  });
});

describe("unfinished uploads", () => {
  const discard = (who: Seller, draft: string, search = "") =>
    who.call(`/dashboard${search}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ draft }).toString(),
    });

  // spec: product.unfinished
  test("are listed with their progress for their owner, without published products", async () => {
    const someone = await newSeller();
    await publish(someone, { title: "On sale" });
    const { key, productId } = await openUpload(someone, 2 * 1024 * 1024, {
      title: "Half a film",
    });
    const part = { file_key: key, part_number: 1, etag: "e", size_bytes: 1024 * 1024 };
    await insertRow(env.DB, "file_parts", part);
    const page = await (await someone.call("/dashboard")).text();
    const drafts = /<section aria-labelledby="drafts-title".*?<\/section>/s.exec(page)?.[0] ?? "";
    expect(drafts).toContain("Half a film");
    expect(drafts).toContain("rain [v1].wav");
    expect(drafts).toContain("50%");
    expect(drafts).not.toContain("On sale");
    expect(drafts).toMatch(/0\.25<span[^>]*>SOL/);
    expect(drafts).toContain(`href="/transaction?draft=${productId}"`);
    expect(await (await other.call("/dashboard")).text()).not.toContain("Half a film");
  });

  test("are deleted after a confirmation, by their owner only", async () => {
    const someone = await newSeller();
    const { productId } = await openUpload(someone, 10, { title: "Given up" });
    const search = `?${new URLSearchParams({ discard: productId })}`;
    expect(await (await someone.call(`/dashboard${search}`)).text()).toContain("<dialog");
    expect(await (await other.call(`/dashboard${search}`)).text()).not.toContain("<dialog");
    expect((await discard(other, productId)).status).toBe(404);
    expect(await row(productId)).not.toBeNull();
    const done = await discard(someone, productId, "?period=12-months");
    expect([done.status, done.headers.get("Location")]).toEqual([
      302,
      "/dashboard?period=12-months",
    ]);
    expect(done.headers.get("Set-Cookie")).toContain("draftDeleted");
    expect(await row(productId)).toBeNull();
    expect((await discard(someone, productId)).status).toBe(404);
    for (const value of ["", "x".repeat(401), "'", "%00"]) {
      expect([404, 422]).toContain((await discard(someone, value)).status);
    }
  });

  test("that are published meanwhile are not deleted", async () => {
    const id = await publish(seller);
    expect((await discard(seller, id)).status).toBe(409);
    expect((await row(id))?.status).toBe("active");
  });
});

describe("the place", () => {
  test("is kept by the confirmation and after it", async () => {
    const id = await publish(seller, { title: "Kept place" });
    const search = "?period=12-months&page=2";
    for (let at = 0; at < PRODUCTS_PER_PAGE; at += 1) await insertProduct(env.DB, seller.uid);
    const page = await (await seller.call(`/dashboard${search}&confirm=${id}`)).text();
    const dialog = /<dialog.*?<\/dialog>/s.exec(page)?.[0] ?? "";
    expect(dialog).toContain("Kept place");
    expect(dialog).toContain('action="/dashboard?period=12-months&amp;page=2"');
    expect(dialog).toContain('<input type="hidden" name="period" value="12-months"/>');
    const form = new URLSearchParams({ productId: id, status: "disabled" });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers, body: form.toString() };
    const answer = await seller.call(`/dashboard${search}`, init);
    expect(answer.headers.get("Location")).toBe(`/dashboard${search}`);
    for (const hostile of ["confirm=%00", "discard='"]) {
      expect([hostile, (await seller.call(`/dashboard?${hostile}`)).status]).toEqual([
        hostile,
        200,
      ]);
    }
    const foreign = await (await other.call(`/dashboard?confirm=${id}`)).text();
    expect(foreign).not.toContain("<dialog");
  });

  test("reads everything by one batch", async () => {
    const { db, statements } = recordStatements(env.DB);
    let batches = 0;
    const counting = new Proxy(db, {
      get(target, name) {
        if (name === "batch") batches += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const place = placeIn(new URLSearchParams("period=all&q=x&sort=views-desc"));
    const deps = {
      dashboard: dashboardIn(openDb(counting)),
      clock: { now: () => Date.now() },
      settings: { cluster: "localnet" as const },
    };
    await readDashboard({ uid: seller.uid, place, confirmIds: [] }, deps);
    expect([batches, statements.length]).toEqual([1, 11]);
  });
});

describe("what open pages poll", () => {
  const read = async (who: Seller, path: string) => {
    const answer = await who.call(path);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test("events after a cursor are told to their seller alone", async () => {
    const someone = await newSeller();
    const events = (after: unknown, who = someone) => read(who, `/api/events?after=${after}`);
    expect(await events(0)).toEqual({ status: 200, body: { newest: 0, events: [] } });
    const id = await insertProduct(env.DB, someone.uid, { saleLimit: 5 });
    for (const price of [1, 2]) {
      await changeRow(env.DB, "products", { id }, { price_lamports: price });
    }
    const { body } = await events(0);
    const told = body.events as { id: number }[];
    expect(told).toEqual(
      [0, 1].map(() => ({
        id: expect.any(Number),
        kind: "product.updated",
        orderId: null,
        productId: id,
        at: expect.any(Number),
      })),
    );
    const newest = Number(body.newest);
    expect(told.at(-1)?.id).toBe(newest);
    expect((await events(told[0]?.id)).body.events).toEqual(told.slice(1));
    expect((await events(newest)).body).toEqual({ newest, events: [] });
    expect((await events(0, other)).body.events).not.toContainEqual(
      expect.objectContaining({ productId: id }),
    );
    for (const hostile of ["-1", "x", "1e3", "%00", "9".repeat(40)]) {
      expect(await events(hostile)).toMatchObject({ status: 200, body: { newest } });
    }
  });

  test("the stock of a product is for its owner", async () => {
    const someone = await newSeller();
    const id = await insertProduct(env.DB, someone.uid, { saleLimit: 5, sold: 2 });
    const path = `/api/products/${id}/stock`;
    expect(await read(someone, path)).toEqual({ status: 200, body: { sold: 2, left: 3 } });
    expect((await read(other, path)).status).toBe(404);
    for (const hostile of ["unknown", "%00", "'", "x".repeat(2_000)]) {
      expect((await read(someone, `/api/products/${hostile}/stock`)).status).toBe(404);
    }
  });

  // spec: limit.saves
  test.each(["/api/events", "stock"])("%s has a limit per account", async (name) => {
    const someone = await newSeller();
    const id = await insertProduct(env.DB, someone.uid);
    const path = name === "stock" ? `/api/products/${id}/stock` : name;
    const key = name === "stock" ? "product-stock" : "events";
    expect((await read(someone, path)).status).toBe(200);
    const counter = { key: `${key}:${await sha256Base64Url(someone.uid)}` };
    await changeRow(env.DB, "rate_limits", counter, { count: 240 });
    const refused = await someone.call(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    await env.DB.prepare("DELETE FROM rate_limits").run();
    const signedOut = await someone.call(path, { headers: { Cookie: "session=x" } });
    expect(signedOut.status).toBe(401);
  });
});

/** Inserts a settled order with its ledger entries. */
async function sale(who: Seller, productId: string, lines: [string, number][]): Promise<void> {
  const { id: orderId } = await newOrder({
    productId,
    ownerUid: who.uid,
    buyerUid: null,
    status: "paid",
  });
  const line = env.DB.prepare(
    `INSERT INTO ledger (order_id, product_id, owner_uid, kind, lamports, signature, slot, at)
     VALUES (?, ?, ?, ?, ?, 's', 1, ?)`,
  );
  await env.DB.batch(
    lines.map(([kind, sum]) => line.bind(orderId, productId, who.uid, kind, sum, Date.now())),
  );
}

/** Figures of the chosen period, and the products on sale, by their names. */
function statsOf(page: string): Record<string, string> {
  const pairs = page.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>(?:<data[^>]*>)?([^<]+)</g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, value]));
}

const shown = (sales: string, revenue: string, active = "1") => ({
  "Total Sales": sales,
  "Revenue (SOL)": revenue,
  "Active Products": active,
});
