import { env, SELF } from "cloudflare:test";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, test } from "vitest";
import { insertProduct } from "../../support/factories/product";
import { exif, jpegSegment, PLANTED, plainGif, plainPng } from "../../support/images/planted";
import { JPEG } from "../../support/images/samples";
import { changeRow, insertRow } from "../../support/rows";
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
      size_bytes: PNG.length,
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
    await changeRow(env.DB, "products", { id }, { image_key: key });
    const page = { uid: seller.uid, banner_key: bannerKey, updated_at: 1 };
    await insertRow(env.DB, "sell_pages", page);
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
  // spec: product.images
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

  // spec: product.images
  test("is refused if it has too many pixels or frames, or is incomplete", async () => {
    const wide = plainPng();
    new DataView(wide.buffer).setUint32(16, 14_000);
    expect(await refusal({ cover: file(wide, "a.png") })).toEqual([
      422,
      "“a.png” is too large: an image can have at most 4096 pixels a side.",
    ]);
    expect(await refusal({ image: file(plainGif(51), "a.gif") })).toEqual([
      422,
      "“a.gif” is too long: an animated image can have at most 50 frames, and an animated AVIF is not accepted.",
    ]);
    expect(await refusal({ image: file(plainPng().slice(0, 60), "a.png") })).toEqual([
      422,
      "“a.png” is not an image that can be read. Choose a PNG, JPEG, WebP, GIF or AVIF file.",
    ]);
  });
});
