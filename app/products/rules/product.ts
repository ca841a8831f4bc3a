import type { ChosenPrice } from "./chosen-price";
import type { DescriptionFormat } from "./description";
import type { LicenceKind } from "./licence-kind";
import { isSoldOut, type SaleType } from "./sale-type";

export type ProductStatus = "draft" | "active" | "disabled";

/** What a product's status says to its seller. A product that is disabled stays so when it is sold out. */
export type ListingStatus = ProductStatus | "sold_out" | "sold";

/** The status, where an active product without a unit left is sold out, and a unique one sold. */
export function listingStatusOf(
  product: Pick<Product, "status" | "saleType" | "saleLimit" | "sold">,
): ListingStatus {
  if (product.status !== "active" || !isSoldOut(product)) return product.status;
  return product.saleType === "unique" ? "sold" : "sold_out";
}

/** A product is free while it has no price: an older version that sets one does not know of free ones. */
export function isGivenFree(row: {
  isFree: boolean | number;
  priceLamports: bigint | number;
}): boolean {
  return Boolean(row.isFree) && BigInt(row.priceLamports) === 0n;
}

export interface Product extends ChosenPrice {
  /** Increases with each product created, and with each draft put on sale by an act of its own. */
  seq: number;
  id: string;
  ownerUid: string;
  title: string;
  categoryId: number;
  subcategoryId: number | null;
  /** The shop's type filter; follows from the category. */
  type: string;
  /** As its seller wrote it; `readDescription` has what others see. */
  description: string;
  descriptionFormat: DescriptionFormat;
  /** The least that is paid where buyers choose. */
  priceLamports: bigint;
  /** Given without a payment to who asks; its price is 0. */
  isFree: boolean;
  /** The discount code that its page applies for everyone; null for none. */
  defaultCodeId: string | null;
  /** Basis points of the price after the commission for those who recommend it; null while it pays nobody. */
  affiliateBps: number | null;
  /** Whoever is signed in may apply to recommend it. */
  isOpenToAffiliates: boolean;
  /** The licence keys that it gives; null where it never gave any. */
  licenceKind: LicenceKind | null;
  /** File store keys, empty if absent. */
  coverKey: string;
  imageKey: string;
  /** Public ids of the images and of their small sizes, empty if absent. */
  coverMediaId: string;
  coverSmallMediaId: string;
  imageMediaId: string;
  imageSmallMediaId: string;
  /** Their widths (pixels), where a browser may choose between the sizes; else null. */
  coverWidth: number | null;
  coverSmallWidth: number | null;
  imageWidth: number | null;
  imageSmallWidth: number | null;
  /** Pixels as shown, after the orientation; null where they are not known. */
  coverShownWidth: number | null;
  coverShownHeight: number | null;
  imageShownWidth: number | null;
  imageShownHeight: number | null;
  /** The point of the cover that crops keep (percent of its sides); null for the middle. */
  coverFocusX: number | null;
  coverFocusY: number | null;
  /** Of the picture of shared links; empty if absent. */
  shareKey: string;
  shareMediaId: string;
  /** The release that a purchase delivers; null for a draft. */
  releaseId: string | null;
  /** Name of its first file. */
  productFileName: string;
  /** When it took the place of another; null for the first release. */
  fileUpdatedAt: number | null;
  status: ProductStatus;
  /** JSON of the form of a draft as typed (`draftFieldsOf`); null for others, and where its form was whole. */
  draftFields: string | null;
  /** Payout wallet, base58. */
  recipient: string;
  /** Grows with each edit of what is sold, by whom or for how much. */
  version: number;
  /** Who share in its sales beside seller and platform. */
  authorCount: number;
  /** Products that it consists of; 0 for one that is no bundle. A bundle has no release of its own. */
  bundleSize: number;
  saleType: SaleType;
  saleLimit: number | null;
  sold: number;
  held: number;
  /** Stars of reviews that count: how many, and their sum. */
  ratingCount: number;
  ratingSum: number;
  /** People to whom it was given without a payment. */
  given: number;
  /** Epoch ms. */
  createdAt: number;
  updatedAt: number;
}

/** A stored image or sample with its public id. */
export interface MediaRecord {
  id: string;
  /** File store key. */
  key: string;
  contentType: string;
  /** Pixels; null for sound and video. */
  width: number | null;
  height: number | null;
  sizeBytes: number;
  /** Null for an image of a seller's page. */
  productId: string | null;
  ownerUid: string;
  /** Epoch ms. */
  createdAt: number;
}

/** A stored image or sample as it is served. */
export interface ServedMedia {
  /** File store key. */
  key: string;
  productId: string | null;
  /** False where its owner's account was deleted: then only buyers of the product get it. */
  isPublic: boolean;
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
  /** Hex, once the stored bytes were verified. */
  sha256: string | null;
  /** `uploading` until its release is published, `replaced` once the release on sale lacks it. */
  status: "uploading" | "complete" | "replaced";
  /** Null before the first part. */
  uploadId: string | null;
  partSizeBytes: number;
  /** Epoch ms of the last change to the seller's local file; null if unknown. */
  modifiedAt: number | null;
  createdAt: number;
  /** When it went on sale. */
  completedAt: number | null;
}

export interface FilePart {
  partNumber: number;
  etag: string;
  sizeBytes: number;
}
