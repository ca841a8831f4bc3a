import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_SHARE_IMAGE_BYTES } from "../../../app/products/rules/share-image";
import { JPEG } from "../../support/images/samples";
import { readHead } from "../../support/page-head";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { complete, openUpload, PNG, productForm, publish, putPart } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

/** A JPEG whose header tells this size. */
function jpegOf(width: number, height: number, extraBytes = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(JPEG.length + extraBytes);
  bytes.set(JPEG);
  const frame = JPEG.findIndex((byte, at) => byte === 0xff && JPEG[at + 1] === 0xc0);
  new DataView(bytes.buffer).setUint16(frame + 5, height);
  new DataView(bytes.buffer).setUint16(frame + 7, width);
  return bytes;
}

const share = (bytes: BlobPart = jpegOf(1200, 630)) =>
  new File([bytes], "share.jpg", { type: "image/jpeg" });

const row = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();

async function edit(id: string, fields: Record<string, string | Blob> = {}): Promise<number> {
  const version = String((await row(id))?.updated_at);
  const body = productForm(seller.wallet, { updatedAt: version, ...fields });
  return (await seller.call(`/edit/${id}`, { method: "POST", body })).status;
}

/** The path of the picture in the card of the purchase page. */
async function pictureOf(id: string): Promise<string> {
  const page = await SELF.fetch(`${ORIGIN}/acheter/${id}`);
  return readHead(await page.text()).og["og:image"]?.replace(ORIGIN, "") ?? "";
}

const statusOf = async (path: string) => {
  const answer = await SELF.fetch(ORIGIN + path);
  await answer.body?.cancel();
  return answer.status;
};

const filesOf = async (id: string) =>
  (await env.FILES.list({ prefix: `files/${seller.uid}/${id}/share_` })).objects.map(
    ({ key }) => key,
  );

// spec: web.share-picture
test("the picture drawn at publication is on the card, under a key of its own", async () => {
  const id = await publish(seller, { shareImage: share() });
  const { share_key: key, share_media_id: mediaId } = (await row(id)) ?? {};
  expect(key).toMatch(new RegExp(`^files/${seller.uid}/${id}/share_[\\w-]{22}\\.jpg$`));
  expect(await filesOf(id)).toEqual([key]);
  expect(await pictureOf(id)).toBe(`/media/${mediaId}`);
  const answer = await SELF.fetch(`${ORIGIN}/media/${mediaId}`);
  expect(answer.headers.get("Content-Type")).toBe("image/jpeg");
  await answer.body?.cancel();
});

test.each([
  ["another size", share(jpegOf(1200, 631))],
  ["too many bytes", share(jpegOf(1200, 630, MAX_SHARE_IMAGE_BYTES))],
  ["a PNG", share(PNG)],
  ["HTML", share("<script>alert(1)</script>")],
  ["a text field", "share"],
])("a product is published without a picture that is %s", async (_, shareImage) => {
  const id = await publish(seller, { shareImage });
  expect(await row(id)).toMatchObject({ status: "active", share_key: "", share_media_id: "" });
  expect(await filesOf(id)).toEqual([]);
  expect(await pictureOf(id)).toBe(`/pictures/${id}/drawn-1.png`);
});

describe("an edit", () => {
  test("with a new picture replaces the old one", async () => {
    const id = await publish(seller, { shareImage: share() });
    const old = await pictureOf(id);
    expect(await edit(id, { price: "0.5", shareImage: share() })).toBe(302);
    const now = await pictureOf(id);
    expect(now).not.toBe(old);
    expect([await statusOf(old), await statusOf(now)]).toEqual([404, 200]);
    expect(await filesOf(id)).toEqual([(await row(id))?.share_key]);
  });

  test.each([
    ["title", { title: "Rain, twice" }],
    ["price", { price: "0.5" }],
    ["choice of the price", { isPriceChosen: "on" }],
    ["cover", { cover: new File([PNG], "a.png") }],
    ["focus point", { coverFocusX: "10", coverFocusY: "50" }],
  ])("of the %s without one removes it: it shows what was", async (_, fields) => {
    const id = await publish(seller, { shareImage: share(), cover: new File([PNG], "a.png") });
    expect(await edit(id, fields)).toBe(302);
    expect(await row(id)).toMatchObject({ share_key: "", share_media_id: "" });
    expect(await filesOf(id)).toEqual([]);
    expect(await pictureOf(id)).not.toBe("");
  });

  test("of the rest keeps it, and a refused one stores nothing", async () => {
    const id = await publish(seller, { shareImage: share() });
    const first = await filesOf(id);
    expect(await edit(id, { description: "Two hours of rain." })).toBe(302);
    expect(await filesOf(id)).toEqual(first);
    expect(await edit(id, { updatedAt: "1", shareImage: share() })).toBe(409);
    expect(await filesOf(id)).toEqual(first);
  });
});

test("one that was drawn without a cover is dropped by the migration, and its file with an edit", async () => {
  const id = await publish(seller, { shareImage: share() });
  const covered = await publish(seller, { shareImage: share(), cover: new File([PNG], "a.png") });
  const kept = await pictureOf(covered);
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("drawn_share_pictures"));
  await env.DB.batch((migration?.statements ?? []).map((text) => env.DB.prepare(text)));
  expect([await pictureOf(id), await pictureOf(covered)]).toEqual([
    `/pictures/${id}/drawn-1.png`,
    kept,
  ]);
  expect(await edit(id, { price: "2", shareImage: share() })).toBe(302);
  expect(await filesOf(id)).toEqual([(await row(id))?.share_key]);
});

// spec: web.share-picture
test("a disabled product's card does not show it, and a discarded draft's is removed", async () => {
  const id = await publish(seller, { shareImage: share() });
  await changeRow(env.DB, "products", { id }, { status: "disabled" });
  expect(await pictureOf(id)).toBe("/share/category-1.jpg");

  const draft = await openUpload(seller, 9, { shareImage: share() });
  expect(await filesOf(draft.productId)).toHaveLength(1);
  await seller.call(`/api/uploads/${draft.key}`, { method: "DELETE" });
  expect(await filesOf(draft.productId)).toEqual([]);
});

test("account deletion takes it away from all but buyers", async () => {
  const leaving = await newSeller();
  const { key, productId } = await openUpload(leaving, 9, { shareImage: share() });
  await putPart(leaving, key, 1, "the goods");
  await complete(leaving, key);
  const path = await pictureOf(productId);
  expect(await statusOf(path)).toBe(200);
  const body = new URLSearchParams({ word: "DELETE" });
  await leaving.call("/profil/delete", { method: "POST", body });
  const user = await env.DB.prepare("SELECT deleted_at FROM users WHERE uid = ?")
    .bind(leaving.uid)
    .first<{ deleted_at: number | null }>();
  expect(user?.deleted_at).not.toBeNull();
  expect(await statusOf(path)).toBe(404);
});
