import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { openUpload, PNG, productForm, putPart } from "../../support/upload";

const BYTES = "the goods";

let seller: Seller;
let other: Seller;

beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const rowOf = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();
const page = async (path: string, who = seller) => (await who.call(path)).text();

async function newDraft(fields: Record<string, string | Blob> = {}, isWhole = true) {
  const upload = await openUpload(seller, BYTES.length, { title: "A film", ...fields });
  if (isWhole) await putPart(seller, upload.key, 1, BYTES);
  return { ...upload, path: `/transaction?draft=${upload.productId}` };
}

async function save(id: string, fields: Record<string, string | Blob>) {
  const version = String((await rowOf(id))?.updated_at);
  const body = productForm(seller.wallet, { title: "A film", updatedAt: version, ...fields });
  return seller.call(`/transaction?draft=${id}`, { method: "POST", body });
}

const publish = (id: string, updatedAt: unknown, who = seller) =>
  who.call(`/transaction/${id}/publish`, {
    method: "POST",
    body: new URLSearchParams({ updatedAt: String(updatedAt) }),
  });

// spec: product.continue
test("a draft is continued with all that was kept, without script", async () => {
  const cover = new File([PNG], "a.png", { type: "image/png" });
  const kept = { price: "0.5", category: "2", subcategory: "203", saleType: "limited", cover };
  const { path } = await newDraft({ ...kept, saleLimit: "7" }, false);
  const html = await page(path);
  for (const value of ["A film", "0.5", "7", seller.wallet])
    expect(html).toContain(`value="${value}"`);
  expect(html).toMatch(/<option value="203" selected/);
  expect(html).toContain("An hour of rain.</textarea>");
  expect(html).toContain("/media/");
  expect(html).toMatch(/rain \[v1\].wav.*?0 byte.*?9 byte/);

  const list = await page("/transaction");
  expect(list).toMatch(/A film.*?0\.5<span.*?href="\/transaction\?draft=[\w-]+"/s);
});

test("lists say where a draft has no price yet", async () => {
  const { productId } = await newDraft({ title: "Priceless" });
  await changeRow(env.DB, "products", { id: productId }, { price_lamports: 0 });
  expect(await page("/dashboard")).toMatch(/Priceless.*?no price yet/s);
  expect(await page("/transaction")).toMatch(/Priceless.*?no price yet/s);
});

// spec: product.continue
test("an edit is saved, and nothing is on sale before the seller has said so", async () => {
  const { productId, path } = await newDraft();
  const saved = await save(productId, { price: "0.75" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, path]);
  expect(saved.headers.get("Set-Cookie")).toContain("draftSaved");
  expect(await rowOf(productId)).toMatchObject({ status: "draft", price_lamports: 750_000_000 });

  const on = await save(productId, { price: "0.8", intent: "publish" });
  expect(on.headers.get("Location")).toBe(`/transaction/${productId}/publish`);
  expect((await rowOf(productId))?.status).toBe("draft");
  const question = await page(`/transaction/${productId}/publish`);
  expect(question).not.toContain("<script");
  for (const named of ["A film", "0.8", seller.wallet, "rain [v1].wav"])
    expect(question).toContain(named);

  const { updated_at: shown } = (await rowOf(productId)) ?? {};
  await save(productId, { price: "9" });
  const stale = await publish(productId, shown);
  expect([stale.status, (await rowOf(productId))?.status]).toEqual([409, "draft"]);

  const done = await publish(productId, (await rowOf(productId))?.updated_at);
  const address = `/transaction?published=${productId}`;
  expect([done.status, done.headers.get("Location")]).toEqual([302, address]);
  expect(await rowOf(productId)).toMatchObject({ status: "active", price_lamports: 9_000_000_000 });
  // Repeated, and by an old link.
  expect((await publish(productId, shown)).status).toBe(302);
  for (const old of [path, `/transaction/${productId}`])
    expect((await seller.call(old)).headers.get("Location")).toBe(`/edit/${productId}`);
});

// spec: product.continue
test("a draft whose file has not arrived stays one", async () => {
  const { productId } = await newDraft({}, false);
  const question = await page(`/transaction/${productId}/publish`);
  expect(question).toContain("Not all of its files have arrived");
  expect(question).not.toContain('name="updatedAt"');
  const answer = await publish(productId, (await rowOf(productId))?.updated_at);
  expect([answer.status, (await rowOf(productId))?.status]).toEqual([409, "draft"]);
});

test("what is refused is shown again, and the draft stays as it was", async () => {
  const { productId } = await newDraft();
  const cover = new File(["<svg/>"], "a.svg");
  const answer = await save(productId, { title: "Typed", cover });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toMatch(/value="Typed"/);
  expect((await rowOf(productId))?.title).toBe("A film");
});

// spec: product.draft-owner
test("another person's draft does not exist", async () => {
  const { productId, path } = await newDraft();
  const { updated_at } = (await rowOf(productId)) ?? {};
  const body = productForm(other.wallet, { updatedAt: String(updated_at) });
  for (const address of [path, `/transaction/${productId}`])
    expect((await other.call(address)).status).toBe(404);
  expect((await seller.call(`/transaction/${productId}`)).headers.get("Location")).toBe(path);
  expect((await other.call(path, { method: "POST", body })).status).toBe(404);
  expect((await other.call(`/transaction/${productId}/publish`)).status).toBe(404);
  expect((await publish(productId, updated_at, other)).status).toBe(404);
});
