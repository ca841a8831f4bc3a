import { beforeAll, describe, expect, test } from "vitest";
import { countedRequest } from "../../support/counted-request";
import { JPEG } from "../../support/images/samples";
import { newSeller } from "../../support/seller";
import { publish } from "../../support/upload";

const IMMUTABLE = "public, max-age=31536000, immutable";

let path: string;
let image: Uint8Array;
/** Of the stored image. */
let etag: string;
let storedAt: string;

beforeAll(async () => {
  const seller = await newSeller();
  const cover = new File([Uint8Array.from(JPEG)], "a.jpg");
  const id = await publish(seller, { cover });
  const page = await countedRequest(`/preview/${id}`);
  path = /src="(\/media\/[^"]+)/.exec(new TextDecoder().decode(page.body))?.[1] ?? "";
  const whole = await countedRequest(path);
  image = whole.body;
  etag = whole.headers.get("ETag") ?? "";
  storedAt = whole.headers.get("Last-Modified") ?? "";
});

const get = (headers: Record<string, string>, method = "GET") =>
  countedRequest(path, { method, headers });

/** First and last byte of an image of so many bytes. */
type Part = (size: number) => [start: number, end: number];

test.each<[string, Part]>([
  ["bytes=0-0", () => [0, 0]],
  ["bytes=10-19", () => [10, 19]],
  ["bytes=10-99999999", (size) => [10, size - 1]],
  ["bytes=10-", (size) => [10, size - 1]],
  ["bytes=-5", (size) => [size - 5, size - 1]],
  ["bytes=-99999999", (size) => [0, size - 1]],
])("a part of an image is one R2 operation: %s", async (range, part) => {
  const [start, end] = part(image.length);
  const got = await get({ Range: range });
  expect(got.status).toBe(206);
  expect(got.body).toEqual(image.slice(start, end + 1));
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": IMMUTABLE,
    "content-length": String(end - start + 1),
    "content-range": `bytes ${start}-${end}/${image.length}`,
    "content-type": "image/jpeg",
    etag,
  });
  expect(got.operations).toEqual(["get"]);
});

test.each([
  ["no range", {}],
  ["several ranges", { Range: "bytes=0-1,5-6" }],
  ["another unit", { Range: "lines=0-1" }],
  ["last before first", { Range: "bytes=9-1" }],
  ["a date in If-Range", { Range: "bytes=0-9", "If-Range": "Thu, 01 Jan 1970 00:00:00 GMT" }],
])("a whole image is one R2 operation: %s", async (_, headers) => {
  const got = await get(headers as Record<string, string>);
  expect(got.status).toBe(200);
  expect(got.body).toEqual(image);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": String(image.length),
  });
  expect(got.headers.has("Content-Range")).toBe(false);
  expect(got.operations).toEqual(["get"]);
});

test.each([
  ["beyond the end", "bytes=99999999-", ["get", "head"]],
  ["from the end on", "", ["get", "head"]],
  ["of no bytes", "bytes=-0", ["head"]],
])("a range %s is answered with the size, and is not cached", async (_, range, operations) => {
  const got = await get({ Range: range || `bytes=${image.length}-` });
  expect(got.status).toBe(416);
  expect(got.body.length).toBe(0);
  expect(got.headers.get("Content-Range")).toBe(`bytes */${image.length}`);
  expect(got.headers.get("Cache-Control")).toBe("private, no-store");
  expect(got.operations).toEqual(operations);
});

describe("conditions", () => {
  test("If-Range: a part of the same image, the whole of another one", async () => {
    const same = await get({ Range: "bytes=0-9", "If-Range": etag });
    expect([same.status, same.body.length, same.operations]).toEqual([206, 10, ["get"]]);
    const other = await get({ Range: "bytes=0-9", "If-Range": '"x"' });
    expect([other.status, other.operations]).toEqual([200, ["get", "get"]]);
    expect(other.body).toEqual(image);
    const beyond = await get({ Range: "bytes=99999999-", "If-Range": '"x"' });
    expect(beyond.status).toBe(200);
    expect(beyond.body).toEqual(image);
  });

  test.each(["", "bytes=0-9", "bytes=99999999-"])(
    "a copy that the client has is not sent again: Range %j",
    async (range) => {
      const more: Record<string, string> = range ? { Range: range } : {};
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
        const got = await get({ ...more, "If-None-Match": known });
        expect([known, got.status, got.body.length]).toEqual([known, 304, 0]);
        expect(got.headers.get("Cache-Control")).toBe(IMMUTABLE);
      }
      const unchanged = await get({ ...more, "If-Modified-Since": storedAt });
      expect(unchanged.status).toBe(304);
    },
  );

  test("If-Match of another image is refused", async () => {
    expect((await get({ "If-Match": '"x"' })).status).toBe(412);
    expect((await get({ "If-Match": etag })).status).toBe(200);
  });
});

test("HEAD is one R2 head and ignores the range", async () => {
  const got = await get({ Range: "bytes=0-9" }, "HEAD");
  expect([got.status, got.body.length, got.operations]).toEqual([200, 0, ["head"]]);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": String(image.length),
    "content-type": "image/jpeg",
  });
});
