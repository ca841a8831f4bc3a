import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { flatPng } from "../../support/images/flat-png";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { codeOf, openUpload, PNG, productForm, publish } from "../../support/upload";

let seller: Seller;
let id: string;
beforeEach(async () => {
  seller = await newSeller();
  id = await publish(seller);
});

interface Listed {
  id: string;
  url: string;
  srcSet: string | null;
  width: number | null;
  height: number | null;
}

const path = (product: string) => `/api/products/${product}/pictures`;
const add = (
  picture: Blob = new File([PNG], "a.png"),
  product = id,
  by: Pick<Seller, "call"> = seller,
  small?: Blob,
) => {
  const body = new FormData();
  body.set("picture", picture);
  if (small) body.set("pictureSmall", small);
  return by.call(path(product), { method: "POST", body });
};
const put = (body: unknown, product = id, by: Pick<Seller, "call"> = seller) =>
  by.call(path(product), { method: "PUT", body: JSON.stringify(body) });
const listIn = async (answer: Response) =>
  ((await answer.json()) as { pictures: Listed[] }).pictures;
const idsIn = async (answer: Response) => (await listIn(answer)).map((one) => one.id);
/** Adds so many pictures, one after the other; returns the ids of the list. */
async function addMany(count: number, product = id): Promise<string[]> {
  let ids: string[] = [];
  for (let added = 0; added < count; added += 1) ids = await idsIn(await add(undefined, product));
  return ids;
}
const rows = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;
const shownOn = async (page: string) =>
  [...(await (await SELF.fetch(ORIGIN + page)).text()).matchAll(/href="\/media\/([\w-]+)"/g)].map(
    ([, picture]) => picture,
  );
const objectsOf = async (product: string) => {
  const { objects } = await env.FILES.list({ prefix: `files/${seller.uid}/${product}/` });
  return objects.map(({ key }) => key);
};

describe("the pictures of a product", () => {
  // spec: product.pictures
  test("are up to six in an order, of which the first is the second image of before", async () => {
    const first = await add(
      new File([flatPng(1600, 1200)], "a.png"),
      id,
      seller,
      new File([flatPng(640, 480)], "b.png"),
    );
    expect(first.status).toBe(201);
    const [picture] = await listIn(first);
    const [row] = await rows("SELECT * FROM products WHERE id = ?", id);
    expect(picture).toEqual({
      id: row?.image_media_id,
      url: `/media/${row?.image_media_id}`,
      srcSet: `/media/${row?.image_small_media_id} 640w, /media/${row?.image_media_id} 1600w`,
      width: 1600,
      height: 1200,
    });
    const ids = await addMany(5);
    expect(ids.length).toBe(6);
    expect(new Set(ids).size).toBe(6);
    const seventh = await add();
    expect([seventh.status, await codeOf(seventh)]).toEqual([409, "conflict"]);
    for (const page of [`/acheter/${id}`, `/preview/${id}`])
      expect(await shownOn(page)).toEqual(ids);

    const turned = [...ids].reverse();
    expect(await idsIn(await put({ pictures: turned, shown: ids }))).toEqual(turned);
    for (const page of [`/acheter/${id}`, `/preview/${id}`])
      expect(await shownOn(page)).toEqual(turned);
    // The terms are the same, and a form that is open stays valid.
    expect(await rows("SELECT version, updated_at FROM products WHERE id = ?", id)).toEqual([
      { version: row?.version, updated_at: row?.updated_at },
    ]);
    for (const picture of turned)
      expect((await SELF.fetch(`${ORIGIN}/media/${picture}`)).status).toBe(200);
  });

  test("that are left out are removed with their objects", async () => {
    const ids = await addMany(3);
    const before = await objectsOf(id);
    expect(await idsIn(await put({ pictures: [ids[2]], shown: ids }))).toEqual([ids[2]]);
    expect([before.length, (await objectsOf(id)).length]).toEqual([3, 1]);
    expect(await rows("SELECT * FROM product_pictures WHERE product_id = ?", id)).toEqual([]);
    expect((await SELF.fetch(`${ORIGIN}/media/${ids[0]}`)).status).toBe(404);
    expect(await idsIn(await put({ pictures: [], shown: [ids[2]] }))).toEqual([]);
    expect(await objectsOf(id)).toEqual([]);
    expect(await shownOn(`/acheter/${id}`)).toEqual([]);
  });

  // spec: product.pictures-windows
  test("are not lost where two windows change them", async () => {
    const shown = await addMany(2);
    const added = (await addMany(1)).at(-1);
    // This window has not seen the third one.
    const stale = await put({ pictures: [shown[1]], shown });
    expect([stale.status, await codeOf(stale)]).toEqual([409, "conflict"]);
    expect(await shownOn(`/acheter/${id}`)).toEqual([...shown, added]);

    const [one, other] = await Promise.all([add(), add()]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect((await shownOn(`/acheter/${id}`)).length).toBe(5);
    const atOnce = await Promise.all([add(), add(), add()]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const now = await shownOn(`/acheter/${id}`);
    expect(now.length).toBe(6);
    // Of those that found no room nothing is left.
    expect((await objectsOf(id)).length).toBe(6);

    const moves = [[...now].reverse(), now.slice(1), now.slice(0, 3)];
    const answers = await Promise.all(moves.map((pictures) => put({ pictures, shown: now })));
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 409, 409]);
    const won = moves[statuses.indexOf(200)] ?? [];
    expect(await shownOn(`/acheter/${id}`)).toEqual(won);
    expect((await objectsOf(id)).length).toBe(won.length);
  });

  test("are named once each, by ids that the page shows", async () => {
    const ids = await addMany(2);
    for (const pictures of [
      [ids[0], ids[0]],
      ["another"],
      [ids[0], null],
      [...ids, ...ids, ...ids, ids[0]],
      "x",
    ]) {
      const answer = await put({ pictures, shown: ids });
      expect([answer.status, await codeOf(answer)]).toEqual([422, "invalid_input"]);
    }
    expect((await put({ pictures: ids })).status).toBe(422);
    const notJson = await seller.call(path(id), { method: "PUT", body: "[" });
    expect(notJson.status).toBe(422);
    expect(await shownOn(`/acheter/${id}`)).toEqual(ids);
  });

  test("are images of at most 5 MB by their first bytes", async () => {
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.png", {
      type: "image/png",
    });
    for (const file of [
      svg,
      new File([], "a.png"),
      new File(["<html>"], "a.jpg"),
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.png"),
    ])
      expect((await add(file)).status).toBe(422);
    const none = await seller.call(path(id), { method: "POST", body: new FormData() });
    expect([none.status, await codeOf(none)]).toEqual([422, "invalid_input"]);
    const text = await seller.call(path(id), { method: "POST", body: "picture" });
    expect(text.status).toBe(422);
    expect(await objectsOf(id)).toEqual([]);
  });

  test("of another person's product do not exist", async () => {
    const ids = await addMany(1);
    const other = await newSeller();
    expect((await add(undefined, id, other)).status).toBe(404);
    expect((await put({ pictures: [], shown: ids }, id, other)).status).toBe(404);
    expect((await add(undefined, "unknown")).status).toBe(404);
    const foreign = await publish(other);
    const [theirs] = await idsIn(await add(undefined, foreign, other));
    const mixed = await put({ pictures: [ids[0], theirs], shown: [ids[0], theirs] });
    expect(mixed.status).toBe(409);
    expect(await shownOn(`/acheter/${id}`)).toEqual(ids);
  });
});

describe("the form of the product", () => {
  const save = async (fields: Record<string, string | Blob>) => {
    const [row] = await rows("SELECT updated_at FROM products WHERE id = ?", id);
    const body = productForm(seller.wallet, { updatedAt: String(row?.updated_at), ...fields });
    return seller.call(`/edit/${id}`, { method: "POST", body });
  };

  test("replaces the first picture, and lets the second move up where it removes it", async () => {
    const ids = await addMany(3);
    expect((await save({ image: new File([PNG], "new.png") })).status).toBe(302);
    const replaced = await shownOn(`/acheter/${id}`);
    expect(replaced.slice(1)).toEqual(ids.slice(1));
    expect(ids).not.toContain(replaced[0]);
    expect((await save({ removeImage: "1" })).status).toBe(302);
    expect(await shownOn(`/acheter/${id}`)).toEqual(ids.slice(1));
    const [row] = await rows("SELECT image_media_id FROM products WHERE id = ?", id);
    expect(row?.image_media_id).toBe(ids[1]);
    expect((await objectsOf(id)).length).toBe(2);
    // A list that an older Worker has left without its first picture takes more of them.
    await changeRow(env.DB, "products", { id }, { image_key: "", image_media_id: "" });
    expect((await idsIn(await add())).slice(0, 1)).toEqual([ids[2]]);
  });

  test("that was opened before keeps a list that was changed since", async () => {
    const ids = await addMany(2);
    const [row] = await rows("SELECT updated_at FROM products WHERE id = ?", id);
    const turned = [...ids].reverse();
    await put({ pictures: turned, shown: ids });
    const body = productForm(seller.wallet, { updatedAt: String(row?.updated_at), title: "New" });
    expect((await seller.call(`/edit/${id}`, { method: "POST", body })).status).toBe(302);
    expect(await shownOn(`/acheter/${id}`)).toEqual(turned);
  });
});

// spec: product.pictures-removed
test("pictures go with their draft and their product", async () => {
  const draft = await openUpload(seller, 10);
  await addMany(2, draft.productId);
  const cancelled = await seller.call(`/api/uploads/${encodeURIComponent(draft.key)}`, {
    method: "DELETE",
  });
  expect(cancelled.status).toBe(204);
  const product = await publish(seller);
  await addMany(3, product);
  const body = new URLSearchParams();
  await seller.call(`/edit/${product}/delete`, { method: "POST", body });
  for (const gone of [draft.productId, product]) {
    expect(await objectsOf(gone)).toEqual([]);
    expect(await rows("SELECT * FROM product_pictures WHERE product_id = ?", gone)).toEqual([]);
    expect(await rows("SELECT * FROM media WHERE product_id = ?", gone)).toEqual([]);
  }
});
