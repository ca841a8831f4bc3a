import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { insertBundle } from "../../support/factories/bundle";
import { insertAuthor, insertProduct, type ProductTraits } from "../../support/factories/product";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";

let seller: Seller;
let other: Seller;
const recipient = newAddress();
beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const make = (title: string, traits: ProductTraits = {}, uid = seller.uid) =>
  insertProduct(env.DB, uid, { recipient, ...traits, title });

async function post(path: string, fields: Record<string, string>, items: readonly string[]) {
  const body = new URLSearchParams(fields);
  for (const item of items) body.append("item", item);
  const answer = await seller.call(path, { method: "POST", body });
  return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
}

const TEXTS = { title: "All of it", price: "0.08", description: "For a grey day." };

const bundles = async () =>
  (
    await env.DB.prepare("SELECT id FROM products WHERE owner_uid = ? AND bundle_size > 0")
      .bind(seller.uid)
      .all()
  ).results.length;

// spec: bundle.made
test("a bundle has different products of its seller, of one wallet, on sale with a price, and no bundle", async () => {
  const [rain, snow] = [await make("Rain"), await make("Snow")];
  const off = await make("Off");
  await changeRow(env.DB, "products", { id: off }, { status: "disabled" });
  const free = await make("Free");
  await changeRow(env.DB, "products", { id: free }, { price_lamports: 0, is_free: 1 });
  const shared = await make("Shared");
  await insertAuthor(env.DB, shared, { uid: other.uid, wallet: other.wallet, bps: 100 });
  const elsewhere = await make("Elsewhere", { recipient: newAddress() });
  const foreign = await make("Foreign", {}, other.uid);
  const nested = await insertBundle(env.DB, seller.uid, [rain, snow], { recipient });
  const before = await bundles();
  const refusals: [items: string[], words: string][] = [
    [[], "Choose 2 to 10 products"],
    [[rain], "Choose 2 to 10 products"],
    // The same one twice is one.
    [[rain, rain], "Choose 2 to 10 products"],
    [Array.from({ length: 11 }, (_, at) => `p${at}`), "Choose 2 to 10 products"],
    [[rain, off], "“Off” is not on sale"],
    [[rain, free], "“Free” is free"],
    [[rain, shared], "Others share in the sales of “Shared”"],
    [[rain, elsewhere], "“Elsewhere” is paid to another wallet"],
    [[rain, foreign], "not among yours"],
    [[rain, nested], "not among yours"],
  ];
  for (const [items, words] of refusals) {
    const { status, text } = await post("/bundles/new", TEXTS, items);
    expect([status, text.includes(words)], words).toEqual([422, true]);
  }
  for (const price of ["0", "x", ""]) {
    expect((await post("/bundles/new", { ...TEXTS, price }, [rain, snow])).status).toBe(422);
  }
  expect(await bundles()).toBe(before);
  const made = await post("/bundles/new", TEXTS, [snow, rain]);
  expect(made).toMatchObject({ status: 302, to: expect.stringMatching(/^\/bundles\//) });
  const id = made.to?.split("/").at(-1) ?? "";
  const stored = await env.DB.prepare(
    `SELECT bundle_size, status, recipient, price_lamports, version, updated_at AS updatedAt FROM products WHERE id = ?`,
  )
    .bind(id)
    .first<Record<string, number | string>>();
  expect(stored).toMatchObject({ bundle_size: 2, status: "active", recipient });

  // A form that was opened before another change writes nothing.
  const fields = { updatedAt: `${stored?.updatedAt}` };
  const third = await make("Fog");
  expect((await post(`/bundles/${id}`, fields, [rain, third])).status).toBe(302);
  expect((await post(`/bundles/${id}`, fields, [rain, snow])).status).toBe(409);
  const { results } = await env.DB.prepare(
    "SELECT product_id AS id FROM bundle_items WHERE bundle_id = ? ORDER BY position",
  )
    .bind(id)
    .all();
  expect(results).toEqual([{ id: rain }, { id: third }]);
});

// spec: bundle.kept
test("a bundle has no files, stays priced and on the wallet of its items, and keeps them from being deleted", async () => {
  const [rain, snow] = [await make("Rain"), await make("Snow")];
  const id = await insertBundle(env.DB, seller.uid, [rain, snow], { recipient });
  const row = () =>
    env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();
  const before = await row();
  const release = await seller.call(`/api/products/${id}/release`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      note: "",
      files: [{ name: "a.txt", size: 1, type: "", modifiedAt: 1 }],
    }),
  });
  expect([release.status < 500, release.ok]).toEqual([true, false]);

  const fields = (more: Record<string, string>) => {
    const body = new FormData();
    const all = {
      ...{ title: "Everything", price: "0.05", category: "1", description: "x", recipient },
      ...{ saleType: "infinite", updatedAt: `${before?.updated_at}`, ...more },
    };
    for (const [name, value] of Object.entries(all)) body.set(name, value);
    return { method: "POST", body };
  };
  const free = await seller.call(`/edit/${id}`, fields({ free: "on", price: "" }));
  expect([free.status, (await free.text()).includes("A bundle has a price")]).toEqual([422, true]);
  const moved = await seller.call(`/edit/${id}`, fields({ recipient: newAddress() }));
  expect(moved.status).toBeGreaterThanOrEqual(400);
  expect(await row()).toEqual(before);

  const page = await (await seller.call(`/edit/${rain}/delete`)).text();
  expect(page).toContain("part of the bundle");
  const deleted = await seller.call(`/edit/${rain}/delete`, {
    method: "POST",
    body: new URLSearchParams(),
  });
  expect(deleted.status).toBe(409);
  const copy = await seller.call(`/edit/${id}/duplicate`, {
    method: "POST",
    body: new URLSearchParams(),
  });
  expect(copy.headers.get("Location")).toBe(`/bundles/new?copy=${id}`);
  expect(await (await seller.call(`/bundles/new?copy=${id}`)).text()).toMatch(
    new RegExp(`(checked=""[^>]*value="${rain}"|value="${rain}"[^>]*checked="")`),
  );

  // Taken out, or with its bundle, it goes.
  await seller.call(`/edit/${id}/delete`, { method: "POST", body: new URLSearchParams() });
  expect(await row()).toBeNull();
  await seller.call(`/edit/${rain}/delete`, { method: "POST", body: new URLSearchParams() });
  const left = await env.DB.prepare("SELECT 1 FROM products WHERE id = ?").bind(rain).first();
  expect(left).toBeNull();
});

// spec: bundle.item-off
test("the seller's pages name each item that stops a bundle, and link to where it is mended", async () => {
  const kinds = ["Off", "Free", "Shared", "Elsewhere", "Sold", "Keyless", "Fine"] as const;
  const made = await Promise.all(kinds.map(async (kind) => [kind, await make(kind)] as const));
  const ids = Object.fromEntries(made) as Record<(typeof kinds)[number], string>;
  const bundle = await insertBundle(env.DB, seller.uid, Object.values(ids), { recipient });
  const change = (id: string, columns: Parameters<typeof changeRow>[3]) =>
    changeRow(env.DB, "products", { id }, columns);
  await change(ids.Off, { status: "disabled" });
  await change(ids.Free, { price_lamports: 0, is_free: 1 });
  await insertAuthor(env.DB, ids.Shared, { uid: other.uid, wallet: other.wallet, bps: 100 });
  await change(ids.Elsewhere, { recipient: newAddress() });
  await change(ids.Sold, { sale_type: "unique", sale_limit: 1, sold: 1 });
  const keys = { intent: "settings", kind: "pool", days: "30", instances: "" };
  expect((await post(`/edit/${ids.Keyless}/licences`, keys, [])).status).toBe(302);

  const stops = [
    ["“Off” is disabled", `/edit/${ids.Off}/status`],
    ["“Free” is free", `/edit/${ids.Free}`],
    ["share in the sales of “Shared”", `/edit/${ids.Shared}`],
    ["“Elsewhere” is paid to another wallet", `/edit/${ids.Elsewhere}`],
    ["“Sold” is sold out", `/edit/${ids.Sold}`],
    ["“Keyless” has no licence key left", `/edit/${ids.Keyless}/licences`],
  ] as const;
  for (const path of ["/bundles", `/bundles/${bundle}`]) {
    const html = await (await seller.call(path)).text();
    const items = [...html.matchAll(/<li[^>]*>([^<]*)(?:<!-- -->\s*)*<a[^>]*href="([^"]*)"/g)];
    for (const [words, to] of stops) {
      const found = items.filter(([, text]) => text?.includes(words)).map(([, , href]) => href);
      expect(found, `${path}: ${words}`).toEqual([to]);
    }
    expect(html).not.toContain("“Fine”");
  }
  const added = { intent: "add", keys: "0123-4567-89AB-CDEF" };
  expect((await post(`/edit/${ids.Keyless}/licences`, added, [])).status).toBe(302);
  expect(await (await seller.call("/bundles")).text()).not.toContain("no licence key left");
});
