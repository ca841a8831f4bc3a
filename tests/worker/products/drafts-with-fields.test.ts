import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { REAUTH_WINDOW_MS } from "../../../app/lib/session-lifetime";
import { DRAFT_LIFETIME_MS, MAX_DRAFTS } from "../../../app/products/rules/draft";
import { UPLOAD_LIFETIME_MS } from "../../../app/products/rules/upload";
import {
  imageKeysOf,
  newDraft,
  postDraft,
  publishDraft,
  purgeDrafts,
  putRelease,
  rowOf,
  saveDraft,
  sendFiles,
} from "../../support/drafts";
import { newAddress } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { SAMPLES } from "../../support/samples";
import { newSeller, type Seller } from "../../support/seller";
import { codeOf, complete, openUpload, PNG, publish, putPart } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const FILES = { "rain.wav": "rain" };
const PNG_FILE = () => new File([PNG], "a.png", { type: "image/png" });

let seller: Seller;
let other: Seller;
beforeEach(async () => {
  [seller, other] = [await newSeller(), await newSeller()];
});

const page = async (path: string) => (await seller.call(path)).text();
const discard = (key: string) =>
  seller.call(`/api/uploads/${encodeURIComponent(key)}`, { method: "DELETE" });

async function saved(draft: { productId: string; updatedAt: number }, fields = {}) {
  const answer = await saveDraft(seller, draft, fields);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as {
    updatedAt: number;
    images: { cover: string; image: string };
  };
}

describe("a draft that begins with what was typed", () => {
  // spec: product.draft-early
  test("is one for all attempts, and has what of it is valid in lists", async () => {
    const requestId = crypto.randomUUID();
    const typed = {
      title: " Half\u202e a film ",
      price: "1,",
      category: "99",
      saleType: "limited",
    };
    const { productId, updatedAt } = await newDraft(seller, { ...typed, requestId });
    const again = await newDraft(seller, { title: "Another", requestId });
    expect(again).toEqual({ productId, updatedAt });
    const row = await rowOf(productId);
    expect(row).toMatchObject({
      status: "draft",
      title: "Half a film",
      price_lamports: 1_000_000_000,
      sale_type: "infinite",
      sale_limit: null,
      recipient: "",
    });
    expect(JSON.parse(String(row?.draft_fields))).toMatchObject({ ...typed, description: "" });
    expect(await page("/dashboard")).toMatch(/Half a film.*?No file yet/s);
    expect(await page("/transaction")).toMatch(/Half a film.*?No file yet/s);
    expect((await newDraft(other, { requestId })).productId).not.toBe(productId);
  });

  test("is listed as untitled without a title", async () => {
    const { productId } = await newDraft(seller);
    for (const path of ["/dashboard", "/transaction"])
      expect(await page(path)).toContain("Untitled");
    expect(await page(`/edit/${productId}/delete`)).toContain("Untitled");
  });

  // spec: product.draft-bound
  test("is one of at most ten of an account, also when they are begun together", async () => {
    await openUpload(seller, 10);
    const attempts = Array.from({ length: MAX_DRAFTS + 2 }, () => postDraft(seller));
    const answers = await Promise.all(attempts);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(await refused[0]?.text()).toMatch(/10 drafts.*?Publish or delete one/);
    const [first] = answers.filter(({ status }) => status === 201);
    const { productId } = (await (first as Response).json()) as { productId: string };
    await seller.call(`/edit/${productId}/delete`, { method: "POST", body: new FormData() });
    expect((await postDraft(seller)).status).toBe(201);
    expect((await postDraft(other)).status).toBe(201);
  });

  test.each([
    ["a megabyte of text", { description: "x".repeat(1_000_000) }, 422],
    ["a field that could not be kept", { price: "1".repeat(1_001) }, 422],
    ["a request id that is none", { requestId: "1" }, 422],
    ["negative numbers", { price: "-1", saleLimit: "-5", category: "-1", coverFocusX: "-2" }, 201],
    ["words for numbers", { price: "NaN", saleLimit: "many", subcategory: "{}", free: "?" }, 201],
  ])("answers %s without a failure", async (_, fields, status) => {
    const answer = await postDraft(seller, fields);
    expect(answer.status).toBe(status);
    if (status !== 201) return expect(await codeOf(answer)).toBe("invalid_input");
    const { productId } = (await answer.json()) as { productId: string };
    expect(await rowOf(productId)).toMatchObject({ price_lamports: 0, sale_limit: null });
    expect((await seller.call(`/transaction?draft=${productId}`)).status).toBe(200);
    expect((await seller.call(`/transaction/${productId}/publish`)).status).toBe(200);
  });
});

describe("a draft that is saved", () => {
  test("keeps what was typed, and its images; repeated, it changes nothing", async () => {
    const draft = await newDraft(seller);
    const typed = { title: "Rain", price: "0.", description: "An hour", recipient: "nobody" };
    const one = await saved(draft, {
      ...typed,
      cover: PNG_FILE(),
      coverFocusX: "20",
      coverFocusY: "7",
    });
    expect(one.updatedAt).toBeGreaterThan(draft.updatedAt);
    expect(one.images).toEqual({ cover: expect.stringMatching(/^\/media\/[\w-]+$/), image: "" });
    expect(await rowOf(draft.productId)).toMatchObject({ cover_focus_x: 20, cover_focus_y: 7 });
    const html = await page(`/transaction?draft=${draft.productId}`);
    for (const value of ["Rain", "0.", "nobody"]) expect(html).toContain(`value="${value}"`);

    const focus = { coverFocusX: "20", coverFocusY: "7" };
    expect(await saved(draft, { ...typed, ...focus })).toEqual(one);
    const now = { ...draft, updatedAt: one.updatedAt };
    const two = await saved(now, { ...typed, ...focus, image: PNG_FILE(), removeCover: "1" });
    expect(two.images).toEqual({ cover: "", image: expect.stringMatching(/^\/media\//) });
    expect(await imageKeysOf(seller, draft.productId)).toEqual([
      (await rowOf(draft.productId))?.image_key,
    ]);
  });

  // spec: product.draft-stale
  test("in another window since, is not overwritten", async () => {
    const draft = await newDraft(seller);
    const [one, two] = await Promise.all([
      saveDraft(seller, draft, { title: "One" }),
      saveDraft(seller, draft, { title: "Two", cover: PNG_FILE() }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const late = await saveDraft(seller, draft, { title: "Three" });
    expect([late.status, await codeOf(late)]).toEqual([409, "conflict"]);
    expect((await rowOf(draft.productId))?.title).toMatch(/^(One|Two)$/);
    expect(await imageKeysOf(seller, draft.productId)).toHaveLength(two.status === 200 ? 1 : 0);
  });

  test("with no image as its cover, or too much text, stays as it was", async () => {
    const draft = await newDraft(seller, { title: "Before" });
    const cover = new File(["<svg/>"], "a.svg");
    const refused = await saveDraft(seller, draft, { title: "After", cover });
    expect([refused.status, await codeOf(refused)]).toEqual([422, "invalid_input"]);
    const long = await saveDraft(seller, draft, { description: "x".repeat(1_000_000) });
    expect([long.status, await codeOf(long)]).toEqual([422, "invalid_input"]);
    for (const updatedAt of ["-1", "0.5", "now"])
      expect((await saveDraft(seller, draft, { title: "After", updatedAt })).status).toBe(422);
    const file = await saveDraft(seller, draft, { title: PNG_FILE() });
    expect([file.status, (await rowOf(draft.productId))?.title]).toEqual([200, ""]);
  });

  test("without script, may be incomplete, and its publish page says what is missing", async () => {
    const draft = await newDraft(seller);
    const path = `/transaction?draft=${draft.productId}`;
    const body = new FormData();
    const fields = { updatedAt: String(draft.updatedAt), title: "Half", price: "none" };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await seller.call(path, { method: "POST", body });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
    expect(await rowOf(draft.productId)).toMatchObject({ title: "Half", price_lamports: 0 });
    expect(await page(path)).toContain('value="none"');
    const question = await page(`/transaction/${draft.productId}/publish`);
    expect(question).toContain("Fill in all the required fields.");
    expect(question).not.toContain('name="updatedAt"');
  });
});

describe("a draft's files", () => {
  // spec: product.draft-held
  test("arrive without putting it on sale, whatever they complete", async () => {
    const draft = await newDraft(seller, { title: "Incomplete" });
    const uploads = await sendFiles(seller, draft.productId, FILES);
    expect(await rowOf(draft.productId)).toMatchObject({ status: "draft", release_id: null });
    expect((await complete(seller, uploads[0]?.key ?? "")).status).toBe(200);
    const kept = uploads.map(({ key, name }) => ({ key, name: `1 ${name}` }));
    const answer = await putRelease(seller, draft.productId, kept);
    expect(await answer.json()).toMatchObject({
      isPublished: false,
      uploads: [{ isVerified: true }],
    });
    expect(await rowOf(draft.productId)).toMatchObject({ status: "draft", release_id: null });

    // As a Worker that does not know of the fields would write it.
    const sale = changeRow(env.DB, "products", { id: draft.productId }, { status: "active" });
    await expect(sale).rejects.toThrow("a draft with fields is not on sale");
  });

  test("are replaced, and given up without the draft", async () => {
    const draft = await newDraft(seller);
    const [first] = await sendFiles(seller, draft.productId, FILES);
    const [second] = await sendFiles(seller, draft.productId, { "snow.wav": "snow" }, []);
    expect((await seller.call(`/api/uploads/${encodeURIComponent(first?.key ?? "")}`)).status).toBe(
      404,
    );
    expect((await discard(second?.key ?? "")).status).toBe(204);
    expect(await rowOf(draft.productId)).toMatchObject({ status: "draft" });
    expect(await page(`/transaction?draft=${draft.productId}`)).not.toContain("snow.wav");
    const empty = await putRelease(seller, draft.productId, []);
    expect([empty.status, await codeOf(empty)]).toEqual([422, "invalid_input"]);
  });

  test("of a draft whose uploads began with its form, publish it until it is saved", async () => {
    const { key, productId } = await openUpload(seller, 4);
    const { updated_at } = (await rowOf(productId)) ?? {};
    await saved({ productId, updatedAt: Number(updated_at) }, { title: "Later" });
    await putPart(seller, key, 1, "rain");
    await complete(seller, key);
    expect(await rowOf(productId)).toMatchObject({ status: "draft", title: "Later" });
  });
});

describe("publishing a draft", () => {
  // spec: product.draft-publish
  test("saves its terms and images with the sale; repeated, it changes nothing", async () => {
    const draft = await newDraft(seller, { title: "Half" });
    const [upload] = await sendFiles(seller, draft.productId, FILES);
    const sooner = await rowOf(await publish(seller));
    const answer = await publishDraft(seller, draft, { title: "Whole", cover: PNG_FILE() });
    expect([answer.status, await answer.json()]).toEqual([200, { productId: draft.productId }]);
    const row = await rowOf(draft.productId);
    expect(row).toMatchObject({
      status: "active",
      title: "Whole",
      price_lamports: 250_000_000,
      draft_fields: null,
      file_key: upload?.key,
      recipient: seller.wallet,
    });
    expect(Number(row?.seq)).toBeGreaterThan(Number(sooner?.seq));
    expect((await rowOf(await publish(seller)))?.seq).toBe(Number(row?.seq) + 1);
    expect(await imageKeysOf(seller, draft.productId)).toEqual([row?.cover_key]);
    const again = await publishDraft(seller, draft, { title: "Again", cover: PNG_FILE() });
    expect([again.status, await rowOf(draft.productId)]).toEqual([200, row]);
    const late = await saveDraft(seller, draft, { title: "Late" });
    expect([late.status, await rowOf(draft.productId)]).toEqual([409, row]);
  });

  test("twice at once, does it once", async () => {
    const draft = await newDraft(seller);
    await sendFiles(seller, draft.productId, FILES);
    const publishOne = () => publishDraft(seller, draft, { cover: PNG_FILE() });
    const answers = await Promise.all([publishOne(), publishOne()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = await rowOf(draft.productId);
    expect(row?.status).toBe("active");
    expect(await imageKeysOf(seller, draft.productId)).toEqual([row?.cover_key]);
  });

  test.each([
    ["an incomplete form", { description: "" }, 422, "invalid_input"],
    ["a price of nothing", { price: "0" }, 422, "invalid_price"],
    ["a free product before the first sale", { free: "on" }, 422, "invalid_input"],
    ["a focus point outside", { coverFocusX: "101", coverFocusY: "0" }, 422, "invalid_input"],
    ["another version", { updatedAt: "1" }, 409, "conflict"],
  ])("refuses %s", async (_, fields, status, code) => {
    const draft = await newDraft(seller);
    await sendFiles(seller, draft.productId, FILES);
    const before = await rowOf(draft.productId);
    const answer = await publishDraft(seller, draft, { ...fields, cover: PNG_FILE() });
    expect([answer.status, await codeOf(answer)]).toEqual([status, code]);
    expect(await rowOf(draft.productId)).toEqual(before);
    expect(await imageKeysOf(seller, draft.productId)).toEqual([]);
  });

  test("waits for all of its files", async () => {
    const draft = await newDraft(seller);
    const none = await publishDraft(seller, draft);
    expect([none.status, await none.text()]).toEqual([
      422,
      expect.stringContaining("A product file is required!"),
    ]);
    await sendFiles(seller, draft.productId, { ...FILES, "score.pdf": "notes" }, ["rain.wav"]);
    const early = await publishDraft(seller, draft);
    expect(early.status).toBe(409);
    expect(await early.text()).toContain("Not all files of this product have arrived yet");
    expect((await rowOf(draft.productId))?.status).toBe("draft");
  });

  test("to a wallet that was typed before needs re-authentication all the same", async () => {
    seller = await newSeller("free", REAUTH_WINDOW_MS);
    const recipient = newAddress();
    const form = { title: "Rain", price: "1", category: "1", description: "Rain" };
    const draft = await newDraft(seller, { ...form, saleType: "infinite", recipient });
    await sendFiles(seller, draft.productId, FILES);
    const answer = await publishDraft(seller, draft, { recipient });
    expect([answer.status, await codeOf(answer)]).toEqual([403, "proof_needed"]);
    const path = `/transaction/${draft.productId}/publish`;
    const body = new URLSearchParams({ updatedAt: String(draft.updatedAt) });
    const asked = await seller.call(path, { method: "POST", body });
    const to = encodeURIComponent(path);
    expect(asked.headers.get("Location")).toBe(`/profil/confirm?to=${to}`);
    expect((await publishDraft(seller, draft)).status).toBe(200);
  });

  test("without script, verifies what has arrived and asks first", async () => {
    const draft = await newDraft(seller);
    const form = { price: "0.5", category: "1", description: "Rain", saleType: "infinite" };
    const { updatedAt } = await saved(draft, { title: "Rain", ...form, recipient: seller.wallet });
    const [upload] = await sendFiles(seller, draft.productId, FILES, []);
    await putPart(seller, upload?.key ?? "", 1, "rain");
    const path = `/transaction/${draft.productId}/publish`;
    const question = await page(path);
    for (const named of ["Rain", "0.5", "rain.wav", `value="${updatedAt}"`])
      expect(question).toContain(named);
    const body = new URLSearchParams({ updatedAt: String(updatedAt) });
    const answer = await seller.call(path, { method: "POST", body });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      `/transaction?published=${draft.productId}`,
    ]);
    expect(await rowOf(draft.productId)).toMatchObject({
      status: "active",
      price_lamports: 500_000_000,
    });
  });
});

// spec: product.draft-owner
test("another account's draft is absent", async () => {
  const draft = await newDraft(seller);
  await sendFiles(seller, draft.productId, FILES);
  const before = await rowOf(draft.productId);
  const answers = await Promise.all([
    saveDraft(other, draft, { title: "Mine" }),
    publishDraft(other, draft),
    putRelease(other, draft.productId, [{ name: "a.txt", sizeBytes: 1 }]),
    saveDraft(other, { productId: "none", updatedAt: 0 }, {}),
    publishDraft(other, { productId: "none", updatedAt: 0 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  expect(await rowOf(draft.productId)).toEqual(before);
  const onSale = { productId: await publish(other), updatedAt: 0 };
  expect((await saveDraft(other, onSale, {})).status).toBe(409);
});

describe("the cron", () => {
  // spec: product.draft-kept
  test("removes a draft with all it has 30 days after it was last saved", async () => {
    const draft = await newDraft(seller);
    await sendFiles(seller, draft.productId, FILES);
    const named = env.DB.prepare("SELECT storage_path FROM files WHERE product_id = ?");
    const path = String(await named.bind(draft.productId).first("storage_path"));
    expect(await env.FILES.head(path)).not.toBeNull();
    const { updatedAt } = await saved(draft, { title: "Still", cover: PNG_FILE() });
    const [name, bytes] = SAMPLES[0] ?? ["", PNG];
    for (let at = 0; at < 2; at += 1) {
      const body = new FormData();
      body.set("picture", PNG_FILE());
      await seller.call(`/api/products/${draft.productId}/pictures`, { method: "POST", body });
    }
    const sample = `/api/products/${draft.productId}/sample?name=${name}`;
    await seller.call(sample, { method: "PUT", body: bytes });
    expect(await imageKeysOf(seller, draft.productId)).toHaveLength(4);
    advanceClock(DRAFT_LIFETIME_MS - 60_000);
    await purgeDrafts();
    expect(await rowOf(draft.productId)).toMatchObject({ updated_at: updatedAt });
    advanceClock(60_001);
    await purgeDrafts();
    expect(await rowOf(draft.productId)).toBeNull();
    expect(await imageKeysOf(seller, draft.productId)).toEqual([]);
    for (const table of ["files", "releases", "media", "product_pictures", "product_samples"]) {
      const left = `SELECT 1 FROM ${table} WHERE product_id = ?`;
      expect(await env.DB.prepare(left).bind(draft.productId).first(), table).toBeNull();
    }
    expect(await env.FILES.head(path)).toBeNull();
  });

  // spec: product.cleanup
  test("removes uploads that did not end within a week, and keeps draft and verified files", async () => {
    const draft = await newDraft(seller);
    const texts = { "1 rain.wav": "rain", "2 snow.wav": "snow", "3 wind.wav": "wind" };
    const sent = ["1 rain.wav", "3 wind.wav"];
    const uploads = await sendFiles(seller, draft.productId, texts, sent);
    const lone = await newDraft(seller);
    await sendFiles(seller, lone.productId, FILES, []);
    advanceClock(UPLOAD_LIFETIME_MS - 60_000);
    await purgeDrafts();
    const left = (id: string) =>
      env.DB.prepare("SELECT file_name FROM files WHERE product_id = ? ORDER BY file_name")
        .bind(id)
        .all<{ file_name: string }>()
        .then(({ results }) => results.map(({ file_name }) => file_name));
    expect(await left(draft.productId)).toEqual(Object.keys(texts));
    advanceClock(60_001);
    await purgeDrafts();
    expect(await left(draft.productId)).toEqual(sent);
    expect(await left(lone.productId)).toEqual([]);
    expect(await rowOf(lone.productId)).toMatchObject({ status: "draft" });
    expect((await publishDraft(seller, draft)).status).toBe(200);
    expect(await rowOf(draft.productId)).toMatchObject({
      status: "active",
      file_key: uploads[0]?.key,
    });
  });
});
