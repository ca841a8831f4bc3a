import { env, SELF } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { MAX_DRAFTS } from "../../../app/products/rules/draft";
import { openDb } from "../../../db/client";
import { presentationsIn } from "../../../db/products/presentations";
import { imageKeysOf, newDraft, postDraft, rowOf } from "../../support/drafts";
import { changeRow } from "../../support/rows";
import { SAMPLES } from "../../support/samples";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { PNG, publish } from "../../support/upload";

let seller: Seller;
let other: Seller;
beforeEach(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const duplicate = (id: string, who = seller) =>
  who.call(`/edit/${id}/duplicate`, { method: "POST", body: new FormData() });

/** The id of the draft that an answer leads to. */
function madeBy(answer: Response): string {
  const [, id = ""] =
    /^\/transaction\?draft=([\w-]{22})$/.exec(answer.headers.get("Location") ?? "") ?? [];
  expect([answer.status, id]).toEqual([302, expect.stringMatching(/./)]);
  return id;
}

const countDrafts = async ({ uid }: Seller) =>
  env.DB.prepare("SELECT count(*) FROM products WHERE owner_uid = ? AND status = 'draft'")
    .bind(uid)
    .first("count(*)");

// spec: product.duplicate
test("a copy has the fields and images of its product, which it survives, and no file", async () => {
  const png = (name: string) => new File([PNG], name, { type: "image/png" });
  const images = { cover: png("a.png"), coverSmall: png("s.png"), image: png("b.png") };
  const focus = { coverFocusX: "10", coverFocusY: "90" };
  const terms = { title: "Rain", price: "1.5", saleType: "limited", saleLimit: "9" };
  const id = await publish(seller, { ...images, ...focus, ...terms });
  const answer = await duplicate(id);
  expect(answer.headers.get("Set-Cookie")).toContain("duplicated");
  const copyId = madeBy(answer);
  const copy = await rowOf(copyId);
  expect(copy).toMatchObject({
    status: "draft",
    title: "Rain",
    price_lamports: 1_500_000_000,
    sale_limit: 9,
    cover_focus_x: 10,
    share_key: "",
    release_id: null,
    sold: 0,
  });
  expect(JSON.parse(String(copy?.draft_fields))).toMatchObject({ ...terms, ...focus });
  expect(await imageKeysOf(seller, copyId)).toHaveLength(3);
  const counted = env.DB.prepare("SELECT count(*) FROM media WHERE product_id = ?").bind(copyId);
  expect(await counted.first("count(*)")).toBe(3);

  await seller.call(`/edit/${id}/delete`, { method: "POST", body: new FormData() });
  expect([await rowOf(id), await imageKeysOf(seller, id)]).toEqual([null, []]);
  for (const mediaId of [copy?.cover_media_id, copy?.cover_small_media_id, copy?.image_media_id]) {
    const image = await SELF.fetch(`${ORIGIN}/media/${mediaId}`);
    expect(image.status).toBe(200);
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
});

// spec: product.duplicate
test("a copy has its own pictures, in order, and its own sample, which count as stored", async () => {
  const id = await publish(seller);
  const [name, bytes, type] = SAMPLES[0] ?? ["", PNG, ""];
  for (const picture of ["a.png", "a.png", "b.png"]) {
    const body = new FormData();
    body.set("picture", new File([PNG], picture, { type: "image/png" }));
    const added = await seller.call(`/api/products/${id}/pictures`, { method: "POST", body });
    expect(added.status).toBe(201);
  }
  const path = `/api/products/${id}/sample?name=${name}`;
  expect((await seller.call(path, { method: "PUT", body: bytes })).status).toBe(200);
  const copyId = madeBy(await duplicate(id));

  const presentations = presentationsIn(openDb(env.DB));
  const [original, copy] = [
    await presentations.ofProduct(id),
    await presentations.ofProduct(copyId),
  ];
  const nameOf = ({ key }: { key: string }) => key.slice(-5);
  expect(copy.pictures.map(nameOf)).toEqual(original.pictures.map(nameOf));
  expect(copy.sample).toMatchObject({ name, contentType: type, sizeBytes: bytes.length });
  const keys = [...copy.pictures, ...(copy.sample ? [copy.sample] : [])].map(({ key }) => key);
  expect([keys.length, (await imageKeysOf(seller, copyId)).sort()]).toEqual([4, keys.sort()]);
  const { results } = await env.DB.prepare(
    "SELECT key FROM media WHERE product_id = ? ORDER BY key",
  )
    .bind(copyId)
    .all<{ key: string }>();
  expect(results.map(({ key }) => key)).toEqual(keys);

  await seller.call(`/edit/${id}/delete`, { method: "POST", body: new FormData() });
  const sample = await SELF.fetch(`${ORIGIN}/media/${copy.sample?.mediaId}`);
  expect(new Uint8Array(await sample.arrayBuffer())).toEqual(new Uint8Array(bytes));
  await seller.call(`/edit/${copyId}/delete`, { method: "POST", body: new FormData() });
  expect(await imageKeysOf(seller, copyId)).toEqual([]);
  expect(await presentations.ofProduct(copyId)).toEqual({ pictures: [], sample: null });
});

test("a copy of a draft has what was typed", async () => {
  const typed = { title: "Half", price: "1,", recipient: "nobody" };
  const { productId } = await newDraft(seller, typed);
  const copy = await rowOf(madeBy(await duplicate(productId)));
  expect(copy?.draft_fields).toBe((await rowOf(productId))?.draft_fields);
});

test("what another account owns can't be copied", async () => {
  const [id, draft] = [await publish(seller), await newDraft(seller)];
  for (const one of [id, draft.productId, "none"])
    expect((await duplicate(one, other)).status).toBe(404);
  const visitor = await seller.call(`/edit/${id}/duplicate`, {
    method: "POST",
    headers: { Cookie: "", Accept: "text/html" },
    body: new FormData(),
  });
  expect(visitor.headers.get("Location")).toMatch(/^\/login/);
  expect((await seller.call(`/edit/${id}/duplicate`)).status).toBe(405);
});

test("an eleventh draft is refused in words, and leaves no image", async () => {
  const id = await publish(seller, { cover: new File([PNG], "a.png") });
  for (let at = 1; at < MAX_DRAFTS; at += 1) expect((await postDraft(seller)).status).toBe(201);
  const answers = await Promise.all([duplicate(id), duplicate(id), duplicate(id)]);
  const refused = answers.filter((answer) => answer.headers.get("Location") === "/dashboard");
  expect(refused).toHaveLength(2);
  for (const answer of refused) expect(answer.headers.get("Set-Cookie")).toContain("draftsFull");
  expect(await countDrafts(seller)).toBe(MAX_DRAFTS);
  const { objects } = await env.FILES.list({ prefix: `files/${seller.uid}/` });
  expect(objects).toHaveLength(2);
});

test("an account that stores too much gets no copy, and is told so", async () => {
  const id = await publish(seller, { cover: new File([PNG], "a.png") });
  await changeRow(env.DB, "media", { product_id: id }, { size_bytes: 2 ** 50 });
  const answer = await duplicate(id);
  expect(answer.headers.get("Location")).toBe("/dashboard");
  expect(answer.headers.get("Set-Cookie")).toContain("storageFull");
  expect(await countDrafts(seller)).toBe(0);
  const { objects } = await env.FILES.list({ prefix: `files/${seller.uid}/` });
  expect(objects).toHaveLength(1);
});

test("the menu of a product offers it without script", async () => {
  const id = await publish(seller);
  const html = await (await seller.call("/dashboard")).text();
  expect(html).toMatch(new RegExp(`<form method="post" action="/edit/${id}/duplicate"`));
});
