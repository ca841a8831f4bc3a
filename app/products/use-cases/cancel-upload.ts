import { Problem } from "../../lib/problem";
import type { FileStore, Products, ProtectedFiles } from "../ports";
import { ownFile } from "./own-file";

/** Gives up a draft: its record, its parts and its images go. `conflict` once it is published. */
export async function cancelUpload(
  { uid, key }: { uid: string; key: string },
  deps: {
    products: Pick<Products, "byId" | "removeDraft">;
    protectedFiles: Pick<ProtectedFiles, "byKey">;
    files: Pick<FileStore, "abortMultipart" | "remove">;
  },
): Promise<void> {
  const file = await ownFile({ uid, key }, deps);
  const product = await deps.products.byId(file.productId);
  if (!(await deps.products.removeDraft(file.productId, uid))) throw new Problem("conflict");
  if (file.uploadId) await deps.files.abortMultipart(file.storagePath, file.uploadId);
  const images = [product?.coverKey, product?.imageKey].filter((image) => image !== undefined);
  await deps.files.remove([file.storagePath, ...images].filter((path) => path !== ""));
}
