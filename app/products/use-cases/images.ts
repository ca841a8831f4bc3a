import type { Media } from "../../../db/products/media";
import { MAX_IMAGE_BYTES, SMALL_IMAGE_SIDE_PX } from "../../images/rules/image-types";
import { widthsOf } from "../../images/rules/image-widths";
import { type SanitizedImage, sanitizeImage } from "../../images/rules/sanitize-image";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore, StorageSettings } from "../ports";
import { checkImageFile } from "../rules/check-image";
import { cleanFileName, imageKey, type ProductImageSlot, smallImageKey } from "../rules/file-names";
import { type FocusPoint, focusColumns } from "../rules/focus-point";
import type { StoredImage } from "../rules/pictures";
import type { Presentation } from "../rules/presentation";
import type { Product } from "../rules/product";

export interface ImageUpload {
  name: string;
  bytes: ArrayBuffer;
  /** The small size that the browser made; null without script. */
  small: ArrayBuffer | null;
}

/** What a form asks for: a new image, "remove", or null to keep the current one. */
export type ImageChange = ImageUpload | "remove" | null;

/** An uploaded image without metadata, in one or two sizes. */
export interface CheckedImage {
  name: string;
  large: SanitizedImage;
  small: SanitizedImage | null;
}

/**
 * An uploaded image without its metadata. Throws `invalid_input` for the form field if it is not an
 * image or exceeds a limit. A small size that is refused is left out.
 */
export function checkImage(field: string, { name, bytes, small }: ImageUpload): CheckedImage {
  const checked = checkImageFile(name, new Uint8Array(bytes));
  if ("problem" in checked) throw new Problem("invalid_input", { ...checked.problem, field });
  return { name, large: checked.image, small: checkSmall(small) };
}

/** The change with its image checked. Throws the errors of `checkImage`. */
export function checkImageChange(field: string, change: ImageChange) {
  return change && change !== "remove" ? checkImage(field, change) : change;
}

function checkSmall(bytes: ArrayBuffer | null): SanitizedImage | null {
  if (!bytes || bytes.byteLength > MAX_IMAGE_BYTES) return null;
  const small = sanitizeImage(new Uint8Array(bytes), SMALL_IMAGE_SIDE_PX);
  return typeof small === "string" ? null : small;
}

export interface StoreDeps {
  settings: StorageSettings;
  clock: Clock;
  ids: Pick<Ids, "short">;
  files: Pick<FileStore, "put">;
  media: Pick<Media, "insert">;
}

/**
 * Stores an image under a key and returns its public id, of which `paths.media` makes the address.
 * Responses are cached as immutable, so that a key is used once. `productId` is null for an image of a
 * seller's page. Throws `quota_exceeded` where the account would store too much: the caller removes what
 * was stored (`discardUnlessKept`).
 */
export async function storeImage(
  place: { key: string; ownerUid: string; productId: string | null },
  { type, width, height, bytes }: SanitizedImage,
  deps: StoreDeps,
): Promise<string> {
  const id = deps.ids.short();
  await deps.files.put(place.key, bytes.buffer, type);
  const record = { ...place, id, contentType: type, width, height, sizeBytes: bytes.byteLength };
  const { maxStoredBytes } = deps.settings;
  if (await deps.media.insert({ ...record, createdAt: deps.clock.now() }, maxStoredBytes))
    return id;
  throw storageFull(maxStoredBytes);
}

/** For an account that would store more than `maxStoredBytes`. */
export function storageFull(maxStoredBytes: number): Problem {
  const params = { megabytes: Math.floor(maxStoredBytes / (1024 * 1024)) };
  return new Problem("quota_exceeded", { messageKey: "storage_full", params });
}

/** Stores the sizes of a cover or second image. A replacement needs a `version` for its key. */
export async function storeProductImage(
  { uid, productId }: { uid: string; productId: string },
  slot: ProductImageSlot,
  { name, large, small }: CheckedImage,
  deps: StoreDeps,
  version = "",
): Promise<StoredImage> {
  const key = imageKey({ uid, folder: productId }, slot, cleanFileName(name), version);
  const place = { ownerUid: uid, productId };
  const [mediaId, smallMediaId] = await Promise.all([
    storeImage({ ...place, key }, large, deps),
    small ? storeImage({ ...place, key: smallImageKey(key) }, small, deps) : "",
  ]);
  const { width: shownWidth, height: shownHeight } = large.shown;
  return { key, mediaId, smallMediaId, ...widthsOf(large, small), shownWidth, shownHeight };
}

/** The columns of a product for the picture of shared links. */
export type ShareColumns = Pick<Product, "shareKey" | "shareMediaId">;

export const NO_SHARE_IMAGE: ShareColumns = { shareKey: "", shareMediaId: "" };

/** The columns of a product for its images. */
export function imageColumns({
  image,
  ...others
}: Parameters<typeof coverColumns>[0] & { image: StoredImage }) {
  return { ...coverColumns(others), ...firstPictureColumns(image) };
}

/** The columns of a product for its cover, and for the picture of shared links. */
export function coverColumns({
  cover,
  share = NO_SHARE_IMAGE,
  focus = null,
}: {
  cover: StoredImage;
  share?: ShareColumns;
  focus?: FocusPoint | null;
}) {
  return {
    ...share,
    ...focusColumns(cover.key ? focus : null),
    coverKey: cover.key,
    coverMediaId: cover.mediaId,
    coverSmallMediaId: cover.smallMediaId,
    coverWidth: cover.width,
    coverSmallWidth: cover.smallWidth,
    coverShownWidth: cover.shownWidth,
    coverShownHeight: cover.shownHeight,
  };
}

/** The columns of a product for its first picture. */
export function firstPictureColumns(image: StoredImage) {
  return {
    imageKey: image.key,
    imageMediaId: image.mediaId,
    imageSmallMediaId: image.smallMediaId,
    imageWidth: image.width,
    imageSmallWidth: image.smallWidth,
    imageShownWidth: image.shownWidth,
    imageShownHeight: image.shownHeight,
  };
}

/** The keys of all images and the sample of a product, without the small sizes. */
export function mediaKeysOf(
  { coverKey, shareKey }: Pick<Product, "coverKey" | "shareKey">,
  { pictures, sample }: Presentation,
): string[] {
  return [coverKey, shareKey, ...pictures.map(({ key }) => key), sample?.key ?? ""];
}

/** Removes images with their small sizes and public addresses. Empty keys are ignored. */
export async function removeImages(
  keys: readonly string[],
  deps: { files: Pick<FileStore, "remove">; media: Pick<Media, "removeByKeys"> },
): Promise<void> {
  const sizes = keys.filter((key) => key !== "").flatMap((key) => [key, smallImageKey(key)]);
  const all = [...new Set(sizes)];
  await deps.files.remove(all);
  await deps.media.removeByKeys(all);
}

/**
 * `removeImages` after the write that has ended their use. A failure is logged, for that write counts; the
 * sweep of unnamed objects removes them later.
 */
export async function removeUnusedImages(
  keys: readonly string[],
  deps: Parameters<typeof removeImages>[1] & { log: Log },
): Promise<void> {
  await removeImages(keys, deps).catch((error: unknown) =>
    deps.log("clean_up_failed", { step: "images", error }),
  );
}

/** Keeps a run short, and within the 100 parameters of a statement; the next run continues. */
const MAX_DISCARDED_PER_RUN = 100;

/** Removes images that the deletion of an account has marked. Idempotent. */
export async function purgeDiscardedImages(deps: {
  files: Pick<FileStore, "remove">;
  media: Pick<Media, "discarded" | "removeByKeys">;
}): Promise<void> {
  const keys = await deps.media.discarded(MAX_DISCARDED_PER_RUN);
  await deps.files.remove(keys);
  await deps.media.removeByKeys(keys);
}
