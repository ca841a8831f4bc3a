import type { Media } from "../../../db/products/media";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FileStore } from "../ports";
import type { ProductImageSlot } from "../rules/file-names";
import type { ProductTerms } from "../rules/product-form";
import { type UploadState, uploadStateOf } from "../rules/upload";
import { checkPayout, type Seller } from "./check-payout";
import { completeUpload } from "./complete-upload";
import {
  type CheckedImage,
  checkImage,
  type ImageUpload,
  imageColumns,
  NO_IMAGE,
  removeImages,
  storeProductImage,
} from "./images";
import {
  checkFileSize,
  describeSmallFile,
  type FileToSell,
  receiveSmallFile,
  startFile,
} from "./start-file";
import { findUploadProblem, uploadBounds } from "./upload-bounds";

export interface NewProduct {
  seller: Seller;
  terms: ProductTerms;
  cover: ImageUpload | null;
  image: ImageUpload | null;
  file: FileToSell;
}

type StartDeps = { clock: Clock; ids: Ids } & {
  chain: Pick<Chain, "accounts">;
  products: Pick<Products, "insertDraft" | "hasRecipient">;
  protectedFiles: Pick<ProtectedFiles, "unfinished">;
  files: Pick<FileStore, "put" | "startMultipart" | "abortMultipart" | "remove">;
  media: Pick<Media, "insert" | "removeByKeys">;
};

/**
 * Starts the upload of a product's file; the product is a draft until the upload is complete.
 * Throws `quota_exceeded` above the plan's file size and where unfinished uploads already announce too
 * many bytes, `conflict` where there are too many of them, `invalid_input` for an empty file or an invalid
 * image, and the errors of `checkPayout`.
 */
export async function startProduct(input: NewProduct, deps: StartDeps): Promise<UploadState> {
  const { seller, terms } = input;
  checkFileSize(input.file, seller.plan);
  const checked = {
    cover: input.cover && checkImage("cover", input.cover),
    image: input.image && checkImage("image", input.image),
  };
  // Before anything is stored.
  const announced = { seller, sizeBytes: input.file.sizeBytes };
  const problem = await findUploadProblem(announced, deps);
  if (problem) throw problem;
  await checkPayout({ seller, payout: terms, stored: null }, deps);

  const productId = deps.ids.short();
  const owner = { uid: seller.uid, productId };
  const now = deps.clock.now();
  const store = (slot: ProductImageSlot, image: CheckedImage | null) =>
    image ? storeProductImage(owner, slot, image, deps) : NO_IMAGE;
  const [cover, image, file] = await Promise.all([
    store("cover", checked.cover),
    store("image", checked.image),
    startFile(owner, input.file, deps),
  ]);
  const draft = {
    ...terms,
    id: productId,
    ownerUid: seller.uid,
    ...imageColumns({ cover, image }),
    fileKey: null,
    productFileName: file.fileName,
    status: "draft" as const,
    createdAt: now,
    updatedAt: now,
  };
  const bounds = uploadBounds(seller.plan);
  if (await deps.products.insertDraft(draft, file, bounds)) return uploadStateOf(file, []);
  await removeImages([draft.coverKey, draft.imageKey], deps);
  if (file.uploadId) await deps.files.abortMultipart(file.storagePath, file.uploadId);
  // Another upload was started, or ended, since the insert.
  throw (await findUploadProblem(announced, deps)) ?? new Problem("conflict");
}

type PublishDeps = StartDeps &
  Parameters<typeof receiveSmallFile>[1] &
  Parameters<typeof completeUpload>[1];

/** Publishes a product whose file was sent with its form. Throws the errors of the three steps. */
export async function publishSmallFile(
  { file, ...product }: Omit<NewProduct, "file"> & { file: File },
  deps: PublishDeps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const upload = await startProduct({ ...product, file: describeSmallFile(file) }, deps);
  await receiveSmallFile({ uid, upload, file }, deps);
  return completeUpload({ uid, key: upload.key }, deps);
}
