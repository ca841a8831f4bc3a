import type { PageSource } from "../lib/page-source";
import type { FilePart, Product } from "./rules/product";

/** Settings of this deployment. */
export interface StorageSettings {
  /** What one account may store: files, replaced versions until they are removed, and images. */
  maxStoredBytes: number;
}

export interface StoredObject {
  sizeBytes: number;
  /** A strong validator, with its quotes. */
  etag: string;
  contentType: string;
  /** Epoch ms. */
  storedAt: number;
}

/** Who may offer products without a price. */
export interface FreeOffers {
  mayOffer(uid: string): Promise<boolean>;
}

/** Prices of products that others share in. Filled by the subject of sharing. */
export interface SharedPrices {
  /** Throws `invalid_input` where a new price (lamports) leaves the seller too little; `unavailable`. */
  check(product: Product, priceLamports: bigint): Promise<void>;
}

/** The bytes to read: from `offset`, or the last `suffix` of them. R2 cuts a length beyond the end. */
export type FileRange = { offset: number; length?: number } | { suffix: number };

export interface ReadOptions {
  range?: FileRange | undefined;
  /** The preconditions of RFC 9110, section 13.1, as their header fields. */
  onlyIf?: Headers | undefined;
}

export type ReadResult =
  | { kind: "body"; object: StoredObject; body: ReadableStream<Uint8Array> }
  | { kind: "precondition_failed" | "range_not_satisfiable"; object: StoredObject };

export interface ListedObject {
  key: string;
  /** Epoch ms. */
  storedAt: number;
}

export interface FileStore {
  /** For small objects (covers, images) that are in memory. */
  put(key: string, body: ArrayBuffer, contentType: string): Promise<void>;
  /** The body is streamed; a length other than `sizeBytes` throws `invalid_input`, and nothing is stored. */
  putStream(
    key: string,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
    contentType: string,
  ): Promise<void>;
  head(key: string): Promise<StoredObject | null>;
  /**
   * One operation for object, preconditions and range; a second one where the object has no byte of the
   * range. The body is streamed, not buffered. Null where the object is absent.
   */
  read(key: string, options: ReadOptions): Promise<ReadResult | null>;
  remove(keys: string[]): Promise<void>;
  /** Objects whose keys start with `prefix` and come after `after`, in the order of their keys. */
  list(
    prefix: string,
    options: { after: string | null; limit: number },
  ): Promise<{ objects: ListedObject[]; isLast: boolean }>;
  startMultipart(key: string, contentType: string): Promise<string>;
  /**
   * All parts but the last have the same size of at least 5 MiB. The body is streamed; a length
   * other than `sizeBytes` throws `invalid_input`.
   */
  putPart(
    key: string,
    uploadId: string,
    partNumber: number,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
  ): Promise<FilePart>;
  completeMultipart(key: string, uploadId: string, parts: FilePart[]): Promise<StoredObject>;
  /** No error where the upload does not exist any more. */
  abortMultipart(key: string, uploadId: string): Promise<void>;
  /** Hex SHA-256 of an object, computed on a stream. Null where it is absent. */
  sha256(key: string): Promise<string | null>;
}

/** Counts views of product pages, by source, without anything about who views them. */
export interface ViewCounter {
  /** `waitUntil` keeps the Worker running for the write of the sums. */
  record(productId: string, source: PageSource, waitUntil: (work: Promise<unknown>) => void): void;
}

/** How far a sweep has come, by its name. Filled by the subject of orders. */
export interface SweepCursors {
  read(name: string): Promise<string | null>;
  write(name: string, cursor: string, at: number): Promise<void>;
}

/** Filled by the subject of orders. */
export interface Buyers {
  /** True for a person who has bought the product, or has an open order for it. */
  includes(uid: string, productId: string): Promise<boolean>;
  /** True for a person who has bought the product, and was not refunded. */
  own(uid: string, productId: string): Promise<boolean>;
}
