import { env, SELF } from "cloudflare:test";
import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { PART_BYTES } from "../../app/domain/upload";
import { newSeller, ORIGIN, type Seller } from "../support/seller";
import { codeOf, complete, openUpload, productForm, putPart } from "../support/upload";

let seller: Seller;
let other: Seller;

beforeAll(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const row = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>();
const get = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });

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

/** 64 KiB of chance, repeated: workerd gives no more of it at once. */
const someBytes = (size: number) => Buffer.alloc(size, randomBytes(Math.min(size, 65_536)));

describe("an upload", () => {
  const bytes = someBytes(PART_BYTES + 12_345);
  const parts = [bytes.subarray(0, PART_BYTES), bytes.subarray(PART_BYTES)] as const;

  test("in parts, any order, one of them twice, becomes the same bytes and an active product", async () => {
    const { key, productId } = await openUpload(seller, bytes.length);
    expect(key).toMatch(/^[\w-]{22}_rain _v1__wav$/);
    expect(await row("SELECT status FROM products WHERE id = ?", productId)).toEqual({
      status: "draft",
    });

    expect((await putPart(seller, key, 2, parts[1])).status).toBe(204);
    const early = await complete(seller, key);
    expect([early.status, await codeOf(early)]).toEqual([409, "conflict"]);
    expect((await putPart(seller, key, 1, someBytes(PART_BYTES))).status).toBe(204);
    expect((await putPart(seller, key, 1, parts[0])).status).toBe(204);

    const done = await complete(seller, key);
    expect([done.status, await done.json()]).toEqual([200, { productId }]);

    const file = await row("SELECT * FROM files WHERE key = ?", key);
    expect(file).toMatchObject({
      status: "complete",
      owner_uid: seller.uid,
      size_bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      file_name: "rain [v1].wav",
    });
    expect(file?.storage_path).toMatch(/^protectedFiles\/[\w-]{22}_rain \[v1\]\.wav$/);
    expect(await row("SELECT * FROM products WHERE id = ?", productId)).toMatchObject({
      status: "active",
      file_key: key,
      product_file_name: "rain [v1].wav",
      price_lamports: 250_000_000,
      type: "musique",
      sale_limit: null,
    });
    const stored = await env.FILES.get(String(file?.storage_path));
    expect(Buffer.from((await stored?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(bytes)).toBe(
      true,
    );

    // Asked again, after a lost answer: the same.
    expect(await (await complete(seller, key)).json()).toEqual({ productId });
    const late = await putPart(seller, key, 1, parts[0]);
    expect([late.status, await codeOf(late)]).toEqual([410, "expired"]);
    const gone = await seller.call(`/api/uploads/${encodeURIComponent(key)}`, { method: "DELETE" });
    expect([gone.status, await codeOf(gone)]).toEqual([409, "conflict"]);
  });

  test("says how far it has come, so that it can go on", async () => {
    const { key } = await openUpload(seller, bytes.length);
    await putPart(seller, key, 1, parts[0]);
    const state = await seller.call(`/api/uploads/${encodeURIComponent(key)}`);
    expect(await state.json()).toMatchObject({
      key,
      sizeBytes: bytes.length,
      partSizeBytes: PART_BYTES,
      received: [1],
    });
  });

  test.each([
    ["a part that the file does not have", 3, () => parts[1]],
    ["part 0", 0, () => parts[0]],
    ["a part that is no number", "one", () => parts[0]],
    ["a byte too few", 2, () => parts[1].subarray(1)],
    ["a byte too many", 2, () => Buffer.concat([parts[1], Buffer.from("x")])],
    ["an empty part", 2, () => new Uint8Array(0)],
  ])("refuses %s", async (_, part, body) => {
    const { key } = await openUpload(seller, bytes.length);
    const answer = await putPart(seller, key, part, body());
    expect([answer.status, await codeOf(answer)]).toEqual([422, "invalid_input"]);
  });

  test("refuses a part without Content-Length", async () => {
    const { key } = await openUpload(seller, 10);
    const stream = new Blob([randomBytes(10)]).stream().pipeThrough(new TransformStream());
    const init = { method: "PUT", body: stream, duplex: "half" };
    const answer = await seller.call(
      `/api/uploads/${encodeURIComponent(key)}/parts/1`,
      init as RequestInit,
    );
    expect([answer.status, await codeOf(answer)]).toEqual([422, "invalid_input"]);
  });

  test("is nobody else's: 404, and 401 for a visitor", async () => {
    const { key, productId } = await openUpload(seller, bytes.length);
    const path = `/api/uploads/${encodeURIComponent(key)}`;
    const answers = await Promise.all([
      other.call(path),
      putPart(other, key, 2, parts[1]),
      complete(other, key),
      other.call(path, { method: "DELETE" }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    const visitor = await get(path);
    expect([visitor.status, await codeOf(visitor)]).toEqual([401, "signed_out"]);
    expect(await row("SELECT status FROM products WHERE id = ?", productId)).toEqual({
      status: "draft",
    });
  });

  test("given up, leaves nothing behind", async () => {
    const png = new File([PNG], "a.png");
    const { key, productId } = await openUpload(seller, bytes.length, { cover: png });
    await putPart(seller, key, 1, parts[0]);
    const path = `/api/uploads/${encodeURIComponent(key)}`;
    expect((await seller.call(path, { method: "DELETE" })).status).toBe(204);
    expect((await seller.call(path)).status).toBe(404);
    expect((await complete(seller, key)).status).toBe(404);
    expect(await row("SELECT 1 FROM products WHERE id = ?", productId)).toBeNull();
    expect(await row("SELECT 1 FROM file_parts WHERE file_key = ?", key)).toBeNull();
    expect((await env.FILES.list({ prefix: `files/${seller.uid}/${productId}/` })).objects).toEqual(
      [],
    );
  });
});

describe("the product form", () => {
  const refusal = async (fields: Record<string, string | Blob | null>, who = seller) => {
    const body = productForm(who.wallet, { fileName: "a.zip", fileSize: "10", ...fields });
    const answer = await who.call("/api/uploads", { method: "POST", body });
    const { error } = (await answer.json()) as { error?: { code: string; message: string } };
    return error ? [answer.status, error.code, error.message] : [answer.status];
  };
  const INCOMPLETE = [422, "invalid_input", "Fill in all the required fields."];

  test.each(["title", "price", "category", "description", "recipient"])(
    "needs the %s",
    async (name) => {
      expect(await refusal({ [name]: " " })).toEqual(INCOMPLETE);
      expect(await refusal({ [name]: null })).toEqual(INCOMPLETE);
    },
  );

  test.each(["", "0", "-1", "1.5", "many"])("refuses a limit of %j", async (saleLimit) => {
    const [status, , message] = await refusal({ saleType: "limited", saleLimit });
    expect([status, message]).toEqual([422, "Give a valid maximum number of sales."]);
  });

  test("needs a file", async () => {
    const [status, , message] = await refusal({ fileName: null });
    expect([status, message]).toEqual([422, "A product file is required!"]);
  });

  const picture = (text: string, name: string) => new File([text], name, { type: "image/png" });
  test.each([
    ["a price of nothing", { price: "0" }, "invalid_price"],
    ["a tenth decimal", { price: "0.0000000001" }, "invalid_price"],
    ["an exponent", { price: "1e-3" }, "invalid_price"],
    ["a price beyond what can be counted", { price: "9999999999" }, "invalid_price"],
    ["the category All", { category: "0" }, "invalid_input"],
    ["an unknown category", { category: "5" }, "invalid_input"],
    ["another category's subcategory", { subcategory: "201" }, "invalid_input"],
    ["an unknown sale type", { saleType: "rented" }, "invalid_input"],
    ["a recipient that is no address", { recipient: "not an address" }, "invalid_input"],
    ["a title too long", { title: "t".repeat(121) }, "invalid_input"],
    ["a description too long", { description: "d".repeat(10_001) }, "invalid_input"],
    ["an empty file", { fileSize: "0" }, "invalid_input"],
    ["an SVG as cover", { cover: picture("<svg xmlns='x'/>", "a.png") }, "invalid_input"],
    ["a page as image", { image: picture("<script>", "a.gif") }, "invalid_input"],
  ])("refuses %s", async (_, fields, code) => {
    expect((await refusal(fields)).slice(0, 2)).toEqual([422, code]);
  });

  test("refuses a file above the plan's size with 402", async () => {
    const over = 500 * 1024 * 1024 + 1;
    expect((await refusal({ fileSize: String(over) })).slice(0, 2)).toEqual([
      402,
      "quota_exceeded",
    ]);
    const premium = await newSeller("premium");
    expect((await openUpload(premium, over)).sizeBytes).toBe(over);
  });

  test("refuses a price whose share could not open an empty wallet, and takes it once it has money", async () => {
    const poor = await newSeller();
    expect((await refusal({ price: "0.0005" }, poor)).slice(0, 2)).toEqual([422, "invalid_price"]);
    expect((await openUpload(poor, 10, { price: "0.0009" })).sizeBytes).toBe(10);
    await airdrop(poor.wallet);
    await expect.poll(() => refusal({ price: "0.0005" }, poor), { timeout: 10_000 }).toEqual([201]);
  });
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("/media", () => {
  test("serves an image by its own bytes' type, for ever, and answers 304", async () => {
    const cover = new File([PNG], "été #1.txt", { type: "text/html" });
    const { productId } = await openUpload(seller, 10, { cover });
    const path = `/media/files/${seller.uid}/${productId}/cover_${encodeURIComponent("été #1.txt")}`;
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const etag = answer.headers.get("ETag") ?? "";
    const again = await get(path, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("never serves a product's file", async () => {
    const secret = Buffer.from("the goods");
    const { key } = await openUpload(seller, secret.length);
    await putPart(seller, key, 1, secret);
    expect((await complete(seller, key)).status).toBe(200);
    const file = await row("SELECT storage_path FROM files WHERE key = ?", key);
    const path = String(file?.storage_path).split("/").map(encodeURIComponent).join("/");
    for (const address of [
      `/media/${path}`,
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
});
