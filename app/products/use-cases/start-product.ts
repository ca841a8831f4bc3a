import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Releases } from "../../../db/products/releases";
import type { Log } from "../../lib/log";
import type { Clock, Ids, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Chain } from "../../solana/chain";
import type { FreeOffers, StorageSettings } from "../ports";
import type { ProductImageSlot } from "../rules/file-names";
import type { FocusPoint } from "../rules/focus-point";
import { newProductId } from "../rules/new-product-id";
import { NO_IMAGE } from "../rules/pictures";
import type { ProductTerms } from "../rules/product-form";
import { type PreparedUpload, preparedUploadsOf } from "../rules/release";
import { checkFreeOffer } from "./check-free-offer";
import { checkPayout, type Seller } from "./check-payout";
import { discardUnlessKept, type StoringDeps } from "./discard-unless-kept";
import {
  type CheckedImage,
  checkImage,
  type ImageUpload,
  imageColumns,
  storeProductImage,
} from "./images";
import { newRelease } from "./new-release";
import { receiveSmallFiles } from "./receive-small-files";
import { checkShareImage, storeShareImage } from "./share-image";
import { describeSmallFile, type FileToSell } from "./start-file";
import { findUploadProblem, uploadBounds } from "./upload-bounds";

export interface ProductInput {
  seller: Seller;
  terms: ProductTerms;
  cover: ImageUpload | null;
  image: ImageUpload | null;
  /** Of the cover; null for the middle. */
  focus: FocusPoint | null;
  /** The picture of shared links; null without script. */
  shareImage: ArrayBuffer | null;
  /** In order. */
  files: readonly FileToSell[];
  /** Of the browser, for all attempts at one start; null without retries. */
  requestId: string | null;
}

type StartDeps = StoringDeps & { clock: Clock; log: Log; ids: Ids } & {
  settings: StorageSettings & Pick<Settings, "feeBps">;
  chain: Pick<Chain, "accounts" | "rentMinimum">;
  products: Pick<Products, "byId" | "insertDraft" | "hasRecipient">;
  grants: FreeOffers;
  protectedFiles: Pick<ProtectedFiles, "underWay" | "uploadsOf" | "storedBytes">;
  releases: Pick<Releases, "inPreparation">;
};

/**
 * Starts the uploads of a product's files; the product is a draft until they are complete. A repeated
 * `requestId` of a seller returns the uploads that it has started; once they are complete it throws `conflict`.
 * Throws `quota_exceeded` above the plan's sizes and where the account announces or stores too many
 * bytes, `conflict` where it has too many unfinished uploads, `invalid_input` for files that can't be a release
 * or an invalid image, and the errors of `checkPayout`.
 */
export async function startProduct(
  input: ProductInput,
  deps: StartDeps,
): Promise<PreparedUpload[]> {
  const { seller, terms, requestId } = input;
  const productId = requestId ? await newProductId(seller.uid, requestId) : deps.ids.short();
  const started = requestId && (await findStarted(productId, deps));
  if (started) return started;
  const release = newRelease({ seller, productId, note: "", files: input.files }, [], deps);
  const checked = {
    cover: input.cover && checkImage("cover", input.cover),
    image: input.image && checkImage("image", input.image),
    share: checkShareImage(input.shareImage),
  };
  // Before anything is stored.
  const announced = { seller, productId, newBytes: release.newBytes };
  const problem = await findUploadProblem(announced, deps);
  if (problem) throw problem;
  await checkFreeOffer({ seller, terms }, deps);
  await checkPayout({ seller, payout: terms, stored: null }, deps);

  const isInserted = await discardUnlessKept(
    deps,
    async (storing) =>
      (await insertDraft({ ...input, release, checked }, { ...deps, ...storing })) || null,
    async () => (await deps.releases.inPreparation(productId))?.id === release.id,
  );
  if (isInserted) return preparedUploadsOf({ files: release.prepared });
  // Another upload was started, or ended, since the check: perhaps by the same request.
  const other = requestId && (await findStarted(productId, deps));
  if (other) return other;
  throw (await findUploadProblem(announced, deps)) ?? new Problem("conflict");
}

interface CheckedProduct extends ProductInput {
  release: ReturnType<typeof newRelease>;
  checked: {
    cover: CheckedImage | null;
    image: CheckedImage | null;
    share: ReturnType<typeof checkShareImage>;
  };
}

/** Stores the images, and writes the draft with its release; false where the write finds no room for it. */
async function insertDraft(
  { seller, terms, focus, requestId, release, checked }: CheckedProduct,
  deps: StartDeps,
): Promise<boolean> {
  const { productId } = release;
  const owner = { uid: seller.uid, productId };
  // An earlier attempt may have stored images before it failed.
  const version = requestId ? deps.ids.short() : "";
  const store = (slot: ProductImageSlot, image: CheckedImage | null) =>
    image ? storeProductImage(owner, slot, image, deps, version) : NO_IMAGE;
  const [cover, image, share] = await Promise.all([
    store("cover", checked.cover),
    store("image", checked.image),
    storeShareImage(owner, checked.share, deps),
  ]);
  const draft = {
    ...terms,
    descriptionFormat: "markdown" as const,
    id: productId,
    ownerUid: seller.uid,
    ...imageColumns({ cover, image, share, focus }),
    releaseId: null,
    productFileName: release.files[0]?.name ?? "",
    status: "draft" as const,
    createdAt: release.at,
    updatedAt: release.at,
  };
  const bounds = uploadBounds(seller.plan, deps.settings);
  return deps.products.insertDraft(draft, release, bounds);
}

/**
 * Throws `conflict` where the uploads of an earlier attempt are complete, or it made a draft with fields. The id is
 * that of one seller.
 */
async function findStarted(
  productId: string,
  { products, releases }: Pick<StartDeps, "products" | "releases">,
): Promise<PreparedUpload[] | null> {
  const product = await products.byId(productId);
  if (!product) return null;
  if (product.status !== "draft") throw new Problem("conflict", { messageKey: "upload_published" });
  // Its uploads would not put it on sale.
  if (product.draftFields !== null) throw new Problem("conflict");
  const prepared = await releases.inPreparation(productId);
  return prepared && preparedUploadsOf(prepared);
}

type PublishDeps = StartDeps & Parameters<typeof receiveSmallFiles>[1];

/** Publishes a product whose files were sent with its form. Throws the errors of the three steps. */
export async function publishSmallFiles(
  { files, ...product }: Omit<ProductInput, "files" | "requestId"> & { files: readonly File[] },
  deps: PublishDeps,
): Promise<{ productId: string }> {
  const { uid } = product.seller;
  const announced = files.map(describeSmallFile);
  const uploads = await startProduct({ ...product, files: announced, requestId: null }, deps);
  return receiveSmallFiles({ uid, uploads, files }, deps);
}
