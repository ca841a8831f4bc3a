import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { flatPng } from "../../support/images/flat-png";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { productForm, publish } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const file = (width: number, height: number) => new File([flatPng(width, height)], "a.png");
const PORTRAIT = { cover: file(1000, 1500), coverSmall: file(427, 640) };

const columnsOf = (id: string, columns: string) =>
  env.DB.prepare(`SELECT ${columns} FROM products WHERE id = ?`)
    .bind(id)
    .first<Record<string, unknown>>();
const FOCUS = "cover_focus_x AS x, cover_focus_y AS y";
const SHOWN =
  "cover_shown_width AS w, cover_shown_height AS h, image_shown_width AS iw, image_shown_height AS ih";

async function pageOf(path: string): Promise<string> {
  const answer = await SELF.fetch(ORIGIN + path);
  return answer.text();
}

/** Attributes of the images that show one of these addresses. */
async function imagesOn(path: string, title: string): Promise<string[]> {
  const media = await env.DB.prepare(
    "SELECT m.id FROM media m JOIN products p ON p.id = m.product_id WHERE p.title = ?",
  )
    .bind(title)
    .all<{ id: string }>();
  const shown = media.results.map(({ id }) => `src="/media/${id}"`);
  const images = (await pageOf(path)).match(/<img [^>]*>/g) ?? [];
  return images.filter((image) => shown.some((source) => image.includes(source)));
}

async function edit(id: string, fields: Record<string, string | Blob>): Promise<Response> {
  const { updated_at: version } = (await columnsOf(id, "updated_at")) ?? {};
  const body = productForm(seller.wallet, { updatedAt: String(version), ...fields });
  return seller.call(`/edit/${id}`, { method: "POST", body });
}

// spec: page.cover-whole
describe("a cover", () => {
  test("is shown in its own shape where it is large, and its size is known before it is loaded", async () => {
    const title = "A tall one";
    const id = await publish(seller, { ...PORTRAIT, title, image: file(300, 100) });
    expect(await columnsOf(id, SHOWN)).toEqual({ w: 1000, h: 1500, iw: 300, ih: 100 });
    for (const path of [`/acheter/${id}`, `/preview/${id}`, `/shop?q=A+tall&product=${id}`]) {
      const [whole = ""] = (await imagesOn(path, title)).filter((tag) => tag.includes("--w:"));
      expect(whole).toContain('width="1000" height="1500"');
      expect(whole).not.toContain("object-cover");
    }
    expect((await imagesOn(`/acheter/${id}`, title)).at(-1)).toContain('width="300" height="100"');
  });

  test("of before has a frame of 4 to 3 that does not crop it", async () => {
    const title = "Of unknown size";
    const id = await publish(seller, { ...PORTRAIT, title });
    const unknown = { cover_shown_width: null, cover_shown_height: null };
    await changeRow(env.DB, "products", { id }, unknown);
    const [cover = ""] = await imagesOn(`/preview/${id}`, title);
    // The style sheet gives it the frame by these two.
    expect(cover).not.toMatch(/width=|object-cover/);
  });

  test("of before gets its size by the migration, turned where its small size is", async () => {
    const ids = [
      await publish(seller, PORTRAIT),
      await publish(seller, { cover: file(900, 600), coverSmall: file(320, 480) }),
      await publish(seller, { image: file(70, 30) }),
    ];
    const unknown = Object.fromEntries(
      ["cover_shown", "image_shown"].flatMap((name) => [
        [`${name}_width`, null],
        [`${name}_height`, null],
      ]),
    );
    for (const id of ids) await changeRow(env.DB, "products", { id }, unknown);
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("cover_sizes"));
    const fills = migration?.statements.filter((text) => /^UPDATE/m.test(text)) ?? [];
    expect(fills).toHaveLength(2);
    await env.DB.batch(fills.map((statement) => env.DB.prepare(statement)));
    expect(await Promise.all(ids.map((id) => columnsOf(id, SHOWN)))).toEqual([
      { w: 1000, h: 1500, iw: null, ih: null },
      { w: 600, h: 900, iw: null, ih: null },
      { w: null, h: null, iw: 70, ih: 30 },
    ]);
  });
});

describe("the focus point", () => {
  // spec: page.cover-focus
  test("is on cards, and follows an edit", async () => {
    const title = "With a point";
    const point = { coverFocusX: "30", coverFocusY: "0" };
    const id = await publish(seller, { ...PORTRAIT, ...point, title });
    const other = await publish(seller, { title: "Beside it" });
    expect(await columnsOf(id, FOCUS)).toEqual({ x: 30, y: 0 });
    const addresses = [
      `/shop?q=With+a+point`,
      `/shop?q=With+a+point&view=list`,
      `/sell/${seller.uid}`,
      `/acheter/${other}`,
    ];
    for (const path of addresses)
      expect((await imagesOn(path, title))[0]).toContain('style="object-position:30% 0%"');
    const own = await (await seller.call("/dashboard")).text();
    const poster = await (await seller.call(`/edit/${id}/poster`)).text();
    for (const page of [own, poster]) expect(page).toContain("object-position:30% 0%");

    expect((await edit(id, { title, coverFocusX: "100", coverFocusY: "5" })).status).toBe(302);
    expect((await imagesOn("/shop?q=With+a+point&sort=popular", title))[0]).toContain(
      'style="object-position:100% 5%"',
    );
  });

  test("stays where a form has none, and goes with its cover", async () => {
    const id = await publish(seller, { ...PORTRAIT, coverFocusX: "10", coverFocusY: "90" });
    expect((await edit(id, { price: "2" })).status).toBe(302);
    expect(await columnsOf(id, FOCUS)).toEqual({ x: 10, y: 90 });
    expect((await edit(id, { cover: file(30, 20) })).status).toBe(302);
    expect(await columnsOf(id, FOCUS)).toEqual({ x: null, y: null });
    const point = { coverFocusX: "10", coverFocusY: "90" };
    expect((await edit(id, { ...point, removeCover: "1" })).status).toBe(302);
    expect(await columnsOf(id, FOCUS)).toEqual({ x: null, y: null });
  });

  test.each([
    ["101", "50"],
    ["50", "-1"],
    ["1.5", "50"],
    ["", "50"],
    ["50", "<b>"],
  ])("is refused with an error of its field where it is %s, %s", async (x, y) => {
    const id = await publish(seller, { ...PORTRAIT, coverFocusX: "1", coverFocusY: "2" });
    const refused = await edit(id, { coverFocusX: x, coverFocusY: y });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("whole number from 0 to 100");
    expect(await columnsOf(id, FOCUS)).toEqual({ x: 1, y: 2 });
    const body = productForm(seller.wallet, {
      fileName: "a",
      fileSize: "3",
      coverFocusX: x,
      coverFocusY: y,
    });
    const started = await seller.call("/api/uploads", { method: "POST", body });
    expect(started.status).toBe(422);
    expect(await started.text()).toContain("whole number from 0 to 100");
  });
});
