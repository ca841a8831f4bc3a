import { MAX_IMAGE_BYTES } from "../../images/rules/image-types";
import { type SanitizedImage, sanitizeImage } from "../../images/rules/sanitize-image";
import type { FileStore } from "../ports";
import {
  imageFileName,
  type ProductImageSlot,
  sampleKey,
  smallImageKey,
} from "../rules/file-names";
import type { StoredImage } from "../rules/pictures";
import type { Presentation } from "../rules/presentation";
import type { Sample } from "../rules/sample";
import { type StoreDeps, storeProductImage } from "./images";
import { recordSample } from "./store-sample";

interface Owner {
  uid: string;
  productId: string;
}

export type CopyDeps = StoreDeps & { files: Pick<FileStore, "put" | "putStream" | "read"> };

/**
 * Copies of the pictures and the sample of a product for another one of its seller. What can't be read is left out.
 * Throws `quota_exceeded` where the account would store too much.
 */
export async function copyPresentation(
  { pictures, sample }: Presentation,
  owner: Owner,
  deps: CopyDeps,
): Promise<Presentation> {
  const copies: StoredImage[] = [];
  // One after the other: a Worker has no memory for all of them.
  for (const { key } of pictures) {
    const copy = await copyProductImage(key, owner, "image", deps, deps.ids.short());
    if (copy) copies.push(copy);
  }
  return { pictures: copies, sample: sample && (await copySample(sample, owner, deps)) };
}

/** A copy of an image, in both sizes; null where there is none that can be read. Throws as `copyPresentation`. */
export async function copyProductImage(
  key: string,
  owner: Owner,
  slot: ProductImageSlot,
  deps: CopyDeps,
  version = "",
): Promise<StoredImage | null> {
  const large = key && (await readImage(key, deps));
  if (!large) return null;
  const smallKey = smallImageKey(key);
  const small = smallKey === key ? null : await readImage(smallKey, deps);
  return storeProductImage(owner, slot, { name: imageFileName(key), large, small }, deps, version);
}

/** Null where there is none of this key, or nothing that is an image. */
async function readImage(key: string, { files }: CopyDeps): Promise<SanitizedImage | null> {
  const found = await files.read(key, {});
  if (found?.kind !== "body") return null;
  if (found.object.sizeBytes > MAX_IMAGE_BYTES) {
    await found.body.cancel();
    return null;
  }
  const image = sanitizeImage(new Uint8Array(await new Response(found.body).arrayBuffer()));
  return typeof image === "string" ? null : image;
}

async function copySample(sample: Sample, owner: Owner, deps: CopyDeps): Promise<Sample | null> {
  const found = await deps.files.read(sample.key, {});
  if (found?.kind !== "body") return null;
  const { sizeBytes } = found.object;
  const key = sampleKey(owner, sample.name, deps.ids.short());
  await deps.files.putStream(key, found.body, sizeBytes, sample.contentType);
  const copy = { ...sample, key, sizeBytes };
  return { ...copy, mediaId: await recordSample(copy, owner, deps) };
}
