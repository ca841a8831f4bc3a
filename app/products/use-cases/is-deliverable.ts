import type { FileStore, ProtectedFiles } from "../ports";
import type { Product } from "../rules/product";

interface Deps {
  protectedFiles: Pick<ProtectedFiles, "byKey">;
  files: Pick<FileStore, "head">;
}

/** Whether the product's file is there, whole and as large as it was when it was checked. */
export async function isDeliverable(
  { fileKey }: Pick<Product, "fileKey">,
  { protectedFiles, files }: Deps,
): Promise<boolean> {
  const record = fileKey ? await protectedFiles.byKey(fileKey) : null;
  if (record?.status !== "complete") return false;
  const stored = await files.head(record.storagePath);
  return stored?.sizeBytes === record.sizeBytes;
}
