import { env } from "cloudflare:test";
import { Buffer } from "node:buffer";
import bs58 from "bs58";
import { beforeAll, describe, expect, test } from "vitest";
import { newSeller, type Seller } from "../support/seller";
import { openUpload, productForm, publish } from "../support/upload";

const HOUR_MS = 3_600_000;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

let seller: Seller;
let other: Seller;
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const row = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();
const anAddress = () => bs58.encode(crypto.getRandomValues(new Uint8Array(32)));

/** Sends the edit form as it was filled from the newest version, with `fields` changed. */
async function edit(
  who: Seller,
  id: string,
  fields: Record<string, string | Blob | null> = {},
): Promise<Response> {
  const product = await row(id);
  const body = productForm(String(product?.recipient), {
    updatedAt: String(product?.updated_at),
    ...fields,
  });
  return who.call(`/edit/${id}`, { method: "POST", body });
}

/** The words of the alert that a page shows. */
async function alertOf(answer: Response): Promise<string> {
  return /role="alert"[^>]*>([^<]*)</.exec(await answer.text())?.[1] ?? "";
}

describe("/edit", () => {
  test("saves what was changed and comes back to itself", async () => {
    const id = await publish(seller);
    const answer = await edit(seller, id, {
      title: "Rain, twice",
      price: "1.5",
      category: "2",
      subcategory: "203",
      saleType: "limited",
      saleLimit: "9",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/edit/${id}`]);
    expect(await row(id)).toMatchObject({
      title: "Rain, twice",
      price_lamports: 1_500_000_000,
      category_id: 2,
      subcategory_id: 203,
      type: "ebook",
      sale_limit: 9,
      status: "active",
    });
  });

  test("is its owner's alone: a visitor signs in first, everybody else finds nothing", async () => {
    const id = await publish(seller);
    const visitor = { ...seller, call: seller.call };
    const gone = await visitor.call(`/edit/${id}`, { headers: { Cookie: "" } });
    expect([gone.status, gone.headers.get("Location")]).toEqual([
      302,
      `/login?to=${encodeURIComponent(`/edit/${id}`)}`,
    ]);
    const answers = [
      await other.call(`/edit/${id}`),
      await edit(other, id, { title: "Mine now" }),
      await seller.call("/edit/no-such-product"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await row(id))?.title).toBe("Field recordings");
  });

  test("a draft can't be edited or shown as published", async () => {
    const { productId } = await openUpload(seller, 10);
    expect((await seller.call(`/edit/${productId}`)).status).toBe(404);
    expect((await seller.call(`/transaction?published=${productId}`)).status).toBe(404);
  });

  test("refuses to write over a newer version, and shows again what was typed", async () => {
    const id = await publish(seller);
    const seen = String((await row(id))?.updated_at);
    await edit(seller, id, { title: "First" });
    const late = await edit(seller, id, { title: "Second", updatedAt: seen });
    expect(late.status).toBe(409);
    const page = await late.text();
    expect(page).toContain('value="Second"');
    expect((await row(id))?.title).toBe("First");
  });

  test("the limit can't fall below what is sold or held", async () => {
    const id = await publish(seller);
    await env.DB.prepare("UPDATE products SET sold = 2, held = 1 WHERE id = ?").bind(id).run();
    const low = await edit(seller, id, { saleType: "limited", saleLimit: "2" });
    expect(low.status).toBe(422);
    expect(await alertOf(low)).toContain("below 3");
    expect((await edit(seller, id, { saleType: "unique" })).status).toBe(422);
    expect((await edit(seller, id, { saleType: "limited", saleLimit: "3" })).status).toBe(302);
  });

  test("another payout wallet needs a proof less than ten minutes old", async () => {
    const stale = await newSeller("free", HOUR_MS);
    const id = await publish(stale);
    const recipient = anAddress();
    const asked = await edit(stale, id, { recipient });
    expect(asked.status).toBe(403);
    expect((await row(id))?.recipient).toBe(stale.wallet);
    expect((await edit(stale, id, { title: "Only the title" })).status).toBe(302);

    const mine = await publish(seller);
    expect((await edit(seller, mine, { recipient })).status).toBe(302);
    expect((await row(mine))?.recipient).toBe(recipient);
  });

  test("a new picture has an address of its own, and the old one goes", async () => {
    const id = await publish(seller, { cover: new File([PNG], "a.png") });
    const first = String((await row(id))?.cover_key);
    expect(first).toBe(`files/${seller.uid}/${id}/cover_a.png`);

    await edit(seller, id, { cover: new File([PNG], "a.png") });
    const second = String((await row(id))?.cover_key);
    expect(second).toMatch(/\/cover_[\w-]{22}-a\.png$/);
    expect(await env.FILES.head(first)).toBeNull();
    expect(await env.FILES.head(second)).not.toBeNull();

    await edit(seller, id);
    expect((await row(id))?.cover_key).toBe(second);
    const bad = await edit(seller, id, { cover: new File(["<svg/>"], "a.svg") });
    expect(bad.status).toBe(422);
    await edit(seller, id, { removeCover: "1" });
    expect((await row(id))?.cover_key).toBe("");
    expect(await env.FILES.head(second)).toBeNull();
  });
});

describe("/dashboard", () => {
  const setStatus = (who: Seller, productId: string, status: string) =>
    who.call("/dashboard", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ productId, status }).toString(),
    });

  test("takes a product off sale and puts it back, for its owner alone", async () => {
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

  test("a draft is not switched on", async () => {
    const { productId } = await openUpload(seller, 10);
    expect((await setStatus(seller, productId, "active")).status).toBe(404);
    expect((await row(productId))?.status).toBe("draft");
  });

  test("counts sales, and revenue from the ledger less what went back", async () => {
    const rich = await newSeller();
    const id = await publish(rich, { price: "2" });
    await env.DB.prepare("UPDATE products SET sold = 1 WHERE id = ?").bind(id).run();
    await sale(rich, id, [
      ["sale", 2_000_000_000],
      ["fee", 20_000_000],
    ]);
    // The price changes afterwards; what was earned does not.
    await edit(rich, id, { price: "9" });
    const page = await (await rich.call("/dashboard")).text();
    expect(statsOf(page)).toEqual({
      "Total Sales": "1",
      "Revenue (SOL)": "2",
      "Active Products": "1",
    });
    expect(page).toContain("net 1.98 after commission");
  });

  test("the report has its columns, and a title that would run stays text", async () => {
    const someone = await newSeller();
    const empty = await someone.call("/dashboard");
    expect(await empty.text()).toContain("No products yet.");
    const id = await publish(someone, { title: "=1+1", price: "0.5" });
    const page = await (await someone.call("/dashboard")).text();
    expect(page).toContain("/dashboard/sales.csv");
    const report = await someone.call("/dashboard/sales.csv");
    expect(report.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="sales-report/,
    );
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await report.arrayBuffer())).toBe(
      `\ufeffProduct ID,Title,Sales,Price,Status\r\n${id},'=1+1,0,0.5,active\r\n`,
    );
  });
});

/** Writes a settled order's ledger lines. */
async function sale(who: Seller, productId: string, lines: [string, number][]): Promise<void> {
  const orderId = crypto.randomUUID();
  await env.DB.prepare(
    `INSERT INTO orders (id, product_id, owner_uid, status, price_lamports, seller_lamports,
       fee_lamports, fee_bps, recipient, platform, reference, label, message, sale_type,
       created_at, expires_at, updated_at)
     VALUES (?, ?, ?, 'paid', 2, 1, 1, 100, 'r', 'p', ?, 'l', 'm', 'infinite', 0, 0, 0)`,
  )
    .bind(orderId, productId, who.uid, orderId)
    .run();
  const line = env.DB.prepare(
    `INSERT INTO ledger (order_id, product_id, owner_uid, kind, lamports, signature, slot, at)
     VALUES (?, ?, ?, ?, ?, 's', 1, 1)`,
  );
  await env.DB.batch(lines.map(([kind, sum]) => line.bind(orderId, productId, who.uid, kind, sum)));
}

function statsOf(page: string): Record<string, string> {
  const pairs = page.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([^<]+)<\/dd>/g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, value]));
}
