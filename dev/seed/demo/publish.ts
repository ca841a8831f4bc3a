import { createHash } from "node:crypto";
import { parseSol } from "../../../app/lib/parse-sol";
import { categoryById } from "../../../app/products/rules/categories";
import {
  imageKey,
  type ProductImageSlot,
  protectedFileKey,
  protectedStoragePath,
  sampleKey,
} from "../../../app/products/rules/file-names";
import { NO_IMAGE, type StoredImage } from "../../../app/products/rules/pictures";
import { saleLimitOf } from "../../../app/products/rules/sale-type";
import { detectSampleType } from "../../../app/products/rules/sample";
import { PART_BYTES } from "../../../app/products/rules/upload";
import {
  checkImage,
  imageColumns,
  removeImages,
  storeProductImage,
} from "../../../app/products/use-cases/images";
import type { SeedPorts } from "../context";
import { type DemoSeller, demoId } from "./people";
import type { DemoProduct } from "./product";

/** Inserts a product with its file and pictures, unless it exists. */
export async function publish(
  seller: DemoSeller,
  demo: DemoProduct,
  ports: SeedPorts,
  now: number,
): Promise<void> {
  const id = demoId(demo.slug);
  if (await ports.products.byId(id)) return;
  const createdAt = now - demo.age * 3_600_000;
  const category = categoryById(demo.category);
  const price = parseSol(demo.price);
  if (!category || !price.ok) throw new Error(`${demo.slug} has no such category or price`);
  const [releaseId, cover, image] = await Promise.all([
    storeFile(seller.uid, id, demo, ports, createdAt),
    storePicture(seller.uid, id, "cover", demo.cover, ports),
    storePicture(seller.uid, id, "image", demo.image, ports),
  ]);
  const saleType = demo.saleType ?? "infinite";
  await ports.products.insert({
    id,
    ownerUid: seller.uid,
    title: demo.title,
    description: demo.description,
    descriptionFormat: "plain",
    categoryId: category.id,
    subcategoryId: demo.subcategory,
    type: category.type,
    isFree: false,
    isPriceChosen: false,
    suggestedLamports: null,
    priceLamports: price.lamports,
    ...imageColumns({ cover, image, focus: demo.coverFocus ?? null }),
    releaseId,
    productFileName: demo.file.name,
    status: demo.disabled ? "disabled" : "active",
    recipient: seller.wallet.publicKey.toBase58(),
    saleType,
    saleLimit: saleLimitOf(saleType, demo.saleLimit ?? null),
    createdAt,
    updatedAt: createdAt,
  });
  await present({ id, ownerUid: seller.uid }, image, demo, ports);
}

/** Adds the further pictures and the sample. */
async function present(
  product: { id: string; ownerUid: string },
  first: StoredImage,
  { images = [], sample }: DemoProduct,
  ports: SeedPorts,
): Promise<void> {
  const { id, ownerUid } = product;
  const pictures = first.key ? [first] : [];
  for (const make of images) {
    const bytes = bufferOf(make());
    const picture = checkImage("image", { name: "image.png", bytes, small: null });
    const owner = { uid: ownerUid, productId: id };
    pictures.push(await storeProductImage(owner, "image", picture, ports, ports.ids.short()));
  }
  const replaced = pictures.slice(0, 1).map(({ mediaId }) => mediaId);
  if (images.length > 0) await ports.presentations.replacePictures(product, replaced, pictures);
  if (sample) await storeSample(product, sample, ports);
}

/** Beside `storeSample` of the app, whose streams Node lacks. */
async function storeSample(
  { id: productId, ownerUid }: { id: string; ownerUid: string },
  { name, make }: NonNullable<DemoProduct["sample"]>,
  { files, media, presentations, ids, settings, clock }: SeedPorts,
): Promise<void> {
  const bytes = bufferOf(make());
  const type = detectSampleType(new Uint8Array(bytes));
  if (!type) throw new Error(`${name} is no sample`);
  const { kind, contentType } = type;
  const key = sampleKey({ uid: ownerUid, productId }, name, ids.short());
  await files.put(key, bytes, contentType);
  const facts = { key, contentType, sizeBytes: bytes.byteLength };
  const [mediaId, createdAt] = [ids.short(), clock.now()];
  const record = { ...facts, id: mediaId, width: null, height: null, productId, ownerUid };
  await media.insert({ ...record, createdAt }, settings.maxStoredBytes);
  const sample = { ...facts, mediaId, kind, name, shownWidth: null, shownHeight: null };
  await presentations.putSample({ id: productId, ownerUid }, sample, createdAt);
}

async function storeFile(
  ownerUid: string,
  productId: string,
  { slug, file }: DemoProduct,
  ports: SeedPorts,
  at: number,
): Promise<string> {
  const uniqueId = demoId(`${slug}/file`);
  const key = protectedFileKey(uniqueId, file.name);
  const storagePath = protectedStoragePath(uniqueId, file.name);
  const bytes = file.make();
  await ports.files.put(storagePath, bufferOf(bytes), file.type);
  if (await ports.protectedFiles.byKey(key)) return key;
  await ports.protectedFiles.insert({
    key,
    storagePath,
    ownerUid,
    productId,
    fileName: file.name,
    contentType: file.type,
    sizeBytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    status: "complete",
    uploadId: null,
    partSizeBytes: PART_BYTES,
    modifiedAt: null,
    createdAt: at,
    completedAt: at,
  });
  return key;
}

async function storePicture(
  uid: string,
  productId: string,
  slot: ProductImageSlot,
  make: (() => Uint8Array) | undefined,
  ports: SeedPorts,
): Promise<StoredImage> {
  if (!make) return NO_IMAGE;
  const name = `${slot}.png`;
  // A seed that was interrupted may have stored it.
  await removeImages([imageKey({ uid, folder: productId }, slot, name)], ports);
  const picture = checkImage(slot, { name, bytes: bufferOf(make()), small: null });
  return storeProductImage({ uid, productId }, slot, picture, ports);
}

/** A copy of the bytes: a view can be part of a larger buffer. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
