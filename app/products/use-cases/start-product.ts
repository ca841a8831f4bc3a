import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PlanId } from "../../lib/viewer";
import type { Chain } from "../../solana/chain";
import type { FileStore } from "../ports";
import { cleanFileName, protectedFileKey, protectedStoragePath } from "../rules/file-names";
import { effectivePlan } from "../rules/plans";
import type { ProtectedFile } from "../rules/product";
import type { ProductTerms } from "../rules/product-form";
import {
  MAX_FILES_IN_FLIGHT,
  MAX_UNFINISHED_UPLOADS,
  PART_BYTES,
  partCount,
  partRange,
  type UploadState,
  uploadStateOf,
} from "../rules/upload";
import { checkPayout, type Seller } from "./check-payout";
import { completeUpload } from "./complete-upload";
import { checkImage, type ImageUpload, storeImage } from "./images";
import { receivePart } from "./receive-part";

export interface FileToSell {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** Epoch ms of its last change as reported by the browser; null if unknown. */
  modifiedAt: number | null;
}

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
};

/** Sent only with a download; a malformed type becomes `application/octet-stream`. */
const MEDIA_TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/;

/**
 * Starts the upload of a product's file; the product is a draft until the upload is complete.
 * Throws `quota_exceeded` above the plan's file size and where unfinished uploads already announce too
 * many bytes, `conflict` where there are too many of them, `invalid_input` for an empty file or an invalid
 * image, and the errors of `checkPayout`.
 */
export async function startProduct(input: NewProduct, deps: StartDeps): Promise<UploadState> {
  const { seller, terms } = input;
  checkFile(input.file, seller.plan);
  if (input.cover) checkImage("cover", input.cover);
  if (input.image) checkImage("image", input.image);
  await checkRoom(input, deps);
  await checkPayout({ seller, payout: terms, stored: null }, deps);

  const productId = deps.ids.short();
  const owner = { uid: seller.uid, productId };
  const now = deps.clock.now();
  const [coverKey, imageKey, file] = await Promise.all([
    input.cover ? storeImage(owner, "cover", input.cover, deps) : "",
    input.image ? storeImage(owner, "image", input.image, deps) : "",
    startFile(owner, input.file, now, deps),
  ]);
  const draft = {
    ...terms,
    id: productId,
    ownerUid: seller.uid,
    coverKey,
    imageKey,
    fileKey: null,
    productFileName: file.fileName,
    status: "draft" as const,
    createdAt: now,
    updatedAt: now,
  };
  const bounds = uploadBounds(seller.plan);
  if (await deps.products.insertDraft(draft, file, bounds)) return uploadStateOf(file, []);
  await discard([coverKey, imageKey], file, deps);
  throw await tooManyUploads(seller, deps);
}

function uploadBounds(plan: PlanId): { uploads: number; bytes: number } {
  const bytes = MAX_FILES_IN_FLIGHT * effectivePlan(plan).maxFileBytes;
  return { uploads: MAX_UNFINISHED_UPLOADS, bytes };
}

/** Checked before anything is stored; the insert checks again. */
async function checkRoom(
  { seller, file }: Pick<NewProduct, "seller" | "file">,
  deps: StartDeps,
): Promise<void> {
  const { uploads, bytes } = uploadBounds(seller.plan);
  const open = await deps.protectedFiles.unfinished(seller.uid, uploads);
  const reserved = open.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (open.length >= uploads || reserved + file.sizeBytes > bytes) {
    throw await tooManyUploads(seller, deps);
  }
}

async function tooManyUploads(
  { uid, plan }: Seller,
  { protectedFiles }: Pick<StartDeps, "protectedFiles">,
): Promise<Problem> {
  const { uploads, bytes } = uploadBounds(plan);
  const open = await protectedFiles.unfinished(uid, uploads);
  if (open.length >= uploads) {
    return new Problem("conflict", { messageKey: "uploads_full", params: { max: uploads } });
  }
  const params = { megabytes: bytes / (1024 * 1024) };
  return new Problem("quota_exceeded", { messageKey: "upload_bytes_full", params });
}

async function discard(
  images: string[],
  { storagePath, uploadId }: ProtectedFile,
  { files }: StartDeps,
): Promise<void> {
  if (uploadId) await files.abortMultipart(storagePath, uploadId);
  await files.remove(images.filter((key) => key !== ""));
}

type PublishDeps = StartDeps &
  Parameters<typeof receivePart>[1] &
  Parameters<typeof completeUpload>[1];

/** Publishes a product whose file was sent with its form. Throws the errors of the three steps. */
export async function publishSmallFile(
  { file, ...product }: Omit<NewProduct, "file"> & { file: File },
  deps: PublishDeps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const { name, size: sizeBytes, type: contentType } = file;
  const announced = { name, sizeBytes, contentType, modifiedAt: null };
  const upload = await startProduct({ ...product, file: announced }, deps);
  for (let partNumber = 1; partNumber <= partCount(upload); partNumber += 1) {
    const range = partRange(upload, partNumber);
    if (!range) break;
    const part = file.slice(range.start, range.end);
    const body = part.stream() as ReadableStream<Uint8Array>;
    await receivePart({ uid, key: upload.key, partNumber, sizeBytes: part.size, body }, deps);
  }
  return completeUpload({ uid, key: upload.key }, deps);
}

function checkFile({ sizeBytes }: FileToSell, plan: PlanId): void {
  if (sizeBytes <= 0)
    throw new Problem("invalid_input", { messageKey: "file_empty", field: "file" });
  const { maxFileBytes } = effectivePlan(plan);
  if (sizeBytes <= maxFileBytes) return;
  const params = { megabytes: maxFileBytes / (1024 * 1024) };
  throw new Problem("quota_exceeded", { messageKey: "file_too_large", params, field: "file" });
}

async function startFile(
  { uid, productId }: { uid: string; productId: string },
  file: FileToSell,
  now: number,
  deps: StartDeps,
): Promise<ProtectedFile> {
  const uniqueId = deps.ids.short();
  const fileName = cleanFileName(file.name);
  const contentType = MEDIA_TYPE.test(file.contentType)
    ? file.contentType
    : "application/octet-stream";
  const storagePath = protectedStoragePath(uniqueId, fileName);
  return {
    key: protectedFileKey(uniqueId, fileName),
    storagePath,
    ownerUid: uid,
    productId,
    fileName,
    contentType,
    sizeBytes: file.sizeBytes,
    sha256: null,
    status: "uploading",
    uploadId: await deps.files.startMultipart(storagePath, contentType),
    partSizeBytes: PART_BYTES,
    modifiedAt: file.modifiedAt,
    createdAt: now,
    completedAt: null,
  };
}
