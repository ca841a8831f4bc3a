import { Problem } from "../app/lib/problem";
import type { FileStore, StoredObject } from "../app/products/ports";
import { platformRuntime } from "./isolate";
import { type RetryTimer, retryTransient } from "./retry-storage";

/** The end of R2's message where an object has no byte of the range. */
const RANGE_NOT_SATISFIABLE = /\(10039\)\s*$/;

/** The DOM types lack workerd's `DigestStream`. */
type WorkerCrypto = Crypto & { DigestStream: typeof DigestStream };

/**
 * Files in R2. Bodies are streamed, so that memory use is independent of the file size. Operations that
 * can be repeated are, after failures that pass: not the start of an upload, which R2 would start
 * twice, and not what consumes a stream.
 */
export function r2FileStore(bucket: R2Bucket, timer: RetryTimer = platformRuntime): FileStore {
  const retry = <T>(work: () => Promise<T>) => retryTransient(work, timer);
  const head = async (key: string) => {
    const object = await retry(() => bucket.head(key));
    return object && describe(object);
  };
  return {
    async put(key, body, contentType) {
      await retry(() => bucket.put(key, body, { httpMetadata: { contentType } }));
    },

    async putStream(key, body, sizeBytes, contentType) {
      const options = { httpMetadata: { contentType } };
      const put = (fixed: ReadableStream<Uint8Array>) => bucket.put(key, fixed, options);
      await streamExactly(body, sizeBytes, "file_cut", put);
    },

    head,

    async read(key, { range, onlyIf }) {
      const options = { ...(range && { range }), ...(onlyIf && { onlyIf }) };
      let found: R2Object | R2ObjectBody | null;
      try {
        // Without a body where a precondition failed.
        found = await retry(() => bucket.get(key, options));
      } catch (error) {
        if (!RANGE_NOT_SATISFIABLE.test(String(error))) throw error;
        const object = await head(key);
        return object && { kind: "range_not_satisfiable", object };
      }
      if (!found) return null;
      const object = describe(found);
      return "body" in found
        ? { kind: "body", object, body: found.body }
        : { kind: "precondition_failed", object };
    },

    async remove(keys) {
      if (keys.length > 0) await retry(() => bucket.delete(keys));
    },

    async list(prefix, { after, limit }) {
      const startAfter = after === null ? {} : { startAfter: after };
      const page = await retry(() => bucket.list({ prefix, limit, ...startAfter }));
      const objects = page.objects.map(({ key, uploaded }) => ({
        key,
        storedAt: uploaded.getTime(),
      }));
      return { objects, isLast: !page.truncated };
    },

    async startMultipart(key, contentType) {
      const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType } });
      return upload.uploadId;
    },

    async putPart(key, uploadId, partNumber, body, sizeBytes) {
      const upload = bucket.resumeMultipartUpload(key, uploadId);
      const { etag } = await streamExactly(body, sizeBytes, "upload_part_size", (fixed) =>
        upload.uploadPart(partNumber, fixed),
      );
      return { partNumber, etag, sizeBytes };
    },

    async completeMultipart(key, uploadId, parts) {
      const upload = bucket.resumeMultipartUpload(key, uploadId);
      const sent = parts.map(({ partNumber, etag }) => ({ partNumber, etag }));
      return describe(await retry(() => upload.complete(sent)));
    },

    async abortMultipart(key, uploadId) {
      const upload = bucket.resumeMultipartUpload(key, uploadId);
      await retry(() => upload.abort()).catch((error: unknown) => {
        // NoSuchUpload: completed, aborted or expired already.
        if (!/10024|does not exist|NoSuchUpload/i.test(String(error))) throw error;
      });
    },

    async sha256(key) {
      const object = await retry(() => bucket.get(key));
      if (!object) return null;
      const digest = new (crypto as WorkerCrypto).DigestStream("SHA-256");
      await object.body.pipeTo(digest);
      return hex(await digest.digest);
    },
  };
}

/**
 * Stores a body through a `FixedLengthStream`, since R2 needs the length of a stream. Throws
 * `invalid_input` with these words where the body has another length than `sizeBytes`.
 */
async function streamExactly<Stored>(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  messageKey: "file_cut" | "upload_part_size",
  store: (fixed: ReadableStream<Uint8Array>) => Promise<Stored>,
): Promise<Stored> {
  const fixed = new FixedLengthStream(sizeBytes);
  const piped = body.pipeTo(fixed.writable);
  const [stored, sent] = await Promise.allSettled([store(fixed.readable), piped]);
  const reasons = [sent, stored].flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (reasons.some(isWrongLength)) throw new Problem("invalid_input", { messageKey });
  if (sent.status === "rejected") throw sent.reason;
  if (stored.status === "rejected") throw stored.reason;
  return stored.value;
}

function isWrongLength(error: unknown): boolean {
  return error instanceof TypeError && /FixedLengthStream/.test(error.message);
}

function describe(object: R2Object): StoredObject {
  return {
    sizeBytes: object.size,
    etag: object.httpEtag,
    contentType: object.httpMetadata?.contentType ?? "application/octet-stream",
    storedAt: object.uploaded.getTime(),
  };
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
