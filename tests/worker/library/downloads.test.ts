import { env, SELF } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { countedRequest } from "../../support/counted-request";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller } from "../../support/seller";
import { complete, openUpload, putPart } from "../../support/upload";

const SIZE_BYTES = 1_000;
const FILE_KEY = "matrix";
const PATH = `protectedFiles/${FILE_KEY}`;
const TOKEN = "t".repeat(43);
const bytes = Uint8Array.from({ length: SIZE_BYTES }, (_, at) => at % 251);

let etag: string;
/** Of the second in which the file was stored, and of those beside it. */
let dates: { before: string; same: string; after: string };

beforeAll(async () => {
  const seller = await newSeller();
  const stored = await env.FILES.put(PATH, bytes);
  etag = stored?.httpEtag ?? "";
  const storedAt = stored?.uploaded.getTime() ?? 0;
  const date = (shiftMs: number) => new Date(storedAt + shiftMs).toUTCString();
  dates = { before: date(-2_000), same: date(0), after: date(2_000) };
  await insertRow(env.DB, "files", {
    key: FILE_KEY,
    storage_path: PATH,
    owner_uid: seller.uid,
    product_id: "p",
    file_name: "file.bin",
    content_type: "application/octet-stream",
    size_bytes: SIZE_BYTES,
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: 0,
  });
  await insertRow(env.DB, "download_tokens", {
    token_hash: await hashToken(TOKEN),
    uid: "u",
    product_id: "p",
    file_key: FILE_KEY,
    issued_at: Date.now(),
  });
});

beforeEach(() => setToken({ started_at: null, revoked_at: null, issued_at: Date.now() }));

async function setToken(values: Record<string, number | null>): Promise<void> {
  await changeRow(env.DB, "download_tokens", { token_hash: await hashToken(TOKEN) }, values);
}

async function startedAt(): Promise<number | null> {
  const row = await env.DB.prepare("SELECT started_at FROM download_tokens").first();
  return row?.started_at as number | null;
}

/** A download, and the R2 operations that it took. */
const download = (headers: Record<string, string> = {}, method = "GET") =>
  countedRequest(`/download/${TOKEN}`, { method, headers });

type Expected = [status: number, start?: number, end?: number];
/** Headers as a function, since the file's validators are known when it is stored. */
type Row = [name: string, headers: () => Record<string, string>, expected: Expected];

const WHOLE: Expected = [200, 0, SIZE_BYTES - 1];
const part = (start: number, end: number): Expected => [206, start, end];
const range = (value: string, more: () => Record<string, string> = () => ({})) => {
  return () => ({ Range: value, ...more() });
};

const RANGES: Row[] = [
  ["no range", () => ({}), WHOLE],
  ["bounded", range("bytes=10-19"), part(10, 19)],
  ["the first byte", range("bytes=0-0"), part(0, 0)],
  ["the last byte", range("bytes=999-999"), part(999, 999)],
  ["bounded beyond the end", range("bytes=990-2000"), part(990, 999)],
  ["open-ended", range("bytes=900-"), part(900, 999)],
  ["open-ended from the start", range("bytes=0-"), part(0, 999)],
  ["suffix", range("bytes=-5"), part(995, 999)],
  ["suffix longer than the file", range("bytes=-5000"), part(0, 999)],
  ["unit in capitals", range("Bytes=1-2"), part(1, 2)],
  ["several ranges", range("bytes=0-1,5-6"), WHOLE],
  ["another unit", range("lines=0-1"), WHOLE],
  ["last before first", range("bytes=9-1"), WHOLE],
  ["malformed", range("bytes=a-b"), WHOLE],
  ["empty", range("bytes=-"), WHOLE],
];

const UNSATISFIABLE: Row[] = [
  ["from the end", range("bytes=1000-"), [416]],
  ["bounded, from the end", range("bytes=1000-1001"), [416]],
  ["far beyond the end", range("bytes=999999999-"), [416]],
  ["suffix of no bytes", range("bytes=-0"), [416]],
  ["and modified", range("bytes=1000-", () => ({ "If-None-Match": '"x"' })), [416]],
];

const CONDITIONS: Row[] = [
  ["If-Match, the same", () => ({ "If-Match": etag }), WHOLE],
  ["If-Match, any", () => ({ "If-Match": "*" }), WHOLE],
  ["If-Match, one of several", () => ({ "If-Match": `"x", ${etag}` }), WHOLE],
  ["If-Match, another", () => ({ "If-Match": '"x"' }), [412]],
  ["If-Match, weak", () => ({ "If-Match": `W/${etag}` }), [412]],
  ["If-None-Match, the same", () => ({ "If-None-Match": etag }), [304]],
  ["If-None-Match, weak", () => ({ "If-None-Match": `W/${etag}` }), [304]],
  ["If-None-Match, any", () => ({ "If-None-Match": "*" }), [304]],
  ["If-None-Match, one of several", () => ({ "If-None-Match": `"x", ${etag}` }), [304]],
  ["If-None-Match, another", () => ({ "If-None-Match": '"x"' }), WHOLE],
  ["If-Modified-Since, the same", () => ({ "If-Modified-Since": dates.same }), [304]],
  ["If-Modified-Since, later", () => ({ "If-Modified-Since": dates.after }), [304]],
  ["If-Modified-Since, earlier", () => ({ "If-Modified-Since": dates.before }), WHOLE],
  ["If-Modified-Since, no date", () => ({ "If-Modified-Since": "yesterday" }), WHOLE],
  [
    "If-Modified-Since, the same, and If-None-Match, another",
    () => ({ "If-Modified-Since": dates.same, "If-None-Match": '"x"' }),
    WHOLE,
  ],
  ["If-Unmodified-Since, the same", () => ({ "If-Unmodified-Since": dates.same }), WHOLE],
  ["If-Unmodified-Since, earlier", () => ({ "If-Unmodified-Since": dates.before }), [412]],
  [
    "If-Unmodified-Since, earlier, and If-Match, the same",
    () => ({ "If-Unmodified-Since": dates.before, "If-Match": etag }),
    WHOLE,
  ],
  [
    "If-Match, another, and If-None-Match, the same",
    () => ({ "If-Match": '"x"', "If-None-Match": etag }),
    [412],
  ],
];

const CONDITIONAL_RANGES: Row[] = [
  ["If-Range, the same", range("bytes=0-9", () => ({ "If-Range": etag })), part(0, 9)],
  ["If-Range, weak", range("bytes=0-9", () => ({ "If-Range": `W/${etag}` })), WHOLE],
  ["If-Range, a date", range("bytes=0-9", () => ({ "If-Range": dates.same })), WHOLE],
  ["If-Match, the same", range("bytes=0-9", () => ({ "If-Match": etag })), part(0, 9)],
  ["If-Match, another", range("bytes=0-9", () => ({ "If-Match": '"x"' })), [412]],
  ["If-None-Match, the same", range("bytes=0-9", () => ({ "If-None-Match": etag })), [304]],
  [
    "If-Range and If-None-Match, the same",
    range("bytes=0-9", () => ({ "If-Range": etag, "If-None-Match": etag })),
    [304],
  ],
];

async function expectGet(headers: Record<string, string>, [status, start, end]: Expected) {
  const got = await download(headers);
  expect(got.status).toBe(status);
  const isSent = start !== undefined && end !== undefined;
  const sent = isSent ? bytes.slice(start, end + 1) : new Uint8Array();
  expect(got.body).toEqual(sent);
  if (isSent) expect(got.headers.get("Content-Length")).toBe(String(sent.length));
  expect(got.headers.get("Content-Range")).toBe(
    status === 206
      ? `bytes ${start}-${end}/${SIZE_BYTES}`
      : status === 416
        ? `bytes */${SIZE_BYTES}`
        : null,
  );
  expect(got.headers.get("ETag")).toBe(etag);
  expect(got.headers.get("Last-Modified")).toBe(dates.same);
  // The 24 hours of a token start with the first byte.
  expect((await startedAt()) !== null).toBe(isSent);
  return got.operations;
}

// spec: delivery.ranges
describe("GET costs one R2 operation", () => {
  test.each([...RANGES, ...CONDITIONS, ...CONDITIONAL_RANGES])(
    "%s",
    async (_, headers, expected) => {
      expect(await expectGet(headers(), expected)).toEqual(["get"]);
    },
  );

  test.each(UNSATISFIABLE)("which is a head for a range %s", async (_, headers, expected) => {
    expect(await expectGet(headers(), expected)).toEqual(["head"]);
  });

  test("and a second one where If-Range names another version", async () => {
    const headers = { Range: "bytes=0-9", "If-Range": '"x"' };
    expect(await expectGet(headers, WHOLE)).toEqual(["get", "get"]);
  });

  test("and a head before it where the range is beyond that version too", async () => {
    const headers = { Range: "bytes=1000-", "If-Range": '"x"' };
    expect(await expectGet(headers, WHOLE)).toEqual(["head", "get"]);
  });

  // spec: delivery.ranges
  test("of which none is read by a dead link", async () => {
    await setToken({ revoked_at: 1 });
    expect(await download()).toMatchObject({ status: 410, operations: [] });
  });
});

describe("HEAD costs one R2 head, starts nothing, and ignores ranges", () => {
  test.each([...RANGES, ...UNSATISFIABLE, ...CONDITIONS, ...CONDITIONAL_RANGES])(
    "%s",
    async (_, headers, [status]) => {
      const expected = status === 206 || status === 416 ? 200 : status;
      const got = await download(headers(), "HEAD");
      expect(got.status).toBe(expected);
      expect(got.operations).toEqual(["head"]);
      expect(got.headers.get("Content-Range")).toBeNull();
      if (expected === 200) expect(got.headers.get("Content-Length")).toBe(String(SIZE_BYTES));
      expect(got.headers.get("ETag")).toBe(etag);
      expect(await startedAt()).toBeNull();
    },
  );
});

// spec: delivery.missing
test.each([
  ["fr", "Ce fichier n’est pas dans notre stockage en ce moment."],
  ["en", "This file is not in our storage at the moment."],
])(
  "a file that the bucket lacks, as after a restore, is said in words (%s)",
  async (locale, text) => {
    await env.FILES.delete(PATH);
    const headers = { Cookie: `locale=${locale}` };
    const response = await SELF.fetch(`http://localhost/download/${TOKEN}`, { headers });
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { code: "unavailable", message: expect.stringContaining(text) } },
    ]);
    expect(await startedAt()).toBeNull();
  },
);

// Last, since the file that is stored again has another date.
// spec: delivery.failed
describe("a link that delivers nothing", () => {
  const follow = async (token: string, headers: Record<string, string> = {}) => {
    const answer = await SELF.fetch(`http://localhost/download/${token}`, { headers });
    return { status: answer.status, type: answer.headers.get("Content-Type"), answer };
  };
  const asPerson = { Accept: "text/html,*/*;q=0.8", Cookie: "locale=en" };

  test.each([
    ["expired", TOKEN, 410, "This link has expired"],
    ["unknown", "u".repeat(43), 404, "This link does not exist"],
    ["missing", TOKEN, 503, "The file is missing"],
  ])("is a page for people and JSON for programs: %s", async (kind, token, status, heading) => {
    if (kind === "expired") await setToken({ issued_at: 1 });
    if (kind === "missing") await env.FILES.delete(PATH);
    try {
      const person = await follow(token, asPerson);
      expect([person.status, person.type]).toEqual([status, "text/html; charset=utf-8"]);
      const page = await person.answer.text();
      expect(page).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
      expect(page).toMatch(/<a[^>]*href="\/purchases"[^>]*>My purchases<\/a>/);
      const program = await follow(token);
      expect(program.status).toBe(status);
      expect(await program.answer.json()).toMatchObject({ error: { code: expect.any(String) } });
    } finally {
      if (kind === "missing") await env.FILES.put(PATH, bytes);
    }
  });

  test("leads to the file where it works by now", async () => {
    const answer = await SELF.fetch(`http://localhost/purchases/link/${TOKEN}`, {
      headers: asPerson,
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/download/${TOKEN}`]);
  });
});

// spec: delivery.isolated
test("an HTML product file is served with its own, stricter policy", async () => {
  const seller = await newSeller();
  const bytes = "<script>alert(1)</script>";
  const upload = await openUpload(seller, bytes.length, {
    fileName: "a.html",
    fileType: "text/html",
  });
  await putPart(seller, upload.key, 1, bytes);
  const { productId } = (await (await complete(seller, upload.key)).json()) as {
    productId: string;
  };
  const product = await env.DB.prepare("SELECT file_key FROM products WHERE id = ?")
    .bind(productId)
    .first<{ file_key: string }>();
  const token = "h".repeat(43);
  await env.DB.prepare(
    "INSERT INTO download_tokens (token_hash, uid, product_id, file_key, issued_at) VALUES (?, ?, ?, ?, ?)",
  )
    .bind(await hashToken(token), seller.uid, productId, product?.file_key, Date.now())
    .run();
  const answer = await seller.call(`/download/${token}`);
  expect(await answer.text()).toBe(bytes);
  expect(answer.headers.get("Content-Type")).toBe("text/html");
  expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
});
