import type { SaleType } from "./sale-type";

export type ProductStatus = "draft" | "active" | "disabled";

export interface Product {
  /** Increases with each product created. */
  seq: number;
  id: string;
  ownerUid: string;
  title: string;
  categoryId: number;
  subcategoryId: number | null;
  /** The shop's type filter; follows from the category. */
  type: string;
  description: string;
  priceLamports: bigint;
  /** File store keys, empty if absent. */
  coverKey: string;
  imageKey: string;
  /** Key of the protected file that a purchase delivers; null for a draft without one. */
  fileKey: string | null;
  productFileName: string;
  status: ProductStatus;
  /** Payout wallet, base58. */
  recipient: string;
  saleType: SaleType;
  saleLimit: number | null;
  sold: number;
  held: number;
  /** Epoch ms. */
  createdAt: number;
  updatedAt: number;
}

export interface ProtectedFile {
  /** Sanitised name, unique. */
  key: string;
  /** File store key, under `protectedFiles/`. */
  storagePath: string;
  ownerUid: string;
  productId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  /** Hex, once complete. */
  sha256: string | null;
  status: "uploading" | "complete" | "replaced";
  uploadId: string | null;
  partSizeBytes: number;
  /** Epoch ms of the last change to the seller's local file; null if unknown. */
  modifiedAt: number | null;
  createdAt: number;
  completedAt: number | null;
}

export interface FilePart {
  partNumber: number;
  etag: string;
  sizeBytes: number;
}
