import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { toolPaths } from "../../../app/lib/tool-paths";
import { draftForm } from "../../../app/products/rules/draft";
import { newDraft, publishDraft, rowOf, saveDraft, sendFiles } from "../../support/drafts";
import { changeRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import { codeOf, openUpload, productForm, publish } from "../../support/upload";

const CHOSEN = { price: "0.25", isPriceChosen: "on", suggested: "0,5" };
const COLUMNS = {
  is_price_chosen: 1,
  price_lamports: 250_000_000,
  suggested_lamports: 500_000_000,
};
const FIXED = { is_price_chosen: 0, suggested_lamports: null };
const FILES = { "rain.wav": "rain" };
const FORM = { title: "Rain", category: "1", description: "Rain", saleType: "infinite" };

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

async function edit(id: string, fields: Record<string, string>): Promise<Response> {
  const updatedAt = String((await rowOf(id))?.updated_at);
  const body = productForm(seller.wallet, { updatedAt, ...fields });
  return seller.call(paths.edit(id), { method: "POST", body });
}

/** The texts of a page, one after the other. */
async function textOf(path: string, who = seller): Promise<string> {
  const html = await (await who.call(path)).text();
  return html.replace(/<script.*?<\/script>|<[^>]*>/gs, "").replace(/\s+/g, " ");
}

async function typedIn(path: string, name: string): Promise<string | undefined> {
  const html = await (await seller.call(path)).text();
  const control = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  return / checked=""/.test(control) ? "on" : /value="([^"]*)"/.exec(control)?.[1];
}

describe("what buyers may choose to pay", () => {
  // spec: chosen.offered
  test("is kept by publishing and edits, which can take it back", async () => {
    const id = await publish(seller, CHOSEN);
    expect(await rowOf(id)).toMatchObject({ status: "active", ...COLUMNS });
    expect(await typedIn(paths.edit(id), "isPriceChosen")).toBe("on");
    expect(await typedIn(paths.edit(id), "suggested")).toBe("0.5");

    expect((await edit(id, { ...CHOSEN, suggested: "" })).status).toBe(302);
    expect(await rowOf(id)).toMatchObject({ ...COLUMNS, suggested_lamports: null });
    // Ticked no more, it hides the suggestion, which is sent all the same.
    expect((await edit(id, { suggested: "0.1" })).status).toBe(302);
    expect(await rowOf(id)).toMatchObject(FIXED);
    expect((await edit(id, CHOSEN)).status).toBe(302);
    expect(await rowOf(id)).toMatchObject(COLUMNS);
  });

  // spec: chosen.offered
  test("is kept as typed by a draft, by its publication and by a copy", async () => {
    const draft = await newDraft(seller, { ...FORM, ...CHOSEN, suggested: "0,2" });
    const path = draftForm(draft.productId);
    expect(await rowOf(draft.productId)).toMatchObject({ ...COLUMNS, suggested_lamports: null });
    expect(await typedIn(path, "suggested")).toBe("0,2");
    const saved = await saveDraft(seller, draft, { ...FORM, ...CHOSEN, recipient: seller.wallet });
    const { updatedAt } = (await saved.json()) as { updatedAt: number };
    expect(await rowOf(draft.productId)).toMatchObject(COLUMNS);
    expect(await textOf("/dashboard")).toContain("from 0.25SOL");
    await sendFiles(seller, draft.productId, FILES);
    const question = await textOf(paths.publishDraft(draft.productId));
    expect(question).toContain("from 0.25SOL");
    expect(question).toContain("0.5SOL");
    const published = await publishDraft(seller, { ...draft, updatedAt }, CHOSEN);
    expect([published.status, await rowOf(draft.productId)]).toEqual([
      200,
      expect.objectContaining({ status: "active", ...COLUMNS }),
    ]);

    const copied = await seller.call(`/edit/${draft.productId}/duplicate`, {
      method: "POST",
      body: new FormData(),
    });
    const copy = new URL(copied.headers.get("Location") ?? "", "http://x").searchParams;
    expect(await rowOf(copy.get("draft") ?? "")).toMatchObject({ status: "draft", ...COLUMNS });
  });

  // spec: chosen.refused
  test.each([
    ["a price above the suggestion", { price: "0.51" }, "at least the minimum price"],
    ["a suggestion of nothing", { suggested: "0" }, "above 0"],
    ["a suggestion in words", { suggested: "<b>lots" }, "in digits"],
  ])("an edit is refused with %s, at its field", async (_, fields, words) => {
    const id = await publish(seller, CHOSEN);
    const refused = await edit(id, { ...CHOSEN, ...fields });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    const control = /<input[^>]*name="suggested"[^>]*>/.exec(html)?.[0] ?? "";
    const [, errorId = ""] = /aria-describedby="(\S+-error)/.exec(control) ?? [];
    expect(control).toContain('aria-invalid="true"');
    expect(new RegExp(`id="${errorId}"[^>]*>([^<]*)`).exec(html)?.[1]).toContain(words);
    expect(await rowOf(id)).toMatchObject(COLUMNS);
    const body = productForm(seller.wallet, { ...CHOSEN, ...fields, fileName: "a", fileSize: "1" });
    const start = await seller.call("/api/uploads", { method: "POST", body });
    expect([start.status, await codeOf(start)]).toEqual([422, "invalid_price"]);
  });

  // spec: chosen.older
  test("ends where a version that does not know of it sets another price", async () => {
    const id = await publish(seller, CHOSEN);
    await changeRow(env.DB, "products", { id }, { price_lamports: 600_000_000 });
    expect(await typedIn(paths.edit(id), "suggested")).toBe("");
    expect(await textOf(paths.preview(id))).toContain("from 0.6SOL");
    await changeRow(env.DB, "products", { id }, { price_lamports: 0, is_free: 1 });
    expect(await typedIn(paths.edit(id), "isPriceChosen")).not.toBe("on");
    expect(await textOf(paths.preview(id))).not.toContain("from 0");
  });
});

// spec: chosen.words
test("lists, previews and sheets to print say from which amount on", async () => {
  const person = await newSeller();
  const id = await publish(person, CHOSEN);
  await openUpload(person, 10, CHOSEN);
  const pages = {
    shop: "/shop",
    quickView: `/shop?product=${id}`,
    seller: paths.sell(person.uid),
    preview: paths.preview(id),
    poster: toolPaths.poster(id),
    counter: toolPaths.counter(id),
    drafts: paths.newProduct,
  };
  for (const [name, path] of Object.entries(pages)) {
    const text = await textOf(path, person);
    expect([name, /from 0\.25 ?SOL/.test(text)]).toEqual([name, true]);
  }
  expect(await textOf("/dashboard", person)).toMatch(/from 0\.25(?!SOL)/);
  const french = { headers: { Cookie: `${person.cookie}; locale=fr` } };
  const html = await (await person.call("/shop", french)).text();
  expect(html.replace(/<[^>]*>/g, "")).toContain("à partir de 0,25SOL");
});
