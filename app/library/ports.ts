export interface DownloadToken {
  uid: string;
  productId: string;
  fileKey: string;
  issuedAt: number;
  startedAt: number | null;
  revokedAt: number | null;
}

export interface DownloadTokens {
  insert(tokenHash: string, token: DownloadToken): Promise<void>;
  find(tokenHash: string): Promise<DownloadToken | null>;
  /** Marks the first use; later ones keep the first time. */
  start(tokenHash: string, at: number): Promise<void>;
  /** Removes some of the oldest, if they were issued before that time (epoch ms). */
  removeOldest(issuedBefore: number): Promise<void>;
}
