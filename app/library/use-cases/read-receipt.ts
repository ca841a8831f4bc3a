import type { Users } from "../../../db/accounts/users";
import type { Ledger } from "../../../db/orders/ledger";
import type { Purchases } from "../../../db/orders/purchases";
import type { Products } from "../../../db/products/products";
import type { Releases } from "../../../db/products/releases";
import { chosenName } from "../../accounts/rules/chosen-name";
import { Problem } from "../../lib/problem";
import type { OrderStore } from "../../orders/ports";
import type { Order } from "../../orders/rules/order";
import { isBundle } from "../../orders/rules/terms";
import { hasReceipt, type Receipt, type ReceiptFile, receiptOf } from "../rules/receipt";

interface Input {
  orderId: string;
  uid: string;
  /** Whose receipt is asked for. */
  reader: "buyer" | "seller";
}

interface BoughtFilesDeps {
  purchases: Pick<Purchases, "ofOrder">;
  products: Pick<Products, "byId">;
  releases: Pick<Releases, "filesOf">;
}

interface Deps extends BoughtFilesDeps {
  orders: Pick<OrderStore, "byId">;
  ledger: Pick<Ledger, "ofOrder">;
  users: Pick<Users, "byUid">;
}

/**
 * The receipt of a purchase for its buyer, or of a sale for its seller. Throws `not_found`, also for
 * another person's order and for one without a purchase.
 */
export async function readReceipt({ orderId, uid, reader }: Input, deps: Deps): Promise<Receipt> {
  const order = await deps.orders.byId(orderId);
  const person = reader === "buyer" ? order?.buyerUid : order?.ownerUid;
  if (!order || person !== uid || !hasReceipt(order)) throw new Problem("not_found");
  const [entries, files, seller] = await Promise.all([
    deps.ledger.ofOrder(order.id),
    readBoughtFiles(order, deps),
    deps.users.byUid(order.ownerUid),
  ]);
  return {
    ...receiptOf(order, entries),
    productId: order.productId,
    items: isBundle(order.terms)
      ? order.terms.items.map(({ product: id, title }) => ({ id, title }))
      : [],
    files,
    seller: seller && { uid: seller.uid, name: chosenName(seller.displayName) },
  };
}

/** The files that were bought; of a bundle under the titles of its items. */
export async function readBoughtFiles(order: Order, deps: BoughtFilesDeps): Promise<ReceiptFile[]> {
  const { items } = order.terms;
  if (!isBundle(order.terms)) return readReleaseFiles(order.id, order.productId, deps);
  const files = await Promise.all(
    items.map(async ({ product, title }) => {
      const its = await readReleaseFiles(order.id, product, deps);
      return its.map((file) => ({ ...file, name: `${title} / ${file.name}` }));
    }),
  );
  return files.flat();
}

/** The release that was bought. An old purchase does not name it, which is known where there was only one. */
async function readReleaseFiles(
  orderId: string,
  productId: string,
  deps: BoughtFilesDeps,
): Promise<ReceiptFile[]> {
  const [purchase, product] = await Promise.all([
    deps.purchases.ofOrder(orderId, productId),
    deps.products.byId(productId),
  ]);
  const only = product?.fileUpdatedAt === null ? product.releaseId : null;
  const releaseId = purchase?.releaseId ?? only;
  const files = releaseId ? await deps.releases.filesOf(releaseId) : [];
  return files.map(({ name, sizeBytes, sha256 }) => ({ name, sizeBytes, sha256: sha256 ?? "" }));
}
