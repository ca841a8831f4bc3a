import type { FilePart, Product, ProtectedFile } from "./rules/product";

export interface ProtectedFiles {
  byKey(key: string): Promise<ProtectedFile | null>;
  insert(file: ProtectedFile): Promise<void>;
  /** Uploads of this owner that are not complete, newest first. */
  unfinished(ownerUid: string, limit: number): Promise<ProtectedFile[]>;
  /** Uploads that began before this time (epoch ms) and are not complete, oldest first. */
  begunBefore(time: number, limit: number): Promise<ProtectedFile[]>;
  /** Sent again, a part replaces itself. */
  addPart(key: string, part: FilePart): Promise<void>;
  /** In the order of their numbers. */
  parts(key: string): Promise<FilePart[]>;
  markReplaced(key: string): Promise<void>;
}

export interface StoredObject {
  sizeBytes: number;
  etag: string;
  contentType: string;
}

export interface FileStore {
  /** Small objects (covers, images) whose length is known. */
  put(key: string, body: ArrayBuffer, contentType: string): Promise<void>;
  head(key: string): Promise<StoredObject | null>;
  /** `range` in bytes, end inclusive. The body is a stream: never gathered in memory. */
  get(
    key: string,
    range?: { start: number; end: number },
  ): Promise<(StoredObject & { body: ReadableStream<Uint8Array> }) | null>;
  remove(keys: string[]): Promise<void>;
  startMultipart(key: string, contentType: string): Promise<string>;
  /**
   * Parts are equal-sized and at least 5 MiB, but for the last. The body streams through and must
   * have exactly `sizeBytes`: shorter or longer throws `invalid_input`.
   */
  putPart(
    key: string,
    uploadId: string,
    partNumber: number,
    body: ReadableStream<Uint8Array>,
    sizeBytes: number,
  ): Promise<FilePart>;
  completeMultipart(key: string, uploadId: string, parts: FilePart[]): Promise<StoredObject>;
  /** No error where the upload is gone already. */
  abortMultipart(key: string, uploadId: string): Promise<void>;
  /** Hex SHA-256 of a whole object, streamed. Null where it is absent. */
  sha256(key: string): Promise<string | null>;
}

/** What a seller may change on a product that exists. */
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
  /** Published ones, newest first. */
  byOwner(ownerUid: string): Promise<Product[]>;
  insert(product: Omit<Product, "seq" | "sold" | "held">): Promise<void>;
  /**
   * Saves only if nobody saved since `updatedAt` was read and the stock that is sold or held still
   * fits the limit. False where nothing was written.
   */
  update(
    id: { id: string; ownerUid: string; updatedAt: number },
    change: ProductChange,
    at: number,
  ): Promise<boolean>;
  /**
   * In one step, the file is recorded as whole and its draft becomes active. False where there is
   * no such draft.
   */
  publish(
    id: { id: string; ownerUid: string },
    file: { key: string; fileName: string; sha256: string; sizeBytes: number },
    at: number,
  ): Promise<boolean>;
  /** Between active and disabled; false where there is no such published product. */
  setStatus(
    id: string,
    ownerUid: string,
    status: "active" | "disabled",
    at: number,
  ): Promise<boolean>;
  /** A draft goes with its file's record and parts; false for anything but a draft. */
  removeDraft(id: string, ownerUid: string): Promise<boolean>;
}

/** Sums over the ledger, in lamports. */
export interface Revenue {
  /** Prices of a seller's settled orders less refunds, and the commission on them. */
  ofSeller(ownerUid: string): Promise<{ grossLamports: bigint; feeLamports: bigint }>;
}
