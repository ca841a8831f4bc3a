import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { flatPng } from "../../support/images/flat-png";
import { plainGif, plainPng } from "../../support/images/planted";
import { JPEG, LOSSY_WEBP } from "../../support/images/samples";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { openUpload, productForm, publish } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const productRow = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();
const get = (path: string) => SELF.fetch(ORIGIN + path);
const pageOf = async (path: string) => (await get(path)).text();
const imagesOn = (page: string) => page.match(/(?<=src="\/media\/)[^"]+/g) ?? [];
const sourcesOn = async (path: string) =>
  [...(await pageOf(path)).matchAll(/<img[^>]* srcset="([^"]+)" sizes="/gi)].map(
    ([, sources = ""]) => sources,
  );
const file = (bytes: Uint8Array<ArrayBuffer>, name: string) => new File([bytes], name);

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
  });

  test("is one of two between which browsers choose, by the widths of the stored files", async () => {
    const id = await publish(seller, {
      title: "A choice",
      cover: file(flatPng(1600, 1200), "a.png"),
      // As browsers made it before, and programs may.
      coverSmall: file(flatPng(480, 360), "a.png"),
      image: file(flatPng(600, 800), "b.png"),
      imageSmall: file(flatPng(480, 640), "b.png"),
    });
    const product = await productRow(id);
    const cover = `/media/${product?.cover_small_media_id} 480w, /media/${product?.cover_media_id} 1600w`;
    const image = `/media/${product?.image_small_media_id} 480w, /media/${product?.image_media_id} 600w`;
    expect(await sourcesOn("/shop?q=A+choice")).toEqual([cover]);
    expect(await sourcesOn("/shop?q=A+choice&view=list")).toEqual([]);
    for (const path of [`/acheter/${id}`, `/preview/${id}`])
      expect((await sourcesOn(path)).slice(0, 2)).toEqual([cover, image]);
    const quickView = await sourcesOn(`/shop?q=A+choice&product=${id}`);
    expect(quickView.sort()).toEqual([cover, cover, image].sort());
    expect(await sourcesOn(`/sell/${seller.uid}`)).toContain(cover);

    // A new cover in one size leaves no choice.
    const { updated_at: updatedAt } = product ?? {};
    const body = productForm(seller.wallet, {
      title: "A choice",
      updatedAt: String(updatedAt),
      cover: file(flatPng(1600, 1200), "c.png"),
    });
    expect((await seller.call(`/edit/${id}`, { method: "POST", body })).status).toBe(302);
    expect(await sourcesOn("/shop?q=A+choice")).toEqual([]);
    expect(await productRow(id)).toMatchObject({
      cover_width: null,
      cover_small_width: null,
      image_width: 600,
      image_small_width: 480,
    });
  });

  test("of images of before gets its width by the migration", async () => {
    const still = {
      cover: file(flatPng(900, 600), "a.png"),
      coverSmall: file(flatPng(480, 320), "a.png"),
    };
    const animation = {
      image: file(plainGif(1, 900, 600), "b.gif"),
      imageSmall: file(flatPng(480, 320), "b.png"),
    };
    const turned = {
      cover: file(flatPng(900, 600), "a.png"),
      coverSmall: file(flatPng(320, 480), "a.png"),
    };
    const ids = [await publish(seller, { ...still, ...animation }), await publish(seller, turned)];
    const widthsOf = async (id: string) => {
      const { cover_width, cover_small_width, image_width, image_small_width } =
        (await productRow(id)) ?? {};
      return [cover_width, cover_small_width, image_width, image_small_width];
    };
    for (const id of ids) {
      const none = {
        cover_width: null,
        cover_small_width: null,
        image_width: 1,
        image_small_width: 1,
      };
      await changeRow(env.DB, "products", { id }, none);
    }
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("image_widths"));
    const fills = migration?.statements.filter((text) => /^UPDATE/m.test(text)) ?? [];
    expect(fills).toHaveLength(2);
    await env.DB.batch(fills.map((statement) => env.DB.prepare(statement)));
    expect(await Promise.all(ids.map(widthsOf))).toEqual([
      [900, 480, null, null],
      [null, null, 1, 1],
    ]);
  });

  test.each([
    ["larger than 640 pixels", plainPng({ width: 641, height: 10 })],
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
