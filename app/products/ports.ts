import type { FilePart, Product } from "./rules/product";

export interface StoredObject {
  sizeBytes: number;
  etag: string;
  contentType: string;
}

export interface FileStore {
  /** For small objects (covers, images) that are in memory. */
  put(key: string, body: ArrayBuffer, contentType: string): Promise<void>;
  head(key: string): Promise<StoredObject | null>;
  /** `range` in bytes, end inclusive. The body is streamed, not buffered. */
  get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<(StoredObject & { body: ReadableStream<Uint8Array> }) | null>;
  remove(keys: string[]): Promise<void>;
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

/** The columns that a seller may change. */
export type ProductChange = Partial<
  Pick<
    Product,
    | "title"
    | "categoryId"
    | "subcategoryId"
    | "type"
    | "description"
    | "priceLamports"
    | "coverKey"
    | "imageKey"
    | "recipient"
    | "saleType"
    | "saleLimit"
  >
>;

export interface Products {
  byId(id: string): Promise<Product | null>;
  /** Published products, newest first. */
  byOwner(ownerUid: string): Promise<Product[]>;
  insert(product: Omit<Product, "seq" | "sold" | "held">): Promise<void>;
  /**
   * Writes only if `updatedAt` is unchanged and the limit is not below the units sold and held.
   * False where nothing was written.
   */
  update(
    id: { id: string; ownerUid: string; updatedAt: number },
    change: ProductChange,
    at: number,
  ): Promise<boolean>;
  /**
   * Marks the file as complete and its draft as active, atomically. False where there is no such
   * draft.
   */
  publish(
    id: { id: string; ownerUid: string },
    file: { key: string; fileName: string; sha256: string; sizeBytes: number },
    at: number,
  ): Promise<boolean>;
  /** False where there is no such published product. */
  setStatus(
    id: string,
    ownerUid: string,
    status: "active" | "disabled",
    at: number,
  ): Promise<boolean>;
  /** Removes a draft with its file's record and parts; false for anything but a draft. */
  removeDraft(id: string, ownerUid: string): Promise<boolean>;
}
