import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Releases } from "../../../db/products/releases";
import type { Log } from "../../lib/log";
import type { Clock, Ids } from "../../lib/ports";
import { DRAFT_LIFETIME_MS } from "../rules/draft";
import type { Product, ProtectedFile } from "../rules/product";
import { isVerified } from "../rules/release";
import { EMPTY_DRAFT_LIFETIME_MS, UPLOAD_LIFETIME_MS } from "../rules/upload";
import { mediaKeysOf, removeUnusedImages } from "./images";
import { cancelUpload, discardStored } from "./uploads";

/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 20;

type Deps = Parameters<typeof cancelUpload>[1] & {
  clock: Clock;
  log: Log;
  ids: Pick<Ids, "short">;
  products: Pick<Products, "prepareRelease">;
  protectedFiles: Pick<ProtectedFiles, "begunBefore" | "emptyBefore">;
  releases: Pick<Releases, "inPreparation">;
};

/**
 * Gives up uploads that began more than a week ago, or hours ago without a part since, with their drafts. A draft with
 * fields stays, as do its verified files, and its uploads have the week in any case.
 */
export async function purgeAbandonedUploads(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const { begunBefore, emptyBefore } = deps.protectedFiles;
  const endOfWeek = now - UPLOAD_LIFETIME_MS;
  await giveUpAll(await begunBefore(endOfWeek, MAX_PURGED_PER_RUN), endOfWeek, deps);
  const empty = await emptyBefore(now - EMPTY_DRAFT_LIFETIME_MS, MAX_PURGED_PER_RUN);
  await giveUpAll(empty, endOfWeek, deps);
}

type Abandoned = Pick<ProtectedFile, "key" | "ownerUid" | "productId">;

async function giveUpAll(
  uploads: readonly Abandoned[],
  begunBefore: number,
  deps: Deps,
): Promise<void> {
  // One of a product stands for all of its release.
  const byProduct = new Map(uploads.map((upload) => [upload.productId, upload]));
  for (const upload of byProduct.values()) {
    // One failure must not keep the others.
    await giveUp(upload, begunBefore, deps).catch((error: unknown) =>
      deps.log("clean_up_failed", { step: "upload", error }),
    );
  }
}

async function giveUp({ key, ownerUid, productId }: Abandoned, begunBefore: number, deps: Deps) {
  const product = await deps.products.byId(productId);
  if (product?.draftFields != null && (await keepOthers(product, begunBefore, deps))) return;
  await cancelUpload({ uid: ownerUid, key }, deps);
}

/** Nothing is announced that a bound could hold for. */
const ANY = Number.MAX_SAFE_INTEGER;
const NO_BOUNDS = { products: ANY, bytes: ANY, maxStoredBytes: ANY };

/**
 * Prepares a release of the files of a draft but those whose uploads began before that time (epoch ms) and are not
 * verified. False where no file is left.
 */
async function keepOthers(
  { id, ownerUid }: Product,
  begunBefore: number,
  deps: Deps,
): Promise<boolean> {
  const prepared = await deps.releases.inPreparation(id);
  const isKept = (file: ProtectedFile) => isVerified(file) || file.createdAt >= begunBefore;
  const kept = prepared?.files.filter(isKept) ?? [];
  if (!prepared || kept.length === 0) return false;
  const release = {
    id: deps.ids.short(),
    productId: id,
    ownerUid,
    note: prepared.note,
    at: deps.clock.now(),
    files: kept.map(({ key, name }) => ({ key, name })),
    uploads: [],
    newBytes: 0,
  };
  const isWritten = await deps.products.prepareRelease(release, {
    replaces: prepared.id,
    bounds: NO_BOUNDS,
  });
  // Otherwise its seller has changed the files meanwhile, or the account is closed: a later run looks again.
  if (isWritten) {
    await discardStored(
      prepared.files.filter((file) => !isKept(file)),
      deps,
    );
  }
  return true;
}

/** Removes drafts with fields that were not saved for `DRAFT_LIFETIME_MS`, with their files, images and samples. */
export async function purgeOldDrafts(
  deps: Pick<Deps, "clock" | "log" | "files" | "media" | "presentations"> & {
    products: Pick<Products, "draftsBefore" | "removeDraft">;
    protectedFiles: Pick<ProtectedFiles, "uploadsOf">;
  },
): Promise<void> {
  const now = deps.clock.now();
  const old = await deps.products.draftsBefore(now - DRAFT_LIFETIME_MS, MAX_PURGED_PER_RUN);
  for (const draft of old) {
    try {
      const uploads = await deps.protectedFiles.uploadsOf(draft.id);
      const presentation = await deps.presentations.ofProduct(draft.id);
      if (!(await deps.products.removeDraft(draft, now))) continue;
      await discardStored(uploads, deps);
      await removeUnusedImages(mediaKeysOf(draft, presentation), deps);
    } catch (error) {
      // One failure must not keep the others.
      deps.log("clean_up_failed", { step: "draft", error });
    }
  }
}
