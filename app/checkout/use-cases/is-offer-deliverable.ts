import type { Product } from "../../products/rules/product";
import { isDeliverable } from "../../products/use-cases/is-deliverable";
import { areVerified, type OfferedItem } from "../rules/bundle-offer";

type FileDeps = Parameters<typeof isDeliverable>[1];

/** Whether what a product sells can be delivered: its own release, or those of `items` of a bundle. */
export async function isOfferDeliverable(
  product: Pick<Product, "id" | "releaseId">,
  items: readonly OfferedItem[] | null,
  deps: FileDeps,
): Promise<boolean> {
  return items ? areItemsStored(items, deps) : isDeliverable(product, deps);
}

/** Whether the items of a bundle can be delivered. Of each, the first file is looked at: a look is a call. */
export async function areItemsStored(
  items: readonly OfferedItem[],
  { files }: Pick<FileDeps, "files">,
): Promise<boolean> {
  if (items.length === 0 || !areVerified(items)) return false;
  const first = items.flatMap((item) => item.files.slice(0, 1));
  const stored = await Promise.all(first.map(({ storagePath }) => files.head(storagePath)));
  return first.every(({ sizeBytes }, at) => stored[at]?.sizeBytes === sizeBytes);
}
