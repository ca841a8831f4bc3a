import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { plantedImages } from "../../support/images/planted";
import { AVIF, JPEG, LOSSY_WEBP } from "../../support/images/samples";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { PNG, publish } from "../../support/upload";

const SVG = "image/svg+xml";
const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "a.bin");
const gif = plantedImages().find(({ type }) => type === "image/gif")?.bytes ?? new Uint8Array();

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

/** The media type of what a wallet is told to show. */
async function iconOf(productId: string): Promise<string | null> {
  const answer = await SELF.fetch(`${ORIGIN}/api/actions/buy/${productId}`);
  const { icon } = (await answer.json()) as { icon: string };
  expect(icon.startsWith(`${ORIGIN}/`)).toBe(true);
  const picture = await SELF.fetch(icon);
  await picture.body?.cancel();
  expect(picture.status).toBe(200);
  return picture.headers.get("Content-Type");
}

// spec: web.action-icons
test.each([
  ["a PNG", { cover: file(PNG) }, "image/png"],
  ["a WebP", { cover: file(LOSSY_WEBP) }, "image/webp"],
  ["a JPEG with a small WebP", { cover: file(JPEG), coverSmall: file(LOSSY_WEBP) }, "image/webp"],
  ["a GIF with a small PNG", { cover: file(gif), coverSmall: file(PNG) }, "image/png"],
  ["a PNG with a small JPEG", { cover: file(PNG), coverSmall: file(JPEG) }, "image/png"],
  // Without script, or from a browser that encodes neither.
  ["a JPEG", { cover: file(JPEG) }, SVG],
  ["a GIF", { cover: file(gif) }, SVG],
  ["an AVIF", { cover: file(AVIF), coverSmall: file(JPEG) }, SVG],
  ["nothing", {}, SVG],
])("a wallet never gets JPEG, GIF or AVIF: the cover is %s", async (_, sizes, icon) => {
  expect(await iconOf(await publish(seller, sizes))).toBe(icon);
});

// spec: web.action-icons
test("a wallet gets no large picture, nor one whose type was never read", async () => {
  const id = await publish(seller, { cover: file(PNG) });
  const change = (columns: Record<string, unknown>) =>
    changeRow(env.DB, "media", { product_id: id }, columns);
  await change({ size_bytes: 1024 * 1024 });
  expect(await iconOf(id)).toBe("image/png");
  await change({ size_bytes: 1024 * 1024 + 1 });
  expect(await iconOf(id)).toBe(SVG);
  await change({ size_bytes: 100, content_type: null });
  expect(await iconOf(id)).toBe(SVG);
});
