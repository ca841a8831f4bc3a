import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { paths } from "../../../app/lib/paths";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { productForm, publish } from "../../support/upload";

const SOURCE = [
  "# Rain",
  "An **hour** of it in [ste**reo**](https://sound.example/?a=1&b=2).",
  "- <b>one</b>\n- ![two](https://sound.example/a.png)",
  "[never](javascript:alert(1))",
].join("\n\n");
const TEXT = "Rain An hour of it in stereo. <b>one</b> two never";

const oneLine = (text: string) => text.replace(/\s+/g, " ");
const page = async (path: string) =>
  (await SELF.fetch(ORIGIN + path, { headers: { Cookie: "locale=en" } })).text();

const row = (id: string) =>
  env.DB.prepare("SELECT * FROM products WHERE id = ?").bind(id).first<Record<string, unknown>>();

async function save(seller: Seller, id: string, fields: Record<string, string>): Promise<void> {
  const product = await row(id);
  const body = productForm(String(product?.recipient), {
    description: String(product?.description),
    updatedAt: String(product?.updated_at),
    ...fields,
  });
  const answer = await seller.call(`/edit/${id}`, { method: "POST", body });
  expect(answer.status).toBe(302);
}

// spec: markdown.elements, markdown.links
test("product page, preview and quick view show the elements of a description", async () => {
  const seller = await newSeller();
  const id = await publish(seller, { title: "Wet", description: SOURCE });
  const shown = [
    [paths.buy(id), "h2"],
    [paths.preview(id), "h3"],
    [`${paths.shop}?product=${id}`, "h3"],
  ] as const;
  for (const [path, heading] of shown) {
    const html = (await page(path)).replace(/ class="[^"]*"/g, "");
    expect(html, path).toContain(`<${heading}>Rain</${heading}>`);
    expect(html).toContain("An <strong>hour</strong> of it");
    expect(html).toContain(
      '<a href="https://sound.example/?a=1&amp;b=2" target="_blank" rel="nofollow ugc noopener">ste<strong>reo</strong></a>',
    );
    expect(html).toContain("&lt;b&gt;one&lt;/b&gt;");
    expect(html).toContain("<p>never</p>");
    expect(html).not.toMatch(/<b>|href="javascript|<img[^>]*sound\.example/);
  }
});

// spec: markdown.text
test("search, meta tags, structured data and the Action have its text without markup", async () => {
  const seller = await newSeller();
  const id = await publish(seller, { title: "Wet", description: SOURCE });
  const html = await page(paths.buy(id));
  const meta = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
  expect(meta?.replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toBe(TEXT);
  const data = /<script type="application\/ld\+json">(\{[^<]*"Product".*?)<\/script>/s.exec(
    html,
  )?.[1];
  expect(oneLine(JSON.parse(data ?? "{}").description)).toBe(TEXT);
  const action = await SELF.fetch(`${ORIGIN}/api/actions/buy/${id}?lang=en`);
  expect(oneLine((await action.json<{ description: string }>()).description)).toBe(TEXT);
  const isFound = async (words: string) =>
    (await page(`${paths.shop}?q=${encodeURIComponent(words)}`)).includes(paths.buy(id));
  // The word is in two pieces in the source.
  expect(await isFound("in stereo")).toBe(true);
  for (const sign of ["**hour", "# rain", "sound.example"]) expect(await isFound(sign)).toBe(false);
});

// spec: markdown.plain
test("plain text stays so until its seller changes it", async () => {
  const seller = await newSeller();
  const plain = "**Not bold**\n- nor a list";
  const id = await insertProduct(env.DB, seller.uid, {
    title: "Old",
    description: plain,
    recipient: seller.wallet,
  });
  expect(await row(id)).toMatchObject({ description_format: "plain" });
  await save(seller, id, { title: "Old, renamed" });
  expect(await row(id)).toMatchObject({ title: "Old, renamed", description_format: "plain" });
  expect(await page(paths.buy(id))).toContain(plain);

  await save(seller, id, { description: `${plain}s` });
  expect(await row(id)).toMatchObject({ description_format: "markdown" });
  expect(await page(paths.buy(id))).toContain("<strong>Not bold</strong>");
  expect((await row(id))?.search_text).toContain("not bold nor a lists");
});

// spec: markdown.plain
test("what the version before edits stays Markdown, of which its form showed the source", async () => {
  const seller = await newSeller();
  const id = await publish(seller, { description: "*a*" });
  await changeRow(env.DB, "products", { id }, { description: "*b*" });
  expect(await page(paths.buy(id))).toContain("<em>b</em>");
});
