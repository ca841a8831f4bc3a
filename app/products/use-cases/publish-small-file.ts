import { partCount, partRange } from "../rules/upload";
import { completeUpload } from "./complete-upload";
import { receivePart } from "./receive-part";
import { type NewProduct, startProduct } from "./start-product";

type Deps = Parameters<typeof startProduct>[1] &
  Parameters<typeof receivePart>[1] &
  Parameters<typeof completeUpload>[1];

/** Publishes at once a product whose file came whole with its form. Throws as the steps do. */
export async function publishSmallFile(
  { file, ...product }: Omit<NewProduct, "file"> & { file: File },
  deps: Deps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const announced = {
    name: file.name,
    sizeBytes: file.size,
    contentType: file.type,
    modifiedAt: null,
  };
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
