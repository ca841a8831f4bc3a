import type { ProductRemoval } from "../../../db/orders/product-removal";
import type { Media } from "../../../db/products/media";
import type { Presentations } from "../../../db/products/presentations";
import type { Products } from "../../../db/products/products";
import type { ProtectedFiles } from "../../../db/products/protected-files";
import type { Log } from "../../lib/log";
import type { Clock } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { FileStore } from "../../products/ports";
import type { Product } from "../../products/rules/product";
import { mediaKeysOf, removeUnusedImages } from "../../products/use-cases/images";
import { ownProductOrDraft } from "../../products/use-cases/ownership";
import { discardStored } from "../../products/use-cases/uploads";
import { ASSUMED_PACE } from "../../solana/pace";
import type { OrderWatcher } from "../ports";
import { type RemovalObstacle, removalObstacle } from "../rules/product-removal";

interface Input {
  uid: string;
  productId: string;
}

interface ReadDeps {
  clock: Clock;
  products: Pick<Products, "byId">;
  productRemoval: Pick<ProductRemoval, "facts">;
}

interface Deletion {
  product: Pick<Product, "id" | "title" | "status">;
  /** Null where it can be deleted. */
  obstacle: RemovalObstacle | null;
}

/** What the deletion of a seller's product or draft would meet now. Throws `not_found`. */
export async function readDeletion(input: Input, deps: ReadDeps): Promise<Deletion> {
  const product = await ownProductOrDraft(input, deps);
  return { product, obstacle: await obstacleTo(product, deps) };
}

interface Deps extends ReadDeps {
  log: Log;
  productRemoval: ProductRemoval;
  protectedFiles: Pick<ProtectedFiles, "uploadsOf">;
  presentations: Pick<Presentations, "ofProduct">;
  files: Pick<FileStore, "abortMultipart" | "remove">;
  media: Pick<Media, "removeByKeys">;
  watcher: Pick<OrderWatcher, "changed">;
}

/**
 * Deletes a product or draft that was never paid for and can't be any more. Its open orders end. Images
 * and what has been uploaded of a file go at once; files that were on sale stay for `UNNAMED_KEPT_MS`,
 * as a database that is restored from a copy may sell them again. Throws `not_found`, and `conflict`
 * where it can only be disabled.
 */
export async function deleteProduct(input: Input, deps: Deps): Promise<Pick<Product, "status">> {
  const product = await ownProductOrDraft(input, deps);
  const now = deps.clock.now();
  const [uploads, presentation, followed] = await Promise.all([
    deps.protectedFiles.uploadsOf(product.id),
    deps.presentations.ofProduct(product.id),
    deps.productRemoval.followed(product, now),
  ]);
  if (!(await deps.productRemoval.remove(product, now))) {
    const obstacle = await obstacleTo(product, deps);
    if (obstacle?.why === "bundled") {
      const params = { title: obstacle.bundle };
      throw new Problem("conflict", { messageKey: "product_in_bundle", params });
    }
    throw new Problem("conflict", {
      messageKey: obstacle?.why === "payments" ? "product_has_payments" : "product_may_be_paid",
    });
  }
  // The deletion is written; the sweeps and polls make up for what fails here.
  const results = await Promise.allSettled([
    removeUnusedImages(mediaKeysOf(product, presentation), deps),
    discardStored(uploads, deps),
    ...followed.map((orderId) => deps.watcher.changed(orderId)),
  ]);
  for (const result of results) {
    if (result.status === "rejected") {
      deps.log("clean_up_failed", { step: "product", error: result.reason });
    }
  }
  return product;
}

/** Deletes a draft. Throws `not_found`, and `conflict` for what is on sale or was. */
export async function deleteDraft(input: Input, deps: Deps): Promise<void> {
  const { status } = await ownProductOrDraft(input, deps);
  if (status !== "draft") throw new Problem("conflict");
  await deleteProduct(input, deps);
}

async function obstacleTo(product: Product, deps: ReadDeps): Promise<RemovalObstacle | null> {
  const facts = await deps.productRemoval.facts(product, deps.clock.now());
  return removalObstacle(facts, ASSUMED_PACE);
}
