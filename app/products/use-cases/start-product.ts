import type { Media } from "../../../db/products/media";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import { sha256Base64Url } from "../../lib/base64";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FileStore } from "../ports";
import type { ProductImageSlot } from "../rules/file-names";
import type { ProductTerms } from "../rules/product-form";
import { MAX_UNFINISHED_UPLOADS, type UploadState, uploadStateOf } from "../rules/upload";
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
import { checkShareImage, storeShareImage } from "./share-image";
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
  /** The picture of shared links; null without script. */
  shareImage: ArrayBuffer | null;
  file: FileToSell;
  /** Of the browser, for all attempts at one start; null without retries. */
  requestId: string | null;
}

type StartDeps = { clock: Clock; ids: Ids } & {
  chain: Pick<Chain, "accounts">;
  products: Pick<Products, "insertDraft" | "hasRecipient">;
  protectedFiles: Pick<ProtectedFiles, "unfinished" | "parts">;
  files: Pick<FileStore, "put" | "startMultipart" | "abortMultipart" | "remove">;
  media: Pick<Media, "insert" | "removeByKeys">;
};

/**
 * Starts the upload of a product's file; the product is a draft until the upload is complete. A repeated
 * `requestId` of a seller returns the upload that it has started.
 * Throws `quota_exceeded` above the plan's file size and where unfinished uploads already announce too
 * many bytes, `conflict` where there are too many of them, `invalid_input` for an empty file or an invalid
 * image, and the errors of `checkPayout`.
 */
export async function startProduct(input: NewProduct, deps: StartDeps): Promise<UploadState> {
  const { seller, terms, requestId } = input;
  const productId = requestId ? await productIdOf(seller.uid, requestId) : deps.ids.short();
  const started = requestId && (await findStarted(seller.uid, productId, deps));
  if (started) return started;
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

  const owner = { uid: seller.uid, productId };
  const now = deps.clock.now();
  // An earlier attempt may have stored images before it failed.
  const version = requestId ? deps.ids.short() : "";
  const store = (slot: ProductImageSlot, image: CheckedImage | null) =>
    image ? storeProductImage(owner, slot, image, deps, version) : NO_IMAGE;
  const [cover, image, share, file] = await Promise.all([
    store("cover", checked.cover),
    store("image", checked.image),
    storeShareImage(owner, checkShareImage(input.shareImage), deps),
    startFile(owner, input.file, deps),
  ]);
  const draft = {
    ...terms,
    id: productId,
    ownerUid: seller.uid,
    ...imageColumns({ cover, image, share }),
    fileKey: null,
    productFileName: file.fileName,
    status: "draft" as const,
    createdAt: now,
    updatedAt: now,
  };
  const bounds = uploadBounds(seller.plan);
  if (await deps.products.insertDraft(draft, file, bounds)) return uploadStateOf(file, []);
  await removeImages([draft.coverKey, draft.imageKey, draft.shareKey], deps);
  if (file.uploadId) await deps.files.abortMultipart(file.storagePath, file.uploadId);
  // Another upload was started, or ended, since the insert.
  throw (await findUploadProblem(announced, deps)) ?? new Problem("conflict");
}

/** The same for every attempt of a seller, and of no other seller. As long as `ids.short`. */
async function productIdOf(uid: string, requestId: string): Promise<string> {
  return (await sha256Base64Url(`${uid}/${requestId}`)).slice(0, 22);
}

async function findStarted(
  uid: string,
  productId: string,
  { protectedFiles }: Pick<StartDeps, "protectedFiles">,
): Promise<UploadState | null> {
  const files = await protectedFiles.unfinished(uid, MAX_UNFINISHED_UPLOADS);
  const file = files.find((unfinished) => unfinished.productId === productId);
  return file ? uploadStateOf(file, await protectedFiles.parts(file.key)) : null;
}

type PublishDeps = StartDeps &
  Parameters<typeof receiveSmallFile>[1] &
  Parameters<typeof completeUpload>[1];

/** Publishes a product whose file was sent with its form. Throws the errors of the three steps. */
export async function publishSmallFile(
  { file, ...product }: Omit<NewProduct, "file" | "requestId"> & { file: File },
  deps: PublishDeps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const announced = describeSmallFile(file);
  const upload = await startProduct({ ...product, file: announced, requestId: null }, deps);
  await receiveSmallFile({ uid, upload, file }, deps);
  return completeUpload({ uid, key: upload.key }, deps);
}
