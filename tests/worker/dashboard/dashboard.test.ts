import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { readDashboard } from "../../../app/dashboard/use-cases/read-dashboard";
import { openDb } from "../../../db/client";
import { sellerDaysIn } from "../../../db/dashboard/seller-days";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { productsIn } from "../../../db/products/products";
import { insertProduct } from "../../support/factories/product";
import { insertManySales } from "../../support/many-sales";
import { changeRow } from "../../support/rows";
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

  test("does not activate a draft", async () => {
    const { productId } = await openUpload(seller, 10);
    expect((await setStatus(seller, productId, "active")).status).toBe(404);
    expect((await row(productId))?.status).toBe("draft");
  });

  test("counts sales, and revenue from the ledger net of refunds", async () => {
    const rich = await newSeller();
    const id = await publish(rich, { price: "2" });
    await changeRow(env.DB, "products", { id }, { sold: 1 });
    await sale(rich, id, [
      ["sale", 2_000_000_000],
      ["fee", 20_000_000],
    ]);
    // A later price change does not change revenue.
    await changeRow(env.DB, "products", { id }, { price_lamports: 9 });
    const page = await (await rich.call("/dashboard")).text();
    expect(statsOf(page)).toEqual({
      "Total Sales": "1",
      "Revenue (SOL)": "2",
      "Active Products": "1",
    });
    expect(page).toContain("net 1.98 after commission");
  });

  test("shows the figures of a period and the latest orders", async () => {
    const busy = await newSeller();
    const id = await publish(busy, { title: "Waves", price: "2" });
    const from = Date.now() - 400 * 86_400_000;
    const many = { ownerUid: busy.uid, productId: id, count: 400, everyMs: 86_400_000 };
    await insertManySales(env.DB, { ...many, from, refundEach: 40 });
    const page = await (await busy.call("/dashboard")).text();
    expect(figuresOf(page)).toEqual({ sales: "29", revenue: "0.000029", net: "0.00002871" });
    expect(/<a[^>]*period=30-days[^>]*>/.exec(page)?.[0]).toContain('aria-current="true"');
    const titles = new Set([...page.matchAll(/Title \d+/g)].map(([title]) => title));
    expect([...titles]).toEqual([399, 398, 397, 396, 395].map((at) => `Title ${at}`));
    expect(page).toContain("Times: UTC");
    const all = await (await busy.call("/dashboard?period=all")).text();
    expect(figuresOf(all)).toEqual({ sales: "390", revenue: "0.00039", net: "0.000386" });
    for (const period of ["30", "ALL", "'", "constructor", "x".repeat(4_000), "%00"]) {
      const unknown = await busy.call(`/dashboard?period=${period}`);
      expect([period, unknown.status]).toEqual([period, 200]);
      expect(figuresOf(await unknown.text())).toEqual(figuresOf(page));
    }
    const empty = await (await other.call("/dashboard")).text();
    expect(figuresOf(empty)).toEqual({});
    expect(empty).not.toContain("Waves");
  });

  test("links the latest orders to an explorer of the cluster", async () => {
    const one = await newSeller();
    const productId = await insertProduct(env.DB, one.uid);
    const many = { ownerUid: one.uid, productId, count: 7, from: 1_000, everyMs: 1 };
    await insertManySales(env.DB, many);
    const db = openDb(env.DB);
    const deps = {
      products: productsIn(db),
      sellerDays: sellerDaysIn(db),
      incomingPayments: createIncomingPayments(db),
      clock: { now: () => 1_000 },
      settings: { cluster: "devnet" as const },
    };
    const { latest } = await readDashboard({ uid: one.uid, period: "all" }, deps);
    expect(latest.map(({ at }) => at)).toEqual([1_006, 1_005, 1_004, 1_003, 1_002]);
    expect(latest[0]?.explorer).toMatch(/^https:\/\/explorer\.solana\.com\/tx\/.*cluster=devnet$/);
  });

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
      `\ufeffProduct ID,Title,Sales,Price,Status\r\n${idCell},'=1+1,0,0.5,active\r\n`,
    );
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
     VALUES (?, ?, ?, ?, ?, 's', 1, 1)`,
  );
  await env.DB.batch(lines.map(([kind, sum]) => line.bind(orderId, productId, who.uid, kind, sum)));
}

/** Figures of the chosen period. */
function figuresOf(page: string): Record<string, string> {
  const figures = page.matchAll(
    /<dt[^>]*>(Sales|Revenue|Net)[^<]*<\/dt><dd[^>]*><data[^>]*>([^<]+)</g,
  );
  return Object.fromEntries(
    [...figures].map(([, name = "", value = ""]) => [name.toLowerCase(), value]),
  );
}

function statsOf(page: string): Record<string, string> {
  const pairs = page.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([^<]+)<\/dd>/g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, value]));
}
