import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { flatPng } from "../../support/images/flat-png";
import { plainGif } from "../../support/images/planted";
import { JPEG, LOSSY_WEBP } from "../../support/images/samples";
import { readHead } from "../../support/page-head";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { openUpload, productForm, publish } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "a");
const get = (path: string) => SELF.fetch(ORIGIN + path);

async function statusOf(path: string): Promise<number> {
  const answer = await get(path);
  await answer.body?.cancel();
  return answer.status;
}

/** The path of the icon that the product's Action names. */
async function iconOf(id: string): Promise<string> {
  const { icon } = (await (await get(`/api/actions/buy/${id}`)).json()) as { icon: string };
  expect(icon.startsWith(`${ORIGIN}/`)).toBe(true);
  return icon.slice(ORIGIN.length);
}

async function edit(id: string, fields: Record<string, string | Blob>): Promise<void> {
  const row = await env.DB.prepare("SELECT updated_at AS at FROM products WHERE id = ?")
    .bind(id)
    .first<{ at: number }>();
  const body = productForm(seller.wallet, { updatedAt: String(row?.at), ...fields });
  expect((await seller.call(`/edit/${id}`, { method: "POST", body })).status).toBe(302);
}

describe("a product without a picture", () => {
  // spec: product.covers
  test("has one drawing on its pages, in wallets and in links", async () => {
    const id = await publish(seller, { title: "Nothing to see" });
    const page = await (await get(`/acheter/${id}`)).text();
    const [, shapes = ""] = /<svg [^>]*viewBox="0 0 80 60"[^>]*>(.*?)<\/svg>/s.exec(page) ?? [];
    const drawing = await get(await iconOf(id));
    expect(drawing.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(drawing.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(drawing.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(drawing.headers.get("Set-Cookie")).toBeNull();
    const svg = await drawing.text();
    expect(shapes).not.toBe("");
    expect(svg).toContain(shapes);
    expect(svg).toMatch(/^<svg width="800" height="600" xmlns=/);
    const { og, data } = readHead(page);
    const shared = await SELF.fetch(og["og:image"] ?? "");
    expect(shared.headers.get("Content-Type")).toBe("image/png");
    const header = new DataView(await shared.arrayBuffer());
    expect([header.getUint32(16), header.getUint32(20)]).toEqual([800, 420]);
    expect(JSON.stringify(data)).toContain(`"image":"${og["og:image"]}"`);
  });

  test("that is unknown or a draft has none, and neither has another name", async () => {
    const id = await publish(seller);
    const { productId: draft } = await openUpload(seller, 9);
    const names = ["drawn-1.svg", "drawn-1.png"];
    for (const name of names) {
      expect(await statusOf(`/pictures/${id}/${name}`)).toBe(200);
      for (const other of [draft, "unknown", `${id}x`])
        expect(await statusOf(`/pictures/${other}/${name}`)).toBe(404);
    }
    for (const name of ["drawn-2.svg", "drawn-1.gif", "icon-1--50-50.svg", "icon-1-a-1-1.svg"])
      expect(await statusOf(`/pictures/${id}/${name}`)).toBe(404);
  });
});

// spec: web.action-icons
describe("the icon of a cover", () => {
  test("is the cover where wallets take it and its middle is kept", async () => {
    for (const cover of [file(flatPng(90, 60)), file(LOSSY_WEBP)]) {
      const icon = await iconOf(await publish(seller, { cover }));
      expect(icon).toMatch(/^\/media\/[\w-]{22}$/);
      expect((await get(icon)).headers.get("Content-Type")).toMatch(/^image\/(png|webp)$/);
    }
  });

  test.each([
    ["JPEG", "image/jpeg", file(JPEG)],
    ["GIF", "image/gif", file(plainGif(1))],
  ])("is an SVG around a %s", async (_, type, cover) => {
    const answer = await get(await iconOf(await publish(seller, { cover })));
    expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
    const [, data = ""] =
      new RegExp(`href="data:${type};base64,([^"]+)"`).exec(await answer.text()) ?? [];
    expect(atob(data).length).toBeGreaterThan(20);
  });

  test("is cropped around the focus point, at an address of its own", async () => {
    const portrait = { cover: file(flatPng(1000, 1500)), coverSmall: file(flatPng(400, 600)) };
    const id = await publish(seller, { ...portrait, coverFocusX: "50", coverFocusY: "100" });
    const first = await iconOf(id);
    // The lower square of 512 pixels out of 768.
    expect(await (await get(first)).text()).toContain(
      '<image x="0" y="-256" width="512" height="768"',
    );
    await edit(id, { coverFocusX: "50", coverFocusY: "0" });
    const second = await iconOf(id);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect(await (await get(second)).text()).toContain('y="0" width="512" height="768"');
    await edit(id, { removeCover: "1" });
    expect(await iconOf(id)).toBe(`/pictures/${id}/drawn-1.svg`);
    expect(await statusOf(second)).toBe(404);
  });

  test("is the drawn cover where a JPEG is too large to be put into an SVG", async () => {
    const large = new Uint8Array(200 * 1024);
    large.set(JPEG.subarray(0, -2));
    large.set(JPEG.subarray(-2), large.length - 2);
    const id = await publish(seller, { cover: file(large) });
    expect(await iconOf(id)).toBe(`/pictures/${id}/drawn-1.svg`);
  });
});
