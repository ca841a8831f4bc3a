/** A product whose upload is not finished. */
export interface DraftUpload {
  /** Of the upload. */
  key: string;
  title: string;
  fileName: string;
  sizeBytes: number;
  receivedBytes: number;
  /** Epoch ms. */
  createdAt: number;
}
