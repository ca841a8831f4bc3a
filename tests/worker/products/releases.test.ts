import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import type { PreparedUpload } from "../../../app/products/rules/release";
import { purgeReplacedReleases } from "../../../app/products/use-cases/read-releases";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { productsIn } from "../../../db/products/products";
import { releasesIn } from "../../../db/products/releases";
import { ABOVE_PRODUCTS } from "../../../workers/claimed-rows";
import { buyFiles, linkOf, row } from "../../support/bought-files";
import { noLog } from "../../support/log";
import { readZip } from "../../support/read-zip";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import {
  codeOf,
  complete,
  openReplacement,
  openUpload,
  publish,
  putPart,
  replaceFile,
} from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const DAYS_MS = 24 * 3_600_000;

const db = openDb(env.DB);
const orders = ordersIn(db);
const releases = releasesIn(db, ABOVE_PRODUCTS);
const clock = { now: () => Date.now() };
const purge = () => purgeReplacedReleases({ clock, log: noLog, releases });

let seller: Seller;
let buyer: Seller;
beforeEach(async () => {
  [seller, buyer] = [await newSeller(), await newSeller()];
});

const productRow = (id: string) => row("SELECT * FROM products WHERE id = ?", id);
const describeText = (name: string, text: string) => ({ name, sizeBytes: text.length });

/** Begins a product with these files, by their names. */
async function begin(files: Record<string, string>): Promise<PreparedUpload[]> {
  const [first, ...more] = Object.entries(files).map(([name, text]) => describeText(name, text));
  const fields = { fileName: first?.name ?? "", moreFiles: JSON.stringify(more) };
  const answer = (await openUpload(seller, first?.sizeBytes ?? 0, fields)) as unknown;
  return (answer as { uploads: PreparedUpload[] }).uploads;
}

async function send(upload: PreparedUpload | undefined, text: string): Promise<void> {
  const { key } = upload ?? { key: "" };
  expect((await putPart(seller, key, 1, text)).status).toBe(204);
  expect((await complete(seller, key)).status).toBe(200);
}

/** Publishes a product with these files; returns its id. */
async function publishFiles(files: Record<string, string>): Promise<string> {
  const uploads = await begin(files);
  for (const [at, text] of Object.values(files).entries()) await send(uploads[at], text);
  return uploads[0]?.productId ?? "";
}

type Wanted = { key: string; name: string } | { name: string; sizeBytes: number };

const put = (id: string, files: readonly Wanted[], note = "", who = seller) =>
  who.call(`/api/products/${id}/release`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ note, files }),
  });

async function prepare(id: string, files: readonly Wanted[], note = "") {
  const answer = await put(id, files, note);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { uploads: PreparedUpload[]; isPublished: boolean };
}

/** The files on sale, as a seller's next release names them. */
async function onSale(id: string): Promise<{ key: string; name: string }[]> {
  const files = await releases.filesOf(String((await productRow(id))?.release_id));
  return files.map(({ key, name }) => ({ key, name }));
}

const named = (files: readonly { key: string; name: string }[], name: string) => {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`no file ${name}`);
  return found;
};

const buy = (who: Seller, productId: string) => buyFiles(seller, who, productId);

/** The files of the zip that the link of a purchase leads to. */
async function unzipped(who: Seller, productId: string, query = "") {
  const answer = await who.call(await linkOf(who, productId, query));
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Number(answer.headers.get("Content-Length"))).toBe(bytes.length);
  const text = (data: Uint8Array) => new TextDecoder().decode(data);
  return Object.fromEntries(readZip(bytes).map(({ name, bytes: data }) => [name, text(data)]));
}

const PACK = { "1 rain.wav": "rain", "2 wind.wav": "wind", "score.pdf": "notes" };

describe("a product of several files", () => {
  // spec: product.files
  test("goes on sale with the last of them, and is delivered as one zip or one by one", async () => {
    const uploads = await begin(PACK);
    const id = uploads[0]?.productId ?? "";
    // In any order: the last one publishes.
    await send(uploads[2], "notes");
    await send(uploads[0], "rain");
    expect(await productRow(id)).toMatchObject({ status: "draft", file_key: null });
    const draft = await (await seller.call(`/transaction?draft=${id}`)).text();
    expect(draft).toContain("2 of 3 files have arrived");
    await send(uploads[1], "wind");
    expect(await productRow(id)).toMatchObject({
      status: "active",
      file_key: uploads[0]?.key,
      product_file_name: "1 rain.wav",
      file_updated_at: null,
    });

    await buy(buyer, id);
    expect(await unzipped(buyer, id)).toEqual(PACK);
    const link = await linkOf(buyer, id);
    const whole = await buyer.call(link, { headers: { Range: "bytes=0-3" } });
    expect([whole.status, whole.headers.get("Accept-Ranges")]).toEqual([200, "none"]);
    expect(whole.headers.get("Content-Disposition")).toContain('filename="Field recordings.zip"');
    const second = await buyer.call(await linkOf(buyer, id, "?position=2"));
    expect(await second.text()).toBe("wind");
    expect(second.headers.get("Content-Disposition")).toContain("2 wind.wav");
    for (const position of ["4", "0", "x", "1000"])
      expect((await buyer.call(`${link}/${position}`)).status).toBe(404);

    const page = await (await buyer.call(`/acheter/${id}`)).text();
    expect(page).toContain("Download all 3 files");
    expect(page).toContain(`/purchases/${id}/file?position=3`);
    const shown = await (await (await newSeller()).call(`/acheter/${id}`)).text();
    for (const name of Object.keys(PACK)) expect(shown).toContain(name);
  });

  test("too large for one zip comes file by file", async () => {
    const id = await publishFiles(PACK);
    const [{ key } = { key: "" }] = await onSale(id);
    await changeRow(env.DB, "files", { key }, { size_bytes: 4_000_000_000 });
    await buy(buyer, id);
    const link = await linkOf(buyer, id);
    const refused = await buyer.call(link);
    expect([refused.status, await codeOf(refused)]).toEqual([409, "conflict"]);
    const page = await buyer.call(link, { headers: { Accept: "text/html" } });
    expect(page.headers.get("Location")).toMatch(/^\/purchases\/link\//);
    expect(await (await buyer.call(`${link}/2`)).text()).toBe("wind");
  });

  test("is not for sale while one of them has lost its bytes, and nothing is lost", async () => {
    const id = await publishFiles(PACK);
    const { key } = named(await onSale(id), "score.pdf");
    const path = String((await row("SELECT * FROM files WHERE key = ?", key))?.storage_path);
    await env.FILES.delete(path);
    const answer = await buyer.call("/api/transactions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ productId: id }),
    });
    expect([answer.status, await codeOf(answer)]).toEqual([409, "inactive"]);
    expect(await (await seller.call(`/edit/${id}`)).text()).toContain("score.pdf");
    await env.FILES.put(path, "notes");
    await buy(buyer, id);
    expect(await unzipped(buyer, id)).toEqual(PACK);
  });

  test("given up, its draft goes with all uploads", async () => {
    const uploads = await begin(PACK);
    await send(uploads[0], "rain");
    const path = String(
      (await row("SELECT * FROM files WHERE key = ?", uploads[0]?.key))?.storage_path,
    );
    const gone = await seller.call(`/api/uploads/${encodeURIComponent(uploads[1]?.key ?? "")}`, {
      method: "DELETE",
    });
    expect(gone.status).toBe(204);
    const left = "SELECT count(*) AS n FROM files WHERE owner_uid = ?";
    expect(await row(left, seller.uid)).toEqual({ n: 0 });
    expect(
      await row("SELECT 1 FROM releases WHERE product_id = ?", uploads[0]?.productId),
    ).toBeNull();
    expect(await productRow(uploads[0]?.productId ?? "")).toBeNull();
    expect(await env.FILES.head(path)).toBeNull();
  });
});

describe("the next release", () => {
  // spec: product.releases
  test("adds, replaces, renames, moves and removes files; buyers keep what they bought", async () => {
    const id = await publishFiles(PACK);
    const before = await onSale(id);
    await buy(buyer, id);
    const { key: score } = named(before, "score.pdf");
    const { key: rain } = named(before, "1 rain.wav");
    const wanted = [
      { key: score, name: "0 score.pdf" },
      describeText("2 wind.wav", "gale"),
      { key: rain, name: "1 rain.wav" },
      describeText("3 hail.wav", "hail"),
    ];
    const { uploads, isPublished } = await prepare(id, wanted, "More weather.");
    expect(isPublished).toBe(false);
    expect(uploads.map(({ name, isOnSale }) => [name, isOnSale])).toEqual([
      ["0 score.pdf", true],
      ["2 wind.wav", false],
      ["1 rain.wav", true],
      ["3 hail.wav", false],
    ]);
    await send(uploads[1], "gale");
    expect(await onSale(id)).toEqual(before);
    expect(await (await seller.call(`/edit/${id}`)).text()).toContain("3 of 4 files have arrived");
    await send(uploads[3], "hail");

    const next = { "0 score.pdf": "notes", "2 wind.wav": "gale", "1 rain.wav": "rain" };
    expect(Object.entries(await unzipped(buyer, id))).toEqual(
      Object.entries({ ...next, "3 hail.wav": "hail" }),
    );
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
    expect(await (await buyer.call("/purchases")).text()).toContain("More weather.");

    // Without new files it is on sale at once.
    const [last] = (await onSale(id)).slice(-1);
    const only = await prepare(id, [{ key: last?.key ?? "", name: "hail.wav" }]);
    expect(only.isPublished).toBe(true);
    expect(await (await buyer.call(await linkOf(buyer, id))).text()).toBe("hail");
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
  });

  test("replaced, loses the files that no other release and no buyer has", async () => {
    const id = await publishFiles(PACK);
    const before = await onSale(id);
    const { payment, order } = await buy(buyer, id);
    const rain = named(before, "1 rain.wav");
    const { uploads } = await prepare(id, [rain, describeText("hail.wav", "hail")]);
    await send(uploads[1], "hail");
    const { uploads: last } = await prepare(id, [rain, describeText("snow.wav", "snow")]);
    await send(last[1], "snow");
    const left = async () => {
      const files = "SELECT file_name AS name FROM files WHERE product_id = ? ORDER BY name";
      const { results } = await env.DB.prepare(files).bind(id).all<{ name: string }>();
      return results.map(({ name }) => name);
    };
    advanceClock(2 * DAYS_MS);
    await purge();
    // The release with hail is gone; the first one is held.
    expect(await left()).toEqual(["1 rain.wav", "2 wind.wav", "score.pdf", "snow.wav"]);
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
    await orders.rollBack(order.id, payment.signature, Date.now());
    advanceClock(2 * DAYS_MS);
    await purge();
    expect(await left()).toEqual(["1 rain.wav", "snow.wav"]);
    expect(await unzipped(seller, id)).toEqual({ "1 rain.wav": "rain", "snow.wav": "snow" });
  });

  test("is what an order gives that settles again after a rollback", async () => {
    const id = await publishFiles(PACK);
    const { order, payment } = await buy(buyer, id);
    await orders.rollBack(order.id, payment.signature, Date.now());
    const { uploads } = await prepare(id, [describeText("hail.wav", "hail")]);
    await send(uploads[0], "hail");
    expect(await orders.settle(order.id, payment, Date.now())).toBe("settled");
    expect(await (await buyer.call(await linkOf(buyer, id, "?version=bought"))).text()).toBe(
      "hail",
    );
  });

  test.each([
    ["no file", () => [], 422, "invalid_input"],
    ["101 files", (all) => [...all, ...many(98)], 422, "invalid_input"],
    ["a name with a path", ([one]) => [{ ...one, name: "a/b.wav" }], 422, "invalid_input"],
    ["a name of a device", ([one]) => [{ ...one, name: "con.wav" }], 422, "invalid_input"],
    [
      "two names that Windows takes for one",
      ([one, two]) => [
        { ...one, name: "é.wav" },
        { ...two, name: "E\u0301.WAV" },
      ],
      422,
      "invalid_input",
    ],
    ["an empty file", (all) => [...all, { name: "a", sizeBytes: 0 }], 422, "invalid_input"],
    ["one file twice", ([one]) => [one, { ...one, name: "b" }], 422, "invalid_input"],
    ["what is on sale", (all) => all, 422, "invalid_input"],
    ["a file of another product", (all) => [...all, { key: "other", name: "a" }], 409, "conflict"],
    [
      "a file above the plan's size",
      (all) => [...all, { name: "a", sizeBytes: 501 * 2 ** 20 }],
      402,
      "quota_exceeded",
    ],
    [
      "more than five files of the largest size",
      (all) => [...all, ...many(5, 500 * 2 ** 20)],
      402,
      "quota_exceeded",
    ],
  ] as [string, (all: { key: string; name: string }[]) => unknown[], number, string][])(
    "refuses %s with words, and nothing is lost",
    async (_, wanted, status, code) => {
      const id = await publishFiles(PACK);
      const before = await onSale(id);
      const answer = await put(id, wanted(before) as Wanted[]);
      expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
      expect(await onSale(id)).toEqual(before);
      expect(await releases.inPreparation(id)).toBeNull();
    },
  );

  test("keeps no file that another window has replaced meanwhile", async () => {
    const id = await publishFiles(PACK);
    const [rain] = await onSale(id);
    const { uploads } = await prepare(id, [describeText("hail.wav", "hail")]);
    await send(uploads[0], "hail");
    const release = { id: "late", productId: id, ownerUid: seller.uid, note: "", at: Date.now() };
    const bounds = { products: 10, bytes: 1_000, maxStoredBytes: 1_000 };
    const write = (files: { key: string; name: string }[]) =>
      productsIn(db).prepareRelease(
        { ...release, files, uploads: [], newBytes: 0 },
        { replaces: null, bounds },
      );
    expect(await write(rain ? [rain] : [])).toBe(false);
    expect(await releases.inPreparation(id)).toBeNull();
    expect(await write(await onSale(id))).toBe(true);
  });

  test("is its seller's alone", async () => {
    const id = await publishFiles(PACK);
    const wanted = (await onSale(id)).slice(1);
    expect((await put(id, wanted, "", buyer)).status).toBe(404);
    const draft = await begin(PACK);
    // The files are of another product.
    expect((await put(draft[0]?.productId ?? "", wanted)).status).toBe(409);
  });

  test("repeated, is the one under way; another one takes its place, and may keep its uploads", async () => {
    const id = await publishFiles(PACK);
    const all = await onSale(id);
    const hail = { ...describeText("hail.wav", "hail"), modifiedAt: 1_700_000_000_000 };
    const first = await prepare(id, [...all, hail, describeText("snow.wav", "snow")]);
    const [arrived, dropped] = first.uploads.slice(-2);
    await send(arrived, "hail");
    const again = await prepare(id, [...all, hail, { key: dropped?.key ?? "", name: "snow.wav" }]);
    expect(again.uploads.map(({ key }) => key)).toEqual(first.uploads.map(({ key }) => key));
    // Of another window: what it has was verified, so that it is on sale at once.
    expect((await prepare(id, [hail, ...all.slice(1)])).isPublished).toBe(true);
    expect((await putPart(seller, dropped?.key ?? "", 1, "snow")).status).toBe(404);
    expect((await onSale(id))[0]).toEqual({ key: arrived?.key, name: "hail.wav" });
  });

  test("of several files without script replaces the one that is chosen", async () => {
    const id = await publishFiles(PACK);
    const { key } = named(await onSale(id), "score.pdf");
    const body = new FormData();
    body.set("file", new File(["second"], "score 2.pdf"));
    body.set("replaces", key);
    const answer = await seller.call(`/edit/${id}?change=file`, { method: "POST", body });
    expect(answer.status).toBe(302);
    expect(await unzipped(seller, id)).toEqual({
      "1 rain.wav": "rain",
      "2 wind.wav": "wind",
      "score 2.pdf": "second",
    });
  });
});

describe("what the version before writes", () => {
  // As its `replaceFile`.
  async function replaceAsBefore(id: string, text: string): Promise<string> {
    const key = crypto.randomUUID();
    const storagePath = `protectedFiles/${key}`;
    await env.FILES.put(storagePath, text);
    await insertRow(env.DB, "files", {
      key,
      storage_path: storagePath,
      owner_uid: seller.uid,
      product_id: id,
      file_name: "old worker.wav",
      content_type: "audio/wav",
      size_bytes: text.length,
      status: "uploading",
      part_size_bytes: 8,
      created_at: 5,
      note: "By the version before.",
    });
    await publishAsBefore(id, key);
    return key;
  }

  async function publishAsBefore(id: string, key: string): Promise<void> {
    const at = Date.now();
    const replaced = { status: "replaced", replaced_at: at, purge_check_at: at + DAYS_MS };
    const { file_key: before } = (await productRow(id)) ?? {};
    await changeRow(env.DB, "files", { key: before }, replaced);
    const complete = { status: "complete", sha256: "ab", completed_at: at };
    await changeRow(env.DB, "files", { key }, complete);
    const file = { file_key: key, product_file_name: "old worker.wav", file_updated_at: at };
    await changeRow(env.DB, "products", { id }, file);
  }

  /** Leaves of a product what it would have written. */
  async function forgetReleases(productId: string): Promise<void> {
    const its = "release_id IN (SELECT id FROM releases WHERE product_id = ?)";
    await env.DB.prepare(`DELETE FROM release_files WHERE ${its}`).bind(productId).run();
    await env.DB.prepare("DELETE FROM releases WHERE product_id = ?").bind(productId).run();
    await changeRow(env.DB, "files", { product_id: productId }, { in_release: null });
    await changeRow(env.DB, "products", { id: productId }, { release_id: null });
  }

  test("is on sale at once, is made a release by the cron, and older releases stay", async () => {
    const id = await publishFiles(PACK);
    await buy(buyer, id);
    const key = await replaceAsBefore(id, "third");
    const read = async () => (await seller.call(await linkOf(seller, id))).text();
    expect(await read()).toBe("third");
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
    expect(await (await seller.call(`/edit/${id}`)).text()).toContain("By the version before.");
    while ((await releases.fill()) > 0);
    expect(await productRow(id)).toMatchObject({ release_id: key, file_key: key });
    expect(await releases.publishedOf(id, 9)).toMatchObject([
      { id: key, number: 2 },
      { number: 1 },
    ]);
    expect(await read()).toBe("third");
    advanceClock(4 * DAYS_MS);
    await purge();
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
    await replaceFile(seller, id, "fourth");
    expect(await read()).toBe("fourth");
  });

  test("an upload that it has started is continued", async () => {
    const { key, productId } = await openUpload(seller, 3);
    await forgetReleases(productId);
    await putPart(seller, key, 1, "abc");
    expect((await complete(seller, key)).status).toBe(200);
    expect(await productRow(productId)).toMatchObject({ status: "active", release_id: key });
    expect(await (await seller.call(await linkOf(seller, productId))).text()).toBe("abc");
  });

  test("an upload that it has started comes after what it has published", async () => {
    const id = await publish(seller);
    const first = String((await productRow(id))?.file_key);
    const upload = await openReplacement(seller, id, 3);
    await forgetReleases(id);
    await putPart(seller, upload.key, 1, "abc");
    expect((await complete(seller, upload.key)).status).toBe(200);
    await replaceFile(seller, id, "third");
    while ((await releases.fill()) > 0);
    expect(await releases.publishedOf(id, 9)).toMatchObject([
      { number: 3 },
      { id: upload.key, number: 2 },
      { id: first, number: 1 },
    ]);
    // Nobody has bought the first.
    advanceClock(2 * DAYS_MS);
    await purge();
    expect(await releases.publishedOf(id, 9)).toMatchObject([{ number: 3 }]);
  });

  test("an upload of a release that is prepared is published by it alone", async () => {
    const id = await publishFiles(PACK);
    const [rain] = await onSale(id);
    await buy(buyer, id);
    const { uploads } = await prepare(id, [
      describeText("hail.wav", "hail"),
      ...(rain ? [rain] : []),
      describeText("snow.wav", "snow"),
    ]);
    const [hail, , snow] = uploads;
    await putPart(seller, hail?.key ?? "", 1, "hail");
    await publishAsBefore(id, hail?.key ?? "");
    expect(await releases.publishedOf(id, 9)).toMatchObject([{ id: hail?.key }, { number: 1 }]);
    // What is left is an upload of its own.
    expect(await releases.inPreparation(id)).toMatchObject({ files: [{ key: snow?.key }] });
    const { purge_check_at: check } =
      (await row("SELECT * FROM files WHERE key = ?", rain?.key)) ?? {};
    expect(check).toBeNull();
    expect(await unzipped(buyer, id, "?version=bought")).toEqual(PACK);
    await send(snow, "snow");
    expect(await releases.publishedOf(id, 9)).toMatchObject([
      { number: 3 },
      { number: 2 },
      { number: 1 },
    ]);
  });

  test("an upload of a release that is prepared is given up, and the next one can begin", async () => {
    const id = await publish(seller);
    const { key } = await openReplacement(seller, id, 3);
    await env.DB.prepare("DELETE FROM files WHERE key = ?").bind(key).run();
    expect(await releases.inPreparation(id)).toBeNull();
    await replaceFile(seller, id, "second");
    expect(await (await seller.call(await linkOf(seller, id))).text()).toBe("second");
  });

  test("sells the first file of a release, and such a purchase has the release", async () => {
    const id = await publish(seller);
    await buy(buyer, id);
    const link = await linkOf(buyer, id);
    await changeRow(env.DB, "download_tokens", { product_id: id }, { release_id: null });
    expect(await (await buyer.call(link)).text()).toBe("the goods");
  });
});

/** New files of one size, by their numbers. */
function many(count: number, sizeBytes = 1) {
  return Array.from({ length: count }, (_, at) => ({ name: `${at}.wav`, sizeBytes }));
}
