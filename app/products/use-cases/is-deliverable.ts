import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { FileStore } from "../ports";
import type { Product } from "../rules/product";

interface Deps {
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
}

/** Whether the product's file is complete and stored with the size that was verified. */
export async function isDeliverable(
  { fileKey }: Pick<Product, "fileKey">,
  { protectedFiles, files }: Deps,
): Promise<boolean> {
  const record = fileKey ? await protectedFiles.byKey(fileKey) : null;
  // Complete, or replaced since the product was read.
  if (!record || record.status === "uploading") return false;
  const stored = await files.head(record.storagePath);
  return stored?.sizeBytes === record.sizeBytes;
}
