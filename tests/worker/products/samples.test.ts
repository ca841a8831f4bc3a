import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { joinBytes } from "../../../app/lib/join-bytes";
import { MAX_SAMPLE_BYTES } from "../../../app/products/rules/sample";
import { storeSample } from "../../../app/products/use-cases/store-sample";
import { openDb } from "../../../db/client";
import { mediaIn } from "../../../db/products/media";
import { presentationsIn } from "../../../db/products/presentations";
import { productsIn } from "../../../db/products/products";
import { r2FileStore } from "../../../workers/r2-file-store";
import { exif, jpegSegment, PLANTED } from "../../support/images/planted";
import { JPEG } from "../../support/images/samples";
import { noLog } from "../../support/log";
import { NO_SAMPLES, SAMPLES } from "../../support/samples";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { codeOf, openUpload, publish } from "../../support/upload";

const db = openDb(env.DB);

let seller: Seller;
let id: string;
beforeEach(async () => {
  seller = await newSeller();
  id = await publish(seller);
});

const path = (name: string, product = id) =>
  `/api/products/${product}/sample?name=${encodeURIComponent(name)}`;
const put = (name: string, body: BodyInit, by: Pick<Seller, "call"> = seller, product = id) =>
  by.call(path(name, product), { method: "PUT", body });
const remove = (by: Pick<Seller, "call"> = seller) => by.call(path(""), { method: "DELETE" });
const rows = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;
const objectsOf = async (product = id) => {
  const { objects } = await env.FILES.list({ prefix: `files/${seller.uid}/${product}/` });
  return objects.map(({ key }) => key);
};
const get = (address: string, headers: Record<string, string> = {}) =>
  SELF.fetch(ORIGIN + address, { headers });

/** A WAV file of so many bytes, each of which differs from the one before. */
function wav(size: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
  bytes.set(new TextEncoder().encode("RIFF\0\0\0\0WAVEfmt "));
  return bytes;
}

interface Answer {
  sample: { url: string; kind: string; contentType: string; sizeBytes: number; name: string };
}
const sampleIn = async (answer: Response) => ((await answer.json()) as Answer).sample;

describe("the sample of a product", () => {
  // spec: product.sample
  test("is on its page and in its preview, and a player seeks in it", async () => {
    const bytes = wav(100_000);
    const answer = await put("été <1>/take.wav", bytes);
    expect(answer.status).toBe(200);
    const sample = await sampleIn(answer);
    expect(sample).toEqual({
      url: expect.stringMatching(/^\/media\/[\w-]{22}$/),
      kind: "audio",
      contentType: "audio/wav",
      sizeBytes: bytes.length,
      name: "take.wav",
      width: null,
      height: null,
    });
    for (const page of [`/acheter/${id}`, `/preview/${id}`]) {
      const shown = await get(page);
      const html = await shown.text();
      expect(html).toMatch(new RegExp(`<audio[^>]*src="${sample.url}"`));
      expect(html).toMatch(/<audio[^>]*preload="none"/);
      expect(html).toContain("take.wav");
      expect(shown.headers.get("Content-Security-Policy")).toContain("media-src 'self'");
    }
    const whole = await get(sample.url);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "audio/wav",
      "content-length": "100000",
      "accept-ranges": "bytes",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
    const part = await get(sample.url, { Range: "bytes=50000-50009" });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([
      206,
      "bytes 50000-50009/100000",
    ]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(50_000, 50_010));
    const last = await get(sample.url, { Range: "bytes=-1" });
    expect(new Uint8Array(await last.arrayBuffer())).toEqual(bytes.slice(-1));
    expect((await get(sample.url, { Range: "bytes=100000-" })).status).toBe(416);
  });

  test("takes the place of the one before, whose object goes", async () => {
    const first = await sampleIn(await put("a.wav", wav(5_000)));
    const video = SAMPLES.find(([, , type]) => type === "video/mp4")?.[1] ?? wav(1);
    const second = await sampleIn(await put("b.mp4", video));
    expect(second).toMatchObject({ kind: "video", contentType: "video/mp4" });
    expect((await get(first.url)).status).toBe(404);
    expect((await objectsOf()).length).toBe(1);
    expect(await (await get(`/acheter/${id}`)).text()).toMatch(/<video[^>]*playsinline/i);
    const stored = await rows("SELECT size_bytes FROM media WHERE owner_uid = ?", seller.uid);
    expect(stored).toEqual([{ size_bytes: video.length }]);

    expect((await remove()).status).toBe(204);
    expect(await objectsOf()).toEqual([]);
    expect(await rows("SELECT * FROM media WHERE owner_uid = ?", seller.uid)).toEqual([]);
    expect((await remove()).status).toBe(204);
    expect(await (await get(`/acheter/${id}`)).text()).not.toContain("<video");
  });

  test("of two uploads at once is one, and nothing is left of the other", async () => {
    const answers = await Promise.all([put("a.wav", wav(5_000)), put("b.wav", wav(6_000))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await rows("SELECT key FROM product_samples WHERE product_id = ?", id);
    expect(await objectsOf()).toEqual(kept.map(({ key }) => key));
    expect((await rows("SELECT key FROM media WHERE product_id = ?", id)).length).toBe(1);
  });

  test("that is an image loses its metadata, as others do", async () => {
    const planted = joinBytes([JPEG.slice(0, 2), jpegSegment(0xe1, exif()), JPEG.slice(2)]);
    expect(new TextDecoder().decode(planted)).toContain(PLANTED);
    const sample = await sampleIn(await put("a.jpg", planted));
    expect(sample).toMatchObject({ kind: "image", contentType: "image/jpeg" });
    expect(await (await get(sample.url)).text()).not.toContain(PLANTED);
  });

  test("of another person's product does not exist", async () => {
    await put("a.wav", wav(5_000));
    const other = await newSeller();
    expect((await put("b.wav", wav(5_000), other)).status).toBe(404);
    expect((await remove(other)).status).toBe(404);
    expect((await put("b.wav", wav(5_000), seller, "unknown")).status).toBe(404);
    expect((await objectsOf()).length).toBe(1);
  });

  test("goes with its draft and its product", async () => {
    const draft = await openUpload(seller, 10);
    await put("a.wav", wav(5_000), seller, draft.productId);
    await put("a.wav", wav(5_000));
    const upload = `/api/uploads/${encodeURIComponent(draft.key)}`;
    expect((await seller.call(upload, { method: "DELETE" })).status).toBe(204);
    const body = new URLSearchParams();
    await seller.call(`/edit/${id}/delete`, { method: "POST", body });
    for (const gone of [draft.productId, id]) {
      expect(await objectsOf(gone)).toEqual([]);
      expect(await rows("SELECT * FROM product_samples WHERE product_id = ?", gone)).toEqual([]);
    }
  });
});

// spec: product.sample-checked
describe("what is no sample", () => {
  test("is refused by its first bytes, and leaves the sample as it is", async () => {
    const { url } = await sampleIn(await put("a.wav", wav(5_000)));
    for (const [name, bytes] of NO_SAMPLES) {
      const answer = await put(name, bytes);
      expect([name, answer.status, await codeOf(answer)]).toEqual([name, 422, "invalid_input"]);
    }
    expect((await put("empty.mp3", new Uint8Array())).status).toBe(422);
    expect((await get(url)).status).toBe(200);
    expect((await objectsOf()).length).toBe(1);
  });

  test("is refused by its length before it is read", async () => {
    const tooLong = await put("a.wav", wav(MAX_SAMPLE_BYTES + 1));
    expect([tooLong.status, await codeOf(tooLong)]).toEqual([422, "invalid_input"]);
    const read = await attempt({ sizeBytes: MAX_SAMPLE_BYTES + 1, sends: wav(10_000) });
    expect(read).toEqual({ refusal: "sample_too_large", pulled: 0 });
    expect(await attempt({ sizeBytes: null, sends: wav(10_000) })).toMatchObject({ pulled: 0 });
    expect(await objectsOf()).toEqual([]);
  });

  test("has another length than it says", async () => {
    for (const sent of [1_000, 30_000]) {
      const sizeBytes = 20_000;
      const { refusal } = await attempt({ sizeBytes, sends: wav(sent) });
      expect([sent, refusal]).toEqual([sent, "file_cut"]);
      const jpeg = await attempt({ sizeBytes: JPEG.length + 1, sends: Uint8Array.from(JPEG) });
      expect(jpeg.refusal).toBe("file_cut");
    }
    for (const breaksAt of [0, 1, 3]) {
      const { refusal } = await attempt({ sizeBytes: 20_000, sends: wav(20_000), breaksAt });
      expect([breaksAt, refusal]).toEqual([breaksAt, "file_cut"]);
    }
    expect(await objectsOf()).toEqual([]);
    expect(await rows("SELECT * FROM media WHERE product_id = ?", id)).toEqual([]);
    expect((await attempt({ sizeBytes: 20_000, sends: wav(20_000) })).refusal).toBeNull();
  });

  test("is more than the account may store", async () => {
    const attempts = [10_000, 10_000].map((size) =>
      attempt({ sizeBytes: size, sends: wav(size), maxStoredBytes: 15_009 }),
    );
    const refusals = (await Promise.all(attempts)).map(({ refusal }) => refusal);
    expect(refusals.sort()).toEqual([null, "storage_full"].sort());
    expect((await objectsOf()).length).toBe(1);
  });
});

/**
 * Stores a sample of which these bytes arrive, in pieces of 4,096, until the connection breaks after so many
 * pieces. Returns the key of the refusal, and how many pieces were asked for.
 */
async function attempt({
  sizeBytes,
  sends,
  breaksAt = Number.POSITIVE_INFINITY,
  maxStoredBytes = 1_000_000,
}: {
  sizeBytes: number | null;
  sends: Uint8Array<ArrayBuffer>;
  breaksAt?: number;
  maxStoredBytes?: number;
}): Promise<{ refusal: string | null; pulled: number }> {
  const product = await productsIn(db).byId(id);
  if (!product) throw new Error("no product");
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (pulled === breaksAt) return controller.error(new Error("connection lost"));
        const piece = sends.slice(pulled * 4_096, (pulled + 1) * 4_096);
        pulled += 1;
        if (piece.length > 0) controller.enqueue(piece);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const short = () => crypto.randomUUID().replaceAll("-", "").slice(0, 22);
  const deps = {
    settings: { maxStoredBytes },
    clock: { now: () => Date.now() },
    log: noLog,
    ids: { short },
    files: r2FileStore(env.FILES),
    media: mediaIn(db),
    presentations: presentationsIn(db),
  };
  try {
    await storeSample(product, { name: "a.wav", sizeBytes, body }, deps);
    return { refusal: null, pulled };
  } catch (error) {
    const { messageKey } = (error as { detail?: { messageKey?: string } }).detail ?? {};
    return { refusal: messageKey ?? String(error), pulled };
  }
}
