import { createHash } from "node:crypto";
import type { Life } from "../scheduler";
import type { Channel, SimulatedBucket } from "../world";

/** R2: https://developers.cloudflare.com/r2/platform/limits */
const MAX_KEY_BYTES = 1024;
const MAX_LIST = 1000;
/** Of a part, but the last one. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

interface StoredObject {
  readonly key: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly version: string;
  readonly httpMetadata: R2HTTPMetadata;
  readonly customMetadata: Record<string, string>;
  /** Epoch ms. */
  readonly uploadedAt: number;
}

interface Upload {
  readonly key: string;
  readonly options: R2MultipartOptions;
  readonly parts: Map<number, { etag: string; bytes: Uint8Array }>;
  isOver: boolean;
}

type Body = ReadableStream | ArrayBuffer | ArrayBufferView | string | null | Blob;

/**
 * R2 in memory. Not simulated: conditions other than `etagMatches` and `etagDoesNotMatch`, checksums that
 * the caller sends, delimiters, storage classes, and the refusal of streams of unknown length.
 *
 * @param now epoch ms, for `uploaded`
 */
export function createSimulatedBucket(channel: Channel, now: () => number): SimulatedBucket {
  const store = new ObjectStore(now);
  return {
    bindingFor: (life) => bindingFor(store, channel, life) as unknown as R2Bucket,
    seed: (key, body, contentType) => {
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      store.put(key, Uint8Array.from(bytes), contentType ? { httpMetadata: { contentType } } : {});
    },
    has: (key) => store.get(key) !== null,
    remove: (key) => store.remove([key]),
  };
}

class ObjectStore {
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();
  #count = 0;

  constructor(private readonly now: () => number) {}

  get(key: string): StoredObject | null {
    return this.#objects.get(key) ?? null;
  }

  put(key: string, bytes: Uint8Array<ArrayBuffer>, options: R2PutOptions): StoredObject | null {
    requireKey("put", key);
    const before = this.#objects.get(key);
    if (options.onlyIf && !isMet(options.onlyIf as R2Conditional, before)) return null;
    return this.#store(key, bytes, createHash("md5").update(bytes).digest("hex"), options);
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) this.#objects.delete(key);
  }

  list({ prefix = "", startAfter = "", cursor, limit = MAX_LIST }: R2ListOptions) {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIST)
      throw r2Error("list", "MaxKeys params must be positive integer <= 1000.", 10022);
    const after = cursor === undefined ? startAfter : Buffer.from(cursor, "base64").toString();
    const found = [...this.#objects.values()]
      .filter(
        ({ key }) =>
          key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0,
      )
      .sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const isTruncated = found.length > limit && last !== undefined;
    return {
      objects: page.map(describeObject),
      delimitedPrefixes: [],
      truncated: isTruncated,
      ...(isTruncated && { cursor: Buffer.from(last.key).toString("base64") }),
    };
  }

  startUpload(key: string, options: R2MultipartOptions): string {
    requireKey("createMultipartUpload", key);
    const id = `upload-${++this.#count}`;
    this.#uploads.set(id, { key, options, parts: new Map(), isOver: false });
    return id;
  }

  putPart(key: string, id: string, partNumber: number, bytes: Uint8Array) {
    const upload = this.#uploads.get(id);
    if (!upload || upload.isOver || upload.key !== key)
      throw r2Error("uploadPart", "The specified multipart upload does not exist.", 10024);
    // R2's etags of parts say nothing about their bytes.
    const etag = createHash("md5")
      .update(`${id}/${partNumber}/${++this.#count}`)
      .digest("hex");
    upload.parts.set(partNumber, { etag, bytes });
    return { partNumber, etag };
  }

  complete(key: string, id: string, sent: readonly R2UploadedPart[]): StoredObject {
    const upload = this.#requireUpload("completeMultipartUpload", key, id);
    if (upload.isOver) {
      const text = "The specified multipart upload does not exist.";
      throw r2Error("completeMultipartUpload", text, 10024);
    }
    const parts = sent.map(({ partNumber, etag }) => {
      const part = upload.parts.get(partNumber);
      if (part?.etag === etag) return part;
      const text = "One or more of the specified parts could not be found.";
      throw r2Error("completeMultipartUpload", text, 10025);
    });
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART_BYTES)) {
      const text = "Your proposed upload is smaller than the minimum allowed object size.";
      throw r2Error("completeMultipartUpload", text, 10011);
    }
    upload.isOver = true;
    upload.parts.clear();
    const bytes = Uint8Array.from(Buffer.concat(parts.map((part) => part.bytes)));
    const digests = Buffer.concat(
      parts.map((part) => createHash("md5").update(part.bytes).digest()),
    );
    const etag = `${createHash("md5").update(digests).digest("hex")}-${parts.length}`;
    return this.#store(key, bytes, etag, upload.options);
  }

  abort(key: string, id: string): void {
    const upload = this.#requireUpload("abortMultipartUpload", key, id);
    upload.isOver = true;
    upload.parts.clear();
  }

  /** R2 answers an internal error for an id that it never gave. */
  #requireUpload(operation: string, key: string, id: string): Upload {
    const upload = this.#uploads.get(id);
    if (!upload || upload.key !== key) {
      const text = "We encountered an internal error. Please try again.";
      throw r2Error(operation, text, 10001);
    }
    return upload;
  }

  #store(
    key: string,
    bytes: Uint8Array<ArrayBuffer>,
    etag: string,
    { httpMetadata = {}, customMetadata = {} }: R2MultipartOptions,
  ): StoredObject {
    const version = createHash("md5")
      .update(`${key}/${++this.#count}`)
      .digest("hex");
    const http = httpMetadata instanceof Headers ? {} : httpMetadata;
    const uploadedAt = this.now();
    const object = { key, bytes, etag, version, httpMetadata: http, customMetadata, uploadedAt };
    this.#objects.set(key, object);
    return object;
  }
}

function bindingFor(store: ObjectStore, channel: Channel, life: Life) {
  const call = <T>(label: string, work: () => T) => channel.call(life, "r2", label, work);
  const uploadOf = (key: string, uploadId: string) => ({
    key,
    uploadId,
    uploadPart: async (partNumber: number, body: Body) => {
      if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS)
        throw new TypeError(
          `Part number must be between 1 and 10000 (inclusive). Actual value was: ${partNumber}`,
        );
      const bytes = await toBytes(body);
      return call(`put part ${partNumber} of ${key}`, () =>
        store.putPart(key, uploadId, partNumber, bytes),
      );
    },
    complete: (parts: readonly R2UploadedPart[]) =>
      call(`complete ${key}`, () => describeObject(store.complete(key, uploadId, parts))),
    abort: () => call(`abort ${key}`, () => store.abort(key, uploadId)),
  });
  return {
    head: (key: string) =>
      call(`head ${key}`, () => {
        const object = store.get(key);
        return object && describeObject(object);
      }),
    get: (key: string, options: R2GetOptions = {}) =>
      call(`get ${key}`, () => {
        const object = store.get(key);
        return object && openObject(object, options);
      }),
    put: async (key: string, body: Body, options: R2PutOptions = {}) => {
      const bytes = await toBytes(body);
      return call(`put ${key}`, () => {
        const object = store.put(key, bytes, options);
        return object && describeObject(object);
      });
    },
    delete: (keys: string | string[]) =>
      call(`delete ${keys}`, () => store.remove(typeof keys === "string" ? [keys] : keys)),
    list: (options: R2ListOptions = {}) =>
      call(`list ${options.prefix ?? ""}`, () => store.list(options)),
    createMultipartUpload: (key: string, options: R2MultipartOptions = {}) =>
      call(`start ${key}`, () => uploadOf(key, store.startUpload(key, options))),
    resumeMultipartUpload: uploadOf,
  };
}

function describeObject(object: StoredObject) {
  const { key, bytes, etag, version, httpMetadata, customMetadata } = object;
  const uploaded = new Date(object.uploadedAt);
  const http = { ...httpMetadata };
  const custom = { ...customMetadata };
  const size = bytes.length;
  const httpEtag = `"${etag}"`;
  return {
    key,
    version,
    size,
    etag,
    httpEtag,
    uploaded,
    httpMetadata: http,
    customMetadata: custom,
  };
}

/** Without a body where a condition is not met. */
function openObject(object: StoredObject, options: R2GetOptions) {
  const described = describeObject(object);
  if (options.onlyIf && !isMet(options.onlyIf as R2Conditional, object)) return described;
  const { offset, length } = rangeOf(object.bytes.length, options.range as R2Range | undefined);
  const bytes = object.bytes.slice(offset, offset + length);
  const read = new Response(bytes);
  return {
    ...described,
    range: { offset, length },
    get body() {
      return read.body;
    },
    get bodyUsed() {
      return read.bodyUsed;
    },
    arrayBuffer: () => read.arrayBuffer(),
    bytes: async () => new Uint8Array(await read.arrayBuffer()),
    text: () => read.text(),
    json: () => read.json(),
    blob: () => read.blob(),
  };
}

function rangeOf(size: number, range?: R2Range): { offset: number; length: number } {
  if (!range) return { offset: 0, length: size };
  const isSuffix = "suffix" in range;
  const offset = isSuffix ? Math.max(size - range.suffix, 0) : (range.offset ?? 0);
  const length = Math.min(isSuffix ? size : (range.length ?? size), size - offset);
  if (length <= 0) throw r2Error("get", "The requested range is not satisfiable", 10039);
  return { offset, length };
}

function isMet({ etagMatches, etagDoesNotMatch }: R2Conditional, object?: StoredObject): boolean {
  if (etagMatches !== undefined && etagMatches !== object?.etag) return false;
  return etagDoesNotMatch === undefined || etagDoesNotMatch !== object?.etag;
}

function requireKey(operation: string, key: string): void {
  if (Buffer.byteLength(key) > MAX_KEY_BYTES)
    throw r2Error(operation, "The specified object name is not valid.", 10020);
}

function r2Error(operation: string, text: string, code: number): Error {
  return new Error(`${operation}: ${text} (${code})`);
}

async function toBytes(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body.slice(0));
  if (ArrayBuffer.isView(body))
    return new Uint8Array(
      body.buffer,
      body.byteOffset,
      body.byteLength,
    ).slice() as Uint8Array<ArrayBuffer>;
  return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
}
