import { env } from "cloudflare:test";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { MAX_IMAGE_BYTES } from "../../../app/images/rules/image-types";
import { newSeller, type Seller } from "../../support/seller";
import { openUpload, PNG, productForm, publish } from "../../support/upload";

let seller: Seller;
beforeAll(async () => {
  seller = await newSeller();
});

const airdrop = (wallet: string) =>
  fetch(inject("rpcUrl"), {
    method: "POST",
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "requestAirdrop",
      params: [wallet, 1_000_000_000],
    }),
  });

describe("the product form", () => {
  const refusal = async (fields: Record<string, string | Blob | null>, who = seller) => {
    const body = productForm(who.wallet, { fileName: "a.zip", fileSize: "10", ...fields });
    const answer = await who.call("/api/uploads", { method: "POST", body });
    const { error } = (await answer.json()) as { error?: { code: string; message: string } };
    return error ? [answer.status, error.code, error.message] : [answer.status];
  };
  const INCOMPLETE = [422, "invalid_input", "Fill in all the required fields."];

  // spec: rule.product.required
  test.each(["title", "price", "category", "description", "recipient"])(
    "needs the %s",
    async (name) => {
      expect(await refusal({ [name]: " " })).toEqual(INCOMPLETE);
      expect(await refusal({ [name]: null })).toEqual(INCOMPLETE);
    },
  );

  // spec: rule.product.limit
  test.each(["", "0", "-1", "1.5", "many"])("refuses a limit of %j", async (saleLimit) => {
    const [status, , message] = await refusal({ saleType: "limited", saleLimit });
    expect([status, message]).toEqual([422, "Give a valid maximum number of sales."]);
  });

  // spec: rule.product.file
  // spec: product.file-required
  test("needs a file", async () => {
    const [status, , message] = await refusal({ fileName: null });
    expect([status, message]).toEqual([422, "A product file is required!"]);
  });

  // spec: rule.product.price-step
  test.each(["0.25", "0,25", " 0,250 "])("reads the price %j as 0.25 SOL", async (price) => {
    const id = await publish(seller, { price });
    const row = env.DB.prepare("SELECT price_lamports FROM products WHERE id = ?").bind(id);
    expect(await row.first("price_lamports")).toBe(250_000_000);
  });

  test.each([
    ["0.0000000001", "A price in SOL has at most 9 decimals."],
    ["0,2,5", "Give the price in digits with at most one decimal separator, for example 0.25."],
    [
      "1,000",
      "A comma before three digits can be a thousands separator. Type 1.250 for decimals, or 1250 for a whole number.",
    ],
  ])("shows the error of the price %j at the field and keeps the input", async (price, words) => {
    const file = new File(["the goods"], "rain.wav");
    const body = productForm(seller.wallet, { price, file });
    const answer = await seller.call("/transaction", { method: "POST", body });
    const page = await answer.text();
    const control = /<input[^>]*name="price"[^>]*>/.exec(page)?.[0] ?? "";
    const id = /id="([^"]+)"/.exec(control)?.[1];
    expect([answer.status, control]).toEqual([422, expect.stringContaining(`value="${price}"`)]);
    expect(control).toContain('aria-invalid="true"');
    expect(page).toMatch(new RegExp(`<p id="${id}-error"[^>]*>${words}</p>`));
  });

  const picture = (text: string, name: string) => new File([text], name, { type: "image/png" });
  // spec: rule.product.image
  test.each([
    ["a price of zero", { price: "0" }, "invalid_price"],
    ["a tenth decimal", { price: "0.0000000001" }, "invalid_price"],
    ["an exponent", { price: "1e-3" }, "invalid_price"],
    ["a sign", { price: "-1" }, "invalid_price"],
    ["hexadecimal digits", { price: "0x10" }, "invalid_price"],
    ["a blank inside the price", { price: "1 000" }, "invalid_price"],
    ["two separators", { price: "1.000,5" }, "invalid_price"],
    ["a comma that may separate thousands", { price: "1,000" }, "invalid_price"],
    ["a price beyond the largest amount", { price: "9999999999" }, "invalid_price"],
    ["the category All", { category: "0" }, "invalid_input"],
    ["an unknown category", { category: "5" }, "invalid_input"],
    ["another category's subcategory", { subcategory: "201" }, "invalid_input"],
    ["an unknown sale type", { saleType: "rented" }, "invalid_input"],
    ["a recipient that is not an address", { recipient: "not an address" }, "invalid_input"],
    ["a title too long", { title: "t".repeat(121) }, "invalid_input"],
    ["a description too long", { description: "d".repeat(10_001) }, "invalid_input"],
    ["an empty file", { fileSize: "0" }, "invalid_input"],
    ["an SVG as cover", { cover: picture("<svg xmlns='x'/>", "a.png") }, "invalid_input"],
    ["HTML as image", { image: picture("<script>", "a.gif") }, "invalid_input"],
  ])("refuses %s", async (_, fields, code) => {
    expect((await refusal(fields)).slice(0, 2)).toEqual([422, code]);
  });

  // spec: product.refused-typed
  test.each([
    ["cover", new File([], "blank.png"), /“blank\.png” is empty/],
    ["image", picture("no picture", "holiday.jpg"), /“holiday\.jpg” is not an image/],
    [
      "cover",
      new File([PNG, new Uint8Array(MAX_IMAGE_BYTES)], "big.png"),
      /“big\.png” is too heavy/,
    ],
    ["file", new File([], "empty.zip"), /“empty\.zip” is empty/],
  ])("without script, the %s %s is refused by its name", async (name, file, words) => {
    const body = productForm(seller.wallet, { file: new File(["x"], "a.zip"), [name]: file });
    const answer = await seller.call("/transaction", { method: "POST", body });
    const page = await answer.text();
    expect([answer.status, /role="alert"[^>]*>([^<]*)/.exec(page)?.[1]]).toEqual([
      422,
      expect.stringMatching(words),
    ]);
    expect(page).toContain('value="Field recordings"');
  });

  // spec: storage.sizes
  // spec: product.quota
  test("refuses a file above the plan's size with 402", async () => {
    const over = 500 * 1024 * 1024 + 1;
    expect((await refusal({ fileSize: String(over) })).slice(0, 2)).toEqual([
      402,
      "quota_exceeded",
    ]);
    const premium = await newSeller("premium");
    expect((await openUpload(premium, over)).sizeBytes).toBe(over);
  });

  // spec: rule.product.rent
  // spec: money.rent-publish
  test("refuses a price whose share is below the rent minimum of an empty wallet, and accepts it once funded", async () => {
    const poor = await newSeller();
    expect((await refusal({ price: "0.0005" }, poor)).slice(0, 2)).toEqual([422, "invalid_price"]);
    expect((await openUpload(poor, 10, { price: "0.0009" })).sizeBytes).toBe(10);
    await airdrop(poor.wallet);
    await expect.poll(() => refusal({ price: "0.0005" }, poor)).toEqual([201]);
  });
});
