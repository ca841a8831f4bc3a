import { env, SELF } from "cloudflare:test";
import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { PART_BYTES } from "../../../app/products/rules/upload";
import { purgeAbandonedUploads } from "../../../app/products/use-cases/purge-uploads";
import { openDb } from "../../../db/client";
import { mediaIn } from "../../../db/products/media";
import { presentationsIn } from "../../../db/products/presentations";
import { productsIn } from "../../../db/products/products";
import { protectedFilesIn } from "../../../db/products/protected-files";
import { releasesIn } from "../../../db/products/releases";
import { ABOVE_PRODUCTS } from "../../../workers/claimed-rows";
import { r2FileStore } from "../../../workers/r2-file-store";
import { noLog } from "../../support/log";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { codeOf, complete, openUpload, PNG, productForm, putPart } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

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

/** 64 KiB of random bytes, repeated: getRandomValues fills at most that. */
const someBytes = (size: number) => Buffer.alloc(size, randomBytes(Math.min(size, 65_536)));

describe("an upload", () => {
  const bytes = someBytes(PART_BYTES + 12_345);
  const parts = [bytes.subarray(0, PART_BYTES), bytes.subarray(PART_BYTES)] as const;

  // spec: state.product.draft, storage.product-file, storage.parts
  // spec: product.verified
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

    // A retry after a lost answer gets the same.
    expect(await (await complete(seller, key)).json()).toEqual({ productId });
    const late = await putPart(seller, key, 1, parts[0]);
    expect([late.status, await codeOf(late)]).toEqual([410, "expired"]);
    const gone = await seller.call(`/api/uploads/${encodeURIComponent(key)}`, { method: "DELETE" });
    expect([gone.status, await codeOf(gone)]).toEqual([409, "conflict"]);
  });

  // spec: storage.parts
  test("reports its progress, so that it can resume", async () => {
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
    ["a part beyond the file", 3, () => parts[1]],
    ["part 0", 0, () => parts[0]],
    ["a part that is not a number", "one", () => parts[0]],
    ["a part one byte short", 2, () => parts[1].subarray(1)],
    ["a part one byte long", 2, () => Buffer.concat([parts[1], Buffer.from("x")])],
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

  // spec: storage.http-401, storage.http-403
  test("answers 404 to other accounts, and 401 to a visitor", async () => {
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

  test("leaves nothing behind when cancelled", async () => {
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

/** Deletes abandoned uploads and returns which of these drafts are left. */
async function draftsAfterPurge(ids: readonly string[]): Promise<string[]> {
  const db = openDb(env.DB);
  await purgeAbandonedUploads({
    clock: { now: () => Date.now() },
    log: noLog,
    ids: { short: () => crypto.randomUUID() },
    products: productsIn(db),
    releases: releasesIn(db, ABOVE_PRODUCTS),
    protectedFiles: protectedFilesIn(db),
    files: r2FileStore(env.FILES),
    media: mediaIn(db),
    presentations: presentationsIn(db),
  });
  const drafts =
    "SELECT id FROM products WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq";
  const { results } = await env.DB.prepare(drafts).bind(JSON.stringify(ids)).all<{ id: string }>();
  return results.map(({ id }) => id);
}

// spec: product.cleanup
test("an upload without progress for a week is deleted, a newer one is not", async () => {
  const who = await newSeller();
  const old = await openUpload(who, 10);
  await putPart(who, old.key, 1, "ten bytes.");
  advanceClock(7 * 24 * 3_600_000 + 1);
  const recent = await openUpload(who, 10);

  expect(await draftsAfterPurge([old.productId, recent.productId])).toEqual([recent.productId]);
  expect(await row("SELECT 1 FROM files WHERE key = ?", old.key)).toBeNull();
});

test("a draft without a part is deleted after hours, one with a part is kept", async () => {
  const who = await newSeller();
  const [empty, begun] = [await openUpload(who, 10), await openUpload(who, 10)];
  await putPart(who, begun.key, 1, "ten bytes.");
  const ids = [empty.productId, begun.productId];
  // The clock runs on: a busy machine takes seconds here.
  advanceClock(6 * 3_600_000 - 60_000);
  expect(await draftsAfterPurge(ids)).toEqual(ids);
  advanceClock(60_000);
  expect(await draftsAfterPurge(ids)).toEqual([begun.productId]);
});

describe("unfinished uploads of an account", () => {
  const open = async (who: Seller, fileSize: number) => {
    const cover = new File([PNG], "a.png");
    const body = productForm(who.wallet, { fileName: "a.zip", fileSize: String(fileSize), cover });
    const answer = await who.call("/api/uploads", { method: "POST", body });
    return [answer.status, answer.status === 201 ? "" : await codeOf(answer)];
  };
  const imagesOf = async ({ uid }: Seller) =>
    (await env.FILES.list({ prefix: `files/${uid}/` })).objects.length;

  // spec: product.upload-bound
  test("are at most ten, also when they are opened together", async () => {
    const who = await newSeller();
    const answers = await Promise.all(Array.from({ length: 13 }, () => open(who, 10)));
    const refused = answers.filter(([status]) => status !== 201);
    expect(refused).toEqual(Array(3).fill([409, "conflict"]));
    expect(await imagesOf(who)).toBe(10);

    const first = await row("SELECT key FROM files WHERE owner_uid = ?", who.uid);
    const path = `/api/uploads/${encodeURIComponent(String(first?.key))}`;
    await who.call(path, { method: "DELETE" });
    expect(await open(who, 10)).toEqual([201, ""]);
    expect(await open(other, 10)).toEqual([201, ""]);
  });

  test("announce at most five files of the largest size together", async () => {
    const who = await newSeller();
    const largest = 500 * 1024 * 1024;
    const sizes = [largest, largest, largest, largest, largest - 10, largest, 11];
    const answers = await Promise.all(sizes.map((size) => open(who, size)));
    expect(answers.filter(([status]) => status === 402).length).toBeGreaterThanOrEqual(1);
    const { bytes } = (await row(
      "SELECT sum(size_bytes) AS bytes FROM files WHERE owner_uid = ?",
      who.uid,
    )) as { bytes: number };
    expect(bytes).toBeLessThanOrEqual(5 * largest);
    expect(await open(who, 5 * largest - bytes + 1)).toEqual([402, "quota_exceeded"]);
  });

  test("are counted per account when they are opened", async () => {
    const who = await newSeller();
    const attempt = () => who.call("/api/uploads", { method: "POST", body: new FormData() });
    // Each is refused for its empty form, and counts.
    const answers = await Promise.all(Array.from({ length: 120 }, attempt));
    expect(answers.map(({ status }) => status)).toEqual(Array(120).fill(422));
    expect((await attempt()).status).toBe(429);
  });
});

test("attempts with one request id start one upload, for each seller another", async () => {
  const [here, there] = [await newSeller(), await newSeller()];
  const fields = { requestId: crypto.randomUUID(), cover: new File([PNG], "cover.png") };
  const first = await openUpload(here, 10, fields);
  expect(await openUpload(here, 10, fields)).toEqual(first);
  await putPart(here, first.key, 1, "0123456789");
  expect(await openUpload(here, 10, fields)).toMatchObject({ key: first.key, received: [1] });
  const others = await openUpload(there, 10, fields);
  expect(others.productId).not.toBe(first.productId);
  const own = "SELECT count(*) AS count FROM products WHERE owner_uid = ?";
  expect(await row(own, here.uid)).toEqual({ count: 1 });
  const images = "SELECT count(*) AS count FROM media WHERE owner_uid = ?";
  expect(await row(images, here.uid)).toEqual({ count: 1 });

  const concurrent = { requestId: crypto.randomUUID() };
  const body = () => productForm(here.wallet, { fileName: "a.bin", fileSize: "10", ...concurrent });
  const attempt = () => here.call("/api/uploads", { method: "POST", body: body() });
  const answers = await Promise.all([attempt(), attempt(), attempt()]);
  expect(answers.some(({ status }) => status === 201)).toBe(true);
  expect((await attempt()).status).toBe(201);
  expect(await row(own, here.uid)).toEqual({ count: 2 });
});
