import type { Product } from "../domain/product";

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
  /** Active ones, newest first. `beforeSeq` continues a page. */
  newestActive(limit: number, beforeSeq?: number): Promise<Product[]>;
}

/** Sums over the ledger, in lamports. */
export interface Revenue {
  /** Prices of a seller's settled orders less refunds, and the commission on them. */
  ofSeller(ownerUid: string): Promise<{ grossLamports: bigint; feeLamports: bigint }>;
}
