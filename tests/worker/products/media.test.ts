import { env, SELF } from "cloudflare:test";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { exif, jpegSegment, PLANTED, plainGif, plainPng } from "../../support/images/planted";
import { JPEG, LOSSY_WEBP } from "../../support/images/samples";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { complete, openUpload, PNG, productForm, publish, putPart } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const row = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();
const productRow = (id: string) => row("SELECT * FROM products WHERE id = ?", id);
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });
const pageOf = async (path: string) => (await get(path)).text();
const imagesOn = (page: string) => page.match(/(?<=src="\/media\/)[^"]+/g) ?? [];
const file = (bytes: Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name);
const refusal = async (fields: Record<string, Blob>) => {
  const body = productForm(seller.wallet, { fileName: "a.zip", fileSize: "10", ...fields });
  const answer = await seller.call("/api/uploads", { method: "POST", body });
  return [answer.status, ((await answer.json()) as { error: { message: string } }).error.message];
};

describe("/media", () => {
  // spec: field.product.cover, storage.cover
  test("serves an image by its detected type, immutable, and answers 304", async () => {
    const cover = new File([PNG], "été #1.txt", { type: "text/html" });
    const { productId } = await openUpload(seller, 10, { cover });
    const { cover_media_id: id, cover_key: key } = (await productRow(productId)) ?? {};
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(key).toBe(`files/${seller.uid}/${productId}/cover_été #1.txt`);
    expect(await row("SELECT * FROM media WHERE id = ?", id)).toEqual({
      id,
      key,
      content_type: "image/png",
      width: 1,
      height: 1,
      product_id: productId,
      owner_uid: seller.uid,
      created_at: expect.any(Number),
      discarded_at: null,
    });
    const path = `/media/${id}`;
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(PNG.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const etag = answer.headers.get("ETag") ?? "";
    const again = await get(path, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  // spec: storage.image-urls, storage.http-404
  test("an address with the owner and the file name is not found", async () => {
    const id = await publish(seller, { cover: file(plainPng(), "holiday.png") });
    const key = String((await productRow(id))?.cover_key);
    for (const path of [`/media/${key}`, `/media/${encodeURIComponent(key)}`, "/media/", "/media"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    const page = await pageOf(`/preview/${id}`);
    expect(imagesOn(page)).toHaveLength(1);
    expect(page).not.toContain("holiday");
    expect(page).not.toContain(`${seller.uid}/`);
  });

  // spec: permission.files, storage.no-url
  test("does not serve product files", async () => {
    const secret = Buffer.from("the goods");
    const { key } = await openUpload(seller, secret.length);
    await putPart(seller, key, 1, secret);
    expect((await complete(seller, key)).status).toBe(200);
    const stored = await row("SELECT storage_path FROM files WHERE key = ?", key);
    const path = String(stored?.storage_path).split("/").map(encodeURIComponent).join("/");
    for (const address of [
      `/media/${path}`,
      `/media/${encodeURIComponent(path)}`,
      `/media/files/../${path}`,
      `/media/files/%2e%2e/${path}`,
      `/media/files%2f..%2f${path}`,
      `/media//${path}`,
      `/${path}`,
    ]) {
      const answer = await get(address);
      expect([address, answer.status === 404 || answer.status === 302]).toEqual([address, true]);
      expect(await answer.text()).not.toContain("the goods");
    }
  });

  test("images of before the table get an address by the migration", async () => {
    const id = await insertProduct(env.DB, seller.uid);
    const key = `files/${seller.uid}/${id}/image_old.png`;
    await env.FILES.put(key, PNG, { httpMetadata: { contentType: "image/png" } });
    const bannerKey = `files/${seller.uid}/banner_old.png`;
    await env.DB.batch([
      env.DB.prepare("UPDATE products SET image_key = ? WHERE id = ?").bind(key, id),
      env.DB.prepare("INSERT INTO sell_pages (uid, banner_key, updated_at) VALUES (?, ?, 1)").bind(
        seller.uid,
        bannerKey,
      ),
    ]);
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("media"));
    const fills = migration?.statements.filter((text) => /^(INSERT|UPDATE)/m.test(text)) ?? [];
    await env.DB.batch(fills.map((statement) => env.DB.prepare(statement)));

    const product = await productRow(id);
    expect(product).toMatchObject({
      cover_media_id: "",
      image_media_id: expect.stringMatching(/^[\da-f]{32}$/),
    });
    const answer = await get(`/media/${product?.image_media_id}`);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    const banner = await row("SELECT id FROM media WHERE key = ?", bannerKey);
    expect(imagesOn(await pageOf(`/sell/${seller.uid}`))).toContain(banner?.id);
  });
});

describe("an uploaded image", () => {
  test("is stored without its metadata", async () => {
    const planted = Buffer.concat([
      JPEG.subarray(0, 2),
      jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif()])),
      JPEG.subarray(2),
    ]);
    const image = file(Uint8Array.from(planted), "a.jpg");
    const { productId } = await openUpload(seller, 10, { image });
    const key = String((await productRow(productId))?.image_key);
    const stored = Buffer.from(
      (await (await env.FILES.get(key))?.arrayBuffer()) ?? new ArrayBuffer(0),
    );
    expect(stored.length).toBeGreaterThan(JPEG.length);
    expect(planted.includes(PLANTED)).toBe(true);
    expect(stored.includes(PLANTED)).toBe(false);
  });

  test("is refused if it has too many pixels or frames, or is incomplete", async () => {
    const wide = plainPng();
    new DataView(wide.buffer).setUint32(16, 14_000);
    expect(await refusal({ cover: file(wide, "a.png") })).toEqual([
      422,
      "An image can have at most 4096 pixels a side. Choose a smaller one.",
    ]);
    expect(await refusal({ image: file(plainGif(51), "a.gif") })).toEqual([
      422,
      "An animated image can have at most 50 frames, and an animated AVIF is not accepted.",
    ]);
    expect(await refusal({ image: file(plainPng().slice(0, 60), "a.png") })).toEqual([
      422,
      "This image can’t be read. Choose a PNG, JPEG, WebP, GIF or AVIF file.",
    ]);
  });
});

describe("the small size", () => {
  const sizes = {
    cover: file(plainPng(), "a.png"),
    coverSmall: file(LOSSY_WEBP, "a.webp"),
    image: file(JPEG, "b.jpg"),
    imageSmall: file(LOSSY_WEBP, "b.webp"),
  };

  test("is in the shop; the purchase page has the large one", async () => {
    const id = await publish(seller, { ...sizes, title: "Two sizes" });
    const product = await productRow(id);
    const [large, small] = [product?.cover_media_id, product?.cover_small_media_id];
    const shop = imagesOn(await pageOf("/shop?q=Two+sizes"));
    expect(shop).toContain(small);
    expect(shop).not.toContain(large);
    for (const path of [`/acheter/${id}`, `/preview/${id}`]) {
      // The seller's other products follow.
      const shown = imagesOn(await pageOf(path)).slice(0, 2);
      expect(shown).toEqual([large, product?.image_media_id]);
    }
    expect((await get(`/media/${small}`)).headers.get("Content-Type")).toBe("image/webp");
    const quickView = await pageOf(`/shop?q=Two+sizes&product=${id}`);
    expect(quickView).toContain(`/media/${product?.image_small_media_id} 480w`);
  });

  test.each([
    ["larger than 480 pixels", plainPng({ width: 481, height: 10 })],
    ["not an image", new Uint8Array(Buffer.from("<svg/>"))],
  ])("is dropped if it is %s", async (_, bytes) => {
    const { productId } = await openUpload(seller, 10, {
      cover: file(plainPng(), "a.png"),
      coverSmall: file(Uint8Array.from(bytes), "a.png"),
    });
    const product = await productRow(productId);
    expect(product).toMatchObject({ cover_small_media_id: "", cover_key: expect.any(String) });
    expect(product?.cover_media_id).not.toBe("");
  });

  test("is removed with the large one, replaced or cancelled", async () => {
    const mediaOf = async (productId: string) => {
      const statement = env.DB.prepare("SELECT key FROM media WHERE product_id = ?");
      const { results } = await statement.bind(productId).all<{ key: string }>();
      return results.map(({ key }) => key);
    };
    const stored = async (productId: string) => {
      const prefix = `files/${seller.uid}/${productId}/`;
      return (await env.FILES.list({ prefix })).objects.map(({ key }) => key);
    };
    const expectSame = async (productId: string, count: number) => {
      const keys = await mediaOf(productId);
      expect(keys.sort()).toEqual((await stored(productId)).sort());
      expect(keys).toHaveLength(count);
      return keys;
    };
    const edit = async (productId: string, fields: Record<string, string | Blob>) => {
      const product = await productRow(productId);
      const body = productForm(seller.wallet, {
        updatedAt: String(product?.updated_at),
        ...fields,
      });
      return seller.call(`/edit/${productId}`, { method: "POST", body });
    };
    const id = await publish(seller, sizes);
    const before = await expectSame(id, 4);
    const { cover_media_id: address } = (await productRow(id)) ?? {};

    const replaced = await edit(id, { cover: sizes.cover, coverSmall: sizes.coverSmall });
    expect(replaced.status).toBe(302);
    expect((await get(`/media/${address}`)).status).toBe(404);
    const after = await expectSame(id, 4);
    expect(after.filter((key) => before.includes(key))).toHaveLength(2);

    // A save that is refused leaves nothing.
    const stale = await edit(id, { cover: sizes.cover, updatedAt: "1" });
    expect(stale.status).toBe(409);
    expect(await expectSame(id, 4)).toEqual(after);

    expect((await edit(id, { removeCover: "1", removeImage: "1" })).status).toBe(302);
    await expectSame(id, 0);

    const draft = await openUpload(seller, 10, sizes);
    await expectSame(draft.productId, 4);
    const path = `/api/uploads/${encodeURIComponent(draft.key)}`;
    expect((await seller.call(path, { method: "DELETE" })).status).toBe(204);
    await expectSame(draft.productId, 0);
  });
});
