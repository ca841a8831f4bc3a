import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { PlanId } from "../../lib/viewer";
import type { Chain } from "../../solana/chain";
import type { FileStore, Products, ProtectedFiles } from "../ports";
import { cleanFileName, protectedFileKey, protectedStoragePath } from "../rules/file-names";
import { effectivePlan } from "../rules/plans";
import type { ProtectedFile } from "../rules/product";
import type { ProductTerms } from "../rules/product-form";
import { PART_BYTES, type UploadState } from "../rules/upload";
import { checkSellerShare } from "./check-seller-share";
import { checkImage, type ImageUpload, storeImage } from "./store-image";

export interface FileToSell {
  name: string;
  sizeBytes: number;
  contentType: string;
  /** Epoch ms of its last change, as the browser tells; null where it does not. */
  modifiedAt: number | null;
}

export interface NewProduct {
  seller: { uid: string; plan: PlanId };
  terms: ProductTerms;
  cover: ImageUpload | null;
  image: ImageUpload | null;
  file: FileToSell;
}

type Deps = { clock: Clock; ids: Ids } & {
  chain: Pick<Chain, "accounts">;
  products: Pick<Products, "insert">;
  protectedFiles: Pick<ProtectedFiles, "insert">;
  files: Pick<FileStore, "put" | "startMultipart">;
};

/** Media types are shown to nobody and sent only as a download; what is odd becomes plain bytes. */
const MEDIA_TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/;

/**
 * Opens the upload of a product's file and keeps the product as a draft until it is whole.
 * Throws `quota_exceeded` over the plan's file size, `invalid_input` for an empty file or a bad
 * image, `invalid_price` where the price could not open the seller's wallet.
 */
export async function startProduct(input: NewProduct, deps: Deps): Promise<UploadState> {
  const { seller, terms } = input;
  checkFile(input.file, seller.plan);
  if (input.cover) checkImage("cover", input.cover);
  if (input.image) checkImage("image", input.image);
  await checkSellerShare({ ...terms, plan: seller.plan }, deps);

  const productId = deps.ids.short();
  const owner = { uid: seller.uid, productId };
  const now = deps.clock.now();
  const [coverKey, imageKey, file] = await Promise.all([
    input.cover ? storeImage(owner, "cover", input.cover, deps) : "",
    input.image ? storeImage(owner, "image", input.image, deps) : "",
    openFile(owner, input.file, now, deps),
  ]);
  await deps.products.insert({
    ...terms,
    id: productId,
    ownerUid: seller.uid,
    coverKey,
    imageKey,
    fileKey: null,
    productFileName: file.fileName,
    status: "draft",
    createdAt: now,
    updatedAt: now,
  });
  await deps.protectedFiles.insert(file);
  const { key, fileName, sizeBytes, partSizeBytes, modifiedAt } = file;
  return { key, productId, fileName, sizeBytes, partSizeBytes, modifiedAt, received: [] };
}

function checkFile({ sizeBytes }: FileToSell, plan: PlanId): void {
  if (sizeBytes <= 0) throw new Problem("invalid_input", { words: "file_empty", field: "file" });
  const { maxFileBytes } = effectivePlan(plan);
  if (sizeBytes <= maxFileBytes) return;
  const params = { megabytes: maxFileBytes / (1024 * 1024) };
  throw new Problem("quota_exceeded", { words: "file_too_large", params, field: "file" });
}

async function openFile(
  { uid, productId }: { uid: string; productId: string },
  file: FileToSell,
  now: number,
  deps: Deps,
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
