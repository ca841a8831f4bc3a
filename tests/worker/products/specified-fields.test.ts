import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { newSeller } from "../../support/seller";
import { PNG, publish } from "../../support/upload";

// spec: control.product.fields, control.product.category, control.product.wallet
// spec: rule.product.limit-minimum
test("the form of a new product has the specified fields, labels and defaults", async () => {
  const seller = await newSeller();
  const page = await (await seller.call("/transaction")).text();
  const labels: Record<string, string> = {};
  for (const [, id = "", html = ""] of page.matchAll(
    /<label[^>]*for="([^"]+)"[^>]*>(.*?)<\/label>/g,
  )) {
    const control = new RegExp(`<(?:input|select|textarea)[^>]*id="${id}"[^>]*>`).exec(page)?.[0];
    const name = /name="([^"]+)"/.exec(control ?? "")?.[1];
    if (name) labels[name] = html.replace(/<[^>]+>/g, "").trim();
  }
  expect(labels).toMatchObject({
    title: "Title *",
    price: "Price (SOL) *",
    category: "Category *",
    description: "Description *",
    cover: expect.stringMatching(/^Cover image.*optional/),
    image: expect.stringMatching(/^Secondary visual.*optional/),
    file: expect.stringMatching(/^File to sell/),
    recipient: "Seller wallet *",
    saleType: "Sale type *",
  });
  const initialOf = (name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0].match(/value="([^"]*)"/)?.[1];
  expect(initialOf("recipient")).toBe(seller.wallet);
  expect(initialOf("price")).toBe("0.001");
  expect(initialOf("saleLimit")).toBe("1");
  expect(page).toMatch(/<input[^>]*name="saleLimit"[^>]*>/);
  expect(/<input[^>]*name="saleLimit"[^>]*>/.exec(page)?.[0]).toContain('min="1"');
  expect(
    /<select[^>]*name="category".*?<\/select>/s.exec(page)?.[0].match(/<option/g),
  ).toHaveLength(14);
  expect(page).toContain("Register product");
});

// spec: state.product.active, field.product.title, field.product.category, field.product.type
// spec: field.product.description, field.product.price, field.product.cover, field.product.image
// spec: field.product.file-name, field.product.title-name, field.product.storage-path
// spec: field.product.status, field.product.owner, field.product.recipient
// spec: field.product.owner-wallet, field.product.sales, field.product.created, field.file.owner
// spec: rule.product.wallet-trim, call.write.product, call.write.file
test("a published product has the specified fields", async () => {
  const seller = await newSeller();
  const before = Date.now();
  const id = await publish(seller, {
    title: "Rain",
    recipient: ` ${seller.wallet} `,
    cover: new File([PNG], "c.png"),
    fileName: "rain #1.wav",
  });
  const read = (sql: string, value: unknown) =>
    env.DB.prepare(sql).bind(value).first<Record<string, unknown>>();
  const product = await read("SELECT * FROM products WHERE id = ?", id);
  expect(product).toMatchObject({
    title: "Rain",
    category_id: 1,
    type: "musique",
    description: "An hour of rain.",
    price_lamports: 250_000_000,
    cover_key: `files/${seller.uid}/${id}/cover_c.png`,
    image_key: "",
    product_file_name: "rain #1.wav",
    status: "active",
    owner_uid: seller.uid,
    recipient: seller.wallet,
    sale_type: "infinite",
    sale_limit: null,
    sold: 0,
  });
  expect(product?.created_at).toBeGreaterThanOrEqual(before);
  const file = await read("SELECT * FROM files WHERE key = ?", product?.file_key);
  expect(file).toMatchObject({ owner_uid: seller.uid, product_id: id });
  expect(file?.key).toMatch(/_rain _1_wav$/);
  expect(file?.storage_path).toMatch(/^protectedFiles\/.+_rain #1\.wav$/);
});

// spec: field.product.sale-type, field.product.sale-limit
test.each([
  ["unique", 1],
  ["limited", 12],
  ["infinite", null],
])("a product of sale type %s has the limit %s", async (saleType, limit) => {
  const seller = await newSeller();
  const id = await publish(seller, { saleType, saleLimit: "12" });
  const row = env.DB.prepare("SELECT sale_type, sale_limit FROM products WHERE id = ?").bind(id);
  expect(await row.first()).toEqual({ sale_type: saleType, sale_limit: limit });
});
