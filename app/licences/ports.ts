/** Who has a licence key, as an object of the file store, which a restore of the database leaves as it is. */
export interface LicenceRecord {
  productId: string;
  /** Of a written key; of a generated one, which its order names, null. */
  number: number | null;
  /** The order, or the grant. */
  orderId: string;
  hash: string;
  sealed: string;
  /** Epoch ms. */
  at: number;
}

export interface LicenceRecords {
  /** Writes the record where there is none. Returns the one that stands there now. */
  claim(record: LicenceRecord): Promise<LicenceRecord>;
  /** Records in the order of their names, from `after` on. */
  list(
    after: string | null,
    limit: number,
  ): Promise<{ records: LicenceRecord[]; last: string | null; isLast: boolean }>;
  /** Keeps the sealed key of a product where there is none. Returns the one that stands there now. */
  claimKey(productId: string, sealedKey: string): Promise<string>;
  /** The sealed key of a product; null where there is none. */
  readKey(productId: string): Promise<string | null>;
}

/** Keys of products, each of which seals the licence keys of one. */
export interface LicenceSealing {
  /** A new one, sealed under the session secret. */
  newKey(): Promise<string>;
  /** Opens the key of a product. Throws where no session secret opens it. */
  open(sealedKey: string): Promise<ProductSealing>;
  /** The key sealed under the current secret, the same where it is; null where it can't be opened. */
  reseal(sealedKey: string): Promise<string | null>;
}

export interface ProductSealing {
  seal(key: string): Promise<string>;
  open(sealed: string): Promise<string>;
}
