import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Log } from "../../lib/log";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { StorageSettings } from "../ports";
import type { ProductImageSlot } from "../rules/file-names";
import type { FocusPoint } from "../rules/focus-point";
import { newProductId } from "../rules/new-product-id";
import type { ProductTerms } from "../rules/product-form";
import { MAX_UNFINISHED_UPLOADS, type UploadState, uploadStateOf } from "../rules/upload";
import { checkPayout, type Seller } from "./check-payout";
import { completeUpload } from "./complete-upload";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import {
  type CheckedImage,
  checkImage,
  type ImageUpload,
  imageColumns,
  NO_IMAGE,
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

export interface ProductInput {
  seller: Seller;
  terms: ProductTerms;
  cover: ImageUpload | null;
  image: ImageUpload | null;
  /** Of the cover; null for the middle. */
  focus: FocusPoint | null;
  /** The picture of shared links; null without script. */
  shareImage: ArrayBuffer | null;
  file: FileToSell;
  /** Of the browser, for all attempts at one start; null without retries. */
  requestId: string | null;
}

type StartDeps = StoringDeps & { clock: Clock; log: Log; ids: Ids } & {
  settings: StorageSettings & Pick<Settings, "feeBps">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  products: Pick<Products, "byId" | "insertDraft" | "hasRecipient">;
  protectedFiles: Pick<ProtectedFiles, "unfinished" | "uploadOf" | "storedBytes" | "parts">;
};

/**
 * Starts the upload of a product's file; the product is a draft until the upload is complete. A repeated
 * `requestId` of a seller returns the upload that it has started; once that is complete it throws `conflict`.
 * Throws `quota_exceeded` above the plan's file size and where the account announces or stores too many
 * bytes, `conflict` where it has too many unfinished uploads, `invalid_input` for an empty file or an invalid
 * image, and the errors of `checkPayout`.
 */
export async function startProduct(input: ProductInput, deps: StartDeps): Promise<UploadState> {
  const { seller, terms, requestId } = input;
  const productId = requestId ? await newProductId(seller.uid, requestId) : deps.ids.short();
  const started = requestId && (await findStarted(seller.uid, productId, deps));
  if (started) return started;
  checkFileSize(input.file, seller.plan);
  const checked = {
    cover: input.cover && checkImage("cover", input.cover),
    image: input.image && checkImage("image", input.image),
    share: checkShareImage(input.shareImage),
  };
  // Before anything is stored.
  const announced = { seller, sizeBytes: input.file.sizeBytes };
  const problem = await findUploadProblem(announced, deps);
  if (problem) throw problem;
  await checkPayout({ seller, payout: terms, stored: null }, deps);

  const upload = await discardUnlessKept(
    deps,
    (storing) => insertDraft({ ...input, productId, checked }, { ...deps, ...storing }),
    async ({ uploads }) => {
      const recorded = await deps.protectedFiles.uploadOf(productId);
      return uploads.some(({ key }) => key === recorded?.storagePath);
    },
  );
  if (upload) return upload;
  // Another upload was started, or ended, since the check: perhaps by the same request.
  const other = requestId && (await findStarted(seller.uid, productId, deps));
  if (other) return other;
  throw (await findUploadProblem(announced, deps)) ?? new Problem("conflict");
}

interface CheckedProduct extends ProductInput {
  productId: string;
  checked: {
    cover: CheckedImage | null;
    image: CheckedImage | null;
    share: ReturnType<typeof checkShareImage>;
  };
}

/** Stores the images, starts the upload and writes the draft; null where the write finds no room for it. */
async function insertDraft(
  { seller, terms, file, focus, requestId, productId, checked }: CheckedProduct,
  deps: StartDeps,
): Promise<UploadState | null> {
  const owner = { uid: seller.uid, productId };
  const now = deps.clock.now();
  // An earlier attempt may have stored images before it failed.
  const version = requestId ? deps.ids.short() : "";
  const store = (slot: ProductImageSlot, image: CheckedImage | null) =>
    image ? storeProductImage(owner, slot, image, deps, version) : NO_IMAGE;
  const [cover, image, share, upload] = await Promise.all([
    store("cover", checked.cover),
    store("image", checked.image),
    storeShareImage(owner, checked.share, deps),
    startFile(owner, file, deps),
  ]);
  const draft = {
    ...terms,
    id: productId,
    ownerUid: seller.uid,
    ...imageColumns({ cover, image, share, focus }),
    fileKey: null,
    productFileName: upload.fileName,
    status: "draft" as const,
    createdAt: now,
    updatedAt: now,
  };
  const bounds = uploadBounds(seller.plan, deps.settings);
  const isInserted = await deps.products.insertDraft(draft, upload, bounds);
  return isInserted ? uploadStateOf(upload, []) : null;
}

/** Throws `conflict` where the upload of an earlier attempt is complete. */
async function findStarted(
  uid: string,
  productId: string,
  { products, protectedFiles }: Pick<StartDeps, "products" | "protectedFiles">,
): Promise<UploadState | null> {
  const files = await protectedFiles.unfinished(uid, MAX_UNFINISHED_UPLOADS);
  const file = files.find((unfinished) => unfinished.productId === productId);
  if (file) return uploadStateOf(file, await protectedFiles.parts(file.key));
  const product = await products.byId(productId);
  if (!product || product.status === "draft") return null;
  throw new Problem("conflict", { messageKey: "upload_published" });
}

type PublishDeps = StartDeps &
  Parameters<typeof receiveSmallFile>[1] &
  Parameters<typeof completeUpload>[1];

/** Publishes a product whose file was sent with its form. Throws the errors of the three steps. */
export async function publishSmallFile(
  { file, ...product }: Omit<ProductInput, "file" | "requestId"> & { file: File },
  deps: PublishDeps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const announced = describeSmallFile(file);
  const upload = await startProduct({ ...product, file: announced, requestId: null }, deps);
  await receiveSmallFile({ uid, upload, file }, deps);
  return completeUpload({ uid, key: upload.key }, deps);
}
