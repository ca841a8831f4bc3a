import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_KEPT_RELEASES } from "../../../app/products/rules/release";
import { purgeAbandonedUploads } from "../../../app/products/use-cases/purge-uploads";
import { purgeReplacedReleases } from "../../../app/products/use-cases/read-releases";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { isReleaseHeld } from "../../../db/orders/rights";
import { mediaIn } from "../../../db/products/media";
import { presentationsIn } from "../../../db/products/presentations";
import { productsIn } from "../../../db/products/products";
import { protectedFilesIn } from "../../../db/products/protected-files";
import { releasesDue, releasesIn } from "../../../db/products/releases";
import { ABOVE_PRODUCTS } from "../../../workers/claimed-rows";
import { r2FileStore } from "../../../workers/r2-file-store";
import { buyFiles, linkOf, row } from "../../support/bought-files";
import { noLog } from "../../support/log";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, type Seller } from "../../support/seller";
import {
  codeOf,
  complete,
  openReplacement,
  openUpload,
  postReplacement,
  publish,
  putPart,
  replaceFile,
} from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A link to a replaced version starts for 15 minutes and continues for 24 hours. */
const LINKS_OVER_MS = 24 * HOUR_MS + 15 * MINUTE_MS;

const db = openDb(env.DB);
const orders = ordersIn(db);
const protectedFiles = protectedFilesIn(db);
const releases = releasesIn(db, ABOVE_PRODUCTS);
const files = r2FileStore(env.FILES);
const clock = { now: () => Date.now() };

let seller: Seller;
let buyer: Seller;
beforeEach(async () => {
  [seller, buyer] = [await newSeller(), await newSeller()];
});

const productRow = (id: string) => row("SELECT * FROM products WHERE id = ?", id);
const fileRow = (key: string) => row("SELECT * FROM files WHERE key = ?", key);
const purchaseOf = (who: Seller, productId: string) =>
  row("SELECT * FROM purchases WHERE uid = ? AND product_id = ?", who.uid, productId);
const uploadPath = (key: string) => `/api/uploads/${encodeURIComponent(key)}`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const buy = (who: Seller, productId: string) => buyFiles(seller, who, productId);

/** The bytes that the download link of the purchase leads to. */
async function download(who: Seller, productId: string, version = ""): Promise<string> {
  return readLink(who, await linkOf(who, productId, version && `?version=${version}`));
}

async function readLink(who: Seller, path: string): Promise<string> {
  const answer = await who.call(path);
  return answer.status === 200 ? answer.text() : String(answer.status);
}

async function purge() {
  await releases.fill();
  await purgeReplacedReleases({ clock, log: noLog, releases });
}

describe("a replacement", () => {
  test("puts the new file on sale and keeps the one before", async () => {
    const id = await publish(seller);
    const before = await productRow(id);
    const first = String(before?.file_key);
    const note = "  Less wind\u202e.\r\nAnd more rain.  ";
    const { key, productId } = await openReplacement(seller, id, 9, note);
    expect(productId).toBe(id);
    expect(await productRow(id)).toEqual(before);

    await putPart(seller, key, 1, "new goods");
    const done = await complete(seller, key);
    expect([done.status, await done.json()]).toEqual([200, { productId: id }]);
    const replaced = await fileRow(first);
    const at = Number(replaced?.replaced_at);
    expect(Date.now() - at).toBeLessThan(MINUTE_MS);
    expect(replaced).toMatchObject({ status: "replaced", purge_check_at: null });
    expect(await row("SELECT * FROM releases WHERE id = ?", before?.release_id)).toMatchObject({
      number: 1,
      replaced_at: at,
      purge_check_at: at + LINKS_OVER_MS,
    });
    expect(await releases.publishedOf(id, 9)).toMatchObject([
      { number: 2, note: "Less wind.\nAnd more rain.", files: [{ key, name: "rain 2.wav" }] },
      { number: 1, note: "", files: [{ key: first, name: "rain [v1].wav" }] },
    ]);
    expect(await fileRow(key)).toMatchObject({
      status: "complete",
      completed_at: at,
      sha256: sha256("new goods"),
    });
    expect(await productRow(id)).toEqual({
      ...before,
      release_id: expect.not.stringMatching(String(before?.release_id)),
      file_key: key,
      product_file_name: "rain 2.wav",
      file_updated_at: at,
    });
    expect(await download(seller, id)).toBe("new goods");

    // A retry after a lost answer changes nothing, also after the next replacement.
    expect((await complete(seller, key)).status).toBe(200);
    const next = await replaceFile(seller, id, "newest goods");
    expect((await complete(seller, key)).status).toBe(200);
    expect((await productRow(id))?.file_key).toBe(next);
    const gone = await seller.call(uploadPath(key), { method: "DELETE" });
    expect([gone.status, await codeOf(gone)]).toEqual([409, "conflict"]);
  });

  test("completed three times at once is verified by one call, and the others retry", async () => {
    const id = await publish(seller);
    const { key } = await openReplacement(seller, id, 3);
    await putPart(seller, key, 1, "two");
    const answers = await Promise.all([1, 2, 3].map(() => complete(seller, key)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    for (const { status, headers } of answers)
      expect(headers.get("Retry-After")).toBe(status === 429 ? "2" : null);
    expect((await complete(seller, key)).status).toBe(200);
    expect((await productRow(id))?.file_key).toBe(key);
    const kept = "SELECT count(*) AS n FROM files WHERE product_id = ? AND status = 'replaced'";
    expect(await row(kept, id)).toEqual({ n: 1 });
  });

  test("is for the owner of a published product only", async () => {
    const id = await publish(seller);
    const draft = await openUpload(seller, 10);
    const fields = { fileSize: "10" };
    const answers = await Promise.all([
      postReplacement(buyer, id, fields),
      postReplacement(seller, "nothing", fields),
      postReplacement(seller, draft.productId, fields),
    ]);
    for (const answer of answers) {
      expect([answer.status, await codeOf(answer)]).toEqual([404, "not_found"]);
    }
    await changeRow(env.DB, "products", { id }, { status: "disabled" });
    await replaceFile(seller, id, "while disabled");
    expect(await productRow(id)).toMatchObject({ status: "disabled" });
    expect(await download(seller, id)).toBe("while disabled");
  });

  test.each([
    ["an empty file", { fileSize: "0" }, 422, "invalid_input"],
    ["no file", {}, 422, "invalid_input"],
    ["a file above the plan's size", { fileSize: String(501 * 2 ** 20) }, 402, "quota_exceeded"],
    ["a note of 501 characters", { fileSize: "9", note: "n".repeat(501) }, 422, "invalid_input"],
  ] as const)("refuses %s", async (_, fields, status, code) => {
    const id = await publish(seller);
    const answer = await postReplacement(seller, id, fields);
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    expect(await protectedFiles.uploadsOf(id)).toEqual([]);
  });

  test("is one at a time for a product, and counts among the account's uploads", async () => {
    const id = await publish(seller);
    const fields = { fileSize: String(500 * 2 ** 20) };
    const others = [];
    for (let more = 0; more < 5; more += 1) others.push(await publish(seller));
    const answers = await Promise.all([1, 2, 3].map(() => postReplacement(seller, id, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [last = "", ...more] = others;
    for (const other of more)
      expect((await postReplacement(seller, other, fields)).status).toBe(201);
    const full = await postReplacement(seller, last, fields);
    expect([full.status, await codeOf(full)]).toEqual([402, "quota_exceeded"]);

    const many = await newSeller();
    for (let open = 0; open < 10; open += 1) await openUpload(many, 1);
    // Publishing itself is an eleventh upload.
    const key = (await protectedFiles.drafts(many.uid, 1))[0]?.key ?? "";
    await putPart(many, key, 1, "x");
    await complete(many, key);
    const published = String((await fileRow(key))?.product_id);
    await openUpload(many, 1);
    const eleventh = await postReplacement(many, published, { fileSize: "1" });
    expect([eleventh.status, await codeOf(eleventh)]).toEqual([409, "conflict"]);
  });

  test("repeated with the same file, returns the upload under way", async () => {
    const id = await publish(seller);
    const fields = { fileSize: "9", fileModifiedAt: "1700000000000", note: "Second edition" };
    const keyOf = async (answer: Response) => (await answer.json<{ key: string }>()).key;
    const first = await postReplacement(seller, id, fields);
    const again = await postReplacement(seller, id, fields);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await keyOf(again)).toBe(await keyOf(first));
    const other = await postReplacement(seller, id, { ...fields, fileModifiedAt: "1700000000001" });
    expect(other.status).toBe(409);
  });

  test("is refused while the most versions are kept", async () => {
    const id = await publish(seller);
    const keys = Array.from({ length: MAX_KEPT_RELEASES }, (_, at) => `${id} ${at}`);
    await Promise.all(keys.map((key) => insertVersion(id, key)));
    const answer = await postReplacement(seller, id, { fileSize: "9" });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("50 earlier versions");
    await env.DB.prepare("DELETE FROM files WHERE key = ?").bind(keys[0]).run();
    expect((await postReplacement(seller, id, { fileSize: "9" })).status).toBe(201);
    // Purges of later tests would remove these first.
    const old = "DELETE FROM files WHERE product_id = ? AND status = 'replaced'";
    await env.DB.prepare(old).bind(id).run();
    await env.DB.prepare("DELETE FROM releases WHERE product_id = ?").bind(id).run();
  });

  test("cancelled or abandoned, leaves the product with its file", async () => {
    const id = await publish(seller);
    const before = await productRow(id);
    const cancelled = await openReplacement(seller, id, 9);
    await putPart(seller, cancelled.key, 1, "new goods");
    const path = uploadPath(cancelled.key);
    expect((await buyer.call(path, { method: "DELETE" })).status).toBe(404);
    expect((await seller.call(path, { method: "DELETE" })).status).toBe(204);
    expect((await complete(seller, cancelled.key)).status).toBe(404);

    const abandoned = await openReplacement(seller, id, 9);
    await putPart(seller, abandoned.key, 1, "new goods");
    advanceClock(7 * 24 * HOUR_MS + 1);
    const [products, media] = [productsIn(db), mediaIn(db)];
    const ids = { short: () => crypto.randomUUID() };
    const presentations = presentationsIn(db);
    const records = { products, presentations, protectedFiles, releases, files, media };
    await purgeAbandonedUploads({ clock, log: noLog, ids, ...records });
    for (const { key } of [cancelled, abandoned]) {
      expect(await fileRow(key)).toBeNull();
      expect(await row("SELECT 1 FROM file_parts WHERE file_key = ?", key)).toBeNull();
    }
    expect(await productRow(id)).toEqual(before);
    expect(await download(seller, id)).toBe("the goods");
  });

  test("of a product that was removed meanwhile is refused, and its object removed", async () => {
    const id = await publish(seller);
    const { key } = await openReplacement(seller, id, 9);
    await putPart(seller, key, 1, "new goods");
    const path = String((await fileRow(key))?.storage_path);
    await env.DB.prepare("DELETE FROM products WHERE id = ?").bind(id).run();
    const answer = await complete(seller, key);
    expect([answer.status, await codeOf(answer)]).toEqual([410, "expired"]);
    expect(await fileRow(key)).toBeNull();
    expect(await env.FILES.head(path)).toBeNull();
  });

  test("does not stand among the drafts of the new-product page", async () => {
    const id = await publish(seller);
    await openReplacement(seller, id, 9);
    await openUpload(seller, 9, { fileName: "draft.wav" });
    const page = await (await seller.call("/transaction")).text();
    expect(page).toContain("draft.wav");
    expect(page).not.toContain("rain 2.wav");
    expect(await (await seller.call(`/edit/${id}`)).text()).toContain("rain 2.wav");
  });
});

describe("a purchase", () => {
  // spec: product.replace
  test("is of the version on sale, and downloads the newest or its own", async () => {
    const id = await publish(seller);
    const first = (await productRow(id))?.file_key;
    await buy(buyer, id);
    expect(await purchaseOf(buyer, id)).toMatchObject({ file_key: first });
    const second = await replaceFile(seller, id, "second", "Half of it is new.");
    const later = await newSeller();
    await buy(later, id);
    expect(await purchaseOf(later, id)).toMatchObject({ file_key: second });
    await replaceFile(seller, id, "third", "All of it is new.");

    expect(await download(buyer, id)).toBe("third");
    expect(await download(buyer, id, "bought")).toBe("the goods");
    expect(await download(later, id, "bought")).toBe("second");
    expect(await download(seller, id, "bought")).toBe("third");
    const stranger = await newSeller();
    expect(await linkOf(stranger, id, "?version=bought")).toBe(`/acheter/${id}`);
  });

  // spec: product.replace
  test("shows that the file is newer, with the seller's note", async () => {
    const id = await publish(seller);
    await buy(buyer, id);
    const pages = async () => {
      const answers = [`/acheter/${id}`, "/purchases"].map((path) => buyer.call(path));
      return Promise.all((await Promise.all(answers)).map((answer) => answer.text()));
    };
    const hasLink = (page: string) => page.includes(`/purchases/${id}/file?version=bought`);
    expect((await pages()).map(hasLink)).toEqual([false, false]);
    await replaceFile(seller, id, "second", "Half of it is new.");
    for (const page of await pages()) {
      expect(hasLink(page)).toBe(true);
      expect(page).toContain("Half of it is new.");
      expect(page).toMatch(/Updated on .* \d{4}/);
    }
    const later = await newSeller();
    await buy(later, id);
    expect(hasLink(await (await later.call(`/acheter/${id}`)).text())).toBe(false);
  });

  test("revoked and made again, is of the version on sale by then", async () => {
    const id = await publish(seller);
    const { order, payment } = await buy(buyer, id);
    await orders.rollBack(order.id, payment.signature, Date.now());
    const second = await replaceFile(seller, id, "second");
    expect(await linkOf(buyer, id, "?version=bought")).toBe(`/acheter/${id}`);
    await buy(buyer, id);
    expect(await purchaseOf(buyer, id)).toMatchObject({ file_key: second, revoked_at: null });
  });

  test("keeps a link that was issued before the replacement", async () => {
    const id = await publish(seller);
    await buy(buyer, id);
    const link = await linkOf(buyer, id);
    await replaceFile(seller, id, "second");
    expect(await readLink(buyer, link)).toBe("the goods");
  });
});

describe("a replaced version", () => {
  const stored = async (key: string) => {
    const path = String((await fileRow(key))?.storage_path);
    return (await env.FILES.head(path)) !== null;
  };

  test("that nobody bought is removed once links to it are over", async () => {
    const id = await publish(seller);
    const key = String((await productRow(id))?.file_key);
    const path = String((await fileRow(key))?.storage_path);
    await replaceFile(seller, id, "second");
    advanceClock(LINKS_OVER_MS - MINUTE_MS);
    await purge();
    expect(await stored(key)).toBe(true);
    advanceClock(MINUTE_MS + 1);
    await purge();
    expect(await fileRow(key)).toBeNull();
    expect(await row("SELECT 1 FROM file_parts WHERE file_key = ?", key)).toBeNull();
    // A restored database may name it again; until it is removed it counts as stored.
    expect(await env.FILES.head(path)).not.toBeNull();
    expect(await row("SELECT * FROM unnamed_media WHERE key = ?", path)).toMatchObject({
      owner_uid: seller.uid,
      size_bytes: "the goods".length,
    });
    expect(await download(seller, id)).toBe("second");
  });

  // spec: product.replace-kept
  test("is kept while a purchase holds it, and not for a revoked one", async () => {
    const id = await publish(seller);
    const key = String((await productRow(id))?.file_key);
    const { order, payment } = await buy(buyer, id);
    await replaceFile(seller, id, "second");
    for (let days = 0; days < 3; days += 1) {
      advanceClock(LINKS_OVER_MS);
      await purge();
      expect(await stored(key)).toBe(true);
    }
    expect(await download(buyer, id, "bought")).toBe("the goods");
    await orders.rollBack(order.id, payment.signature, Date.now());
    advanceClock(LINKS_OVER_MS);
    await purge();
    expect(await fileRow(key)).toBeNull();
  });

  test("is found by index, as is the purchase that holds it", async () => {
    const { sql, params } = new SQLiteSyncDialect().sqlToQuery(
      releasesDue({ now: Date.now(), limit: 100 }, isReleaseHeld),
    );
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...params)
      .all<{ detail: string }>();
    const steps = plan.results
      .map(({ detail }) => detail)
      .filter((step) => /releases|p\b/.test(step));
    expect(steps.join("\n")).toMatch(/releases_to_check[\s\S]*purchases_by_file/);
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  });

  test("is removed with at most 19 others in one run", async () => {
    const id = await publish(seller);
    const current = (await productRow(id))?.file_key;
    const keys = Array.from({ length: 25 }, (_, at) => `${id} ${at}`);
    await Promise.all(keys.map((key) => insertVersion(id, key)));
    const left = async () =>
      (await releases.publishedOf(id, 50)).filter(({ files: its }) => its[0]?.key !== current)
        .length;
    await purge();
    expect(await left()).toBe(5);
    await purge();
    expect(await left()).toBe(0);
  });
});

describe("deleting the account", () => {
  const deleteAccount = () =>
    seller.call("/profil/delete", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ word: "DELETE" }).toString(),
    });

  test("removes every version of a product that nobody bought", async () => {
    const id = await publish(seller);
    const keys = [String((await productRow(id))?.file_key)];
    for (const text of ["second", "third"]) keys.push(await replaceFile(seller, id, text));
    keys.push((await openReplacement(seller, id, 9)).key);
    const paths = await Promise.all(keys.map(async (key) => (await fileRow(key))?.storage_path));
    expect((await deleteAccount()).status).toBe(302);
    expect(await productRow(id)).toBeNull();
    for (const key of keys) expect(await fileRow(key)).toBeNull();
    for (const path of paths) expect(await env.FILES.head(String(path))).toBeNull();
  });

  test("keeps what was bought, newest and earlier, and ends a replacement", async () => {
    const id = await publish(seller);
    await buy(buyer, id);
    await replaceFile(seller, id, "second");
    const { key } = await openReplacement(seller, id, 9);
    await putPart(seller, key, 1, "new goods");
    expect((await deleteAccount()).status).toBe(302);
    expect(await fileRow(key)).toBeNull();
    expect(await download(buyer, id)).toBe("second");
    expect(await download(buyer, id, "bought")).toBe("the goods");
  });
});

describe("without script", () => {
  const post = (id: string, fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return seller.call(`/edit/${id}?change=file`, { method: "POST", body });
  };

  test("the form carries the file and redirects to the page", async () => {
    const id = await publish(seller);
    const file = new File(["by form"], "form.txt", { type: "text/plain" });
    const answer = await post(id, { file, note: "By form." });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/edit/${id}`]);
    expect(answer.headers.get("Set-Cookie")).toContain("fileReplaced");
    expect(await download(seller, id)).toBe("by form");
    expect(await (await seller.call(`/edit/${id}`)).text()).toContain("By form.");
  });

  test("a refused form shows why beside what was typed, and a replacement can be given up", async () => {
    const id = await publish(seller);
    const refused = await post(id, { note: "A note without a file" });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain("A product file is required!");
    expect(page).toContain("A note without a file");

    const { key } = await openReplacement(seller, id, 9);
    const other = await post(id, { file: new File(["x"], "x.txt") });
    expect([other.status, await fileRow(key)]).toEqual([409, expect.anything()]);
    expect((await post(id, { discard: key })).status).toBe(302);
    expect(await fileRow(key)).toBeNull();
    const large = new File([new Uint8Array(8 * 2 ** 20 + 300_000)], "large.bin");
    const tooLarge = await post(id, { file: large });
    expect(tooLarge.status).toBe(422);
    expect(await tooLarge.text()).toContain("at most 8 MB");
  });
});

/** A replaced version of a product, whose check is due. */
function insertVersion(productId: string, key: string): Promise<void> {
  return insertRow(env.DB, "files", {
    key,
    storage_path: `protectedFiles/${key}`,
    owner_uid: seller.uid,
    product_id: productId,
    file_name: "old.wav",
    content_type: "audio/wav",
    size_bytes: 1,
    sha256: "x",
    status: "replaced",
    part_size_bytes: 8,
    created_at: 1,
    completed_at: 1,
    replaced_at: 2,
    purge_check_at: 2,
  });
}
