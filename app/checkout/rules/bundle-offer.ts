import { listPriceOf } from "../../bundles/rules/bundle";
import { availabilityOfAll, type ProductOnSale } from "../../orders/rules/purchase-option";
import { type Adjustment, creditedItems, type Terms } from "../../orders/rules/terms";
import type { Product } from "../../products/rules/product";
import { isVerified, type ReleaseFile } from "../../products/rules/release";
import { type Availability, availabilityOf, type Stock } from "../../products/rules/sale-type";

/** An item of a bundle as it is sold now, and what its buyer has of it. */
export interface OfferedItem
  extends Pick<
    Product,
    "id" | "title" | "priceLamports" | "saleType" | "saleLimit" | "sold" | "held" | "licenceKind"
  > {
  /** Of its written licence keys; null where it gives none. */
  keyStock: Stock | null;
  /** Active, with a price, of the bundle's seller and wallet, without others who share in it. */
  isOnSale: boolean;
  /** Of its release on sale, in order. */
  files: readonly Pick<ReleaseFile, "name" | "storagePath" | "sizeBytes" | "sha256" | "status">[];
  /** The buyer may download it already, whatever it cost. */
  isOwned: boolean;
  /** They have it by an order that was paid and that nothing undoes any more. */
  isPaid: boolean;
}

/** Lamports. As for a product's price. */
const MIN_PRICE = 1n;

const WORST_FIRST: readonly Availability[] = ["sold_out", "held", "available"];

/** The item that keeps its bundle from being bought, and why; null where all can be bought. */
export function missingItem(
  items: readonly OfferedItem[],
): { item: OfferedItem; why: "inactive" | "sold_out" | "held" } | null {
  const off = items.find(({ isOnSale }) => !isOnSale);
  if (off) return { item: off, why: "inactive" };
  for (const why of ["sold_out", "held"] as const) {
    const item = items.find((one) => availabilityOfAll(one) === why);
    if (item) return { item, why };
  }
  return null;
}

/** A bundle as `purchaseOption` judges it: off sale with any of its items, and as scarce as the scarcest of them. */
export function offerWithItems<P extends ProductOnSale>(
  product: P,
  items: readonly OfferedItem[] | null,
): P {
  if (!items) return product;
  const isOff = items.length < 2 || missingItem(items)?.why === "inactive";
  const rankOf = (one: Stock) => WORST_FIRST.indexOf(availabilityOf(one));
  const keys = items.flatMap(({ keyStock }) => keyStock ?? []);
  const all: readonly Stock[] = [product, ...items, ...keys];
  const { saleLimit, sold, held } = all.reduce((worst, one) =>
    rankOf(one) < rankOf(worst) ? one : worst,
  );
  return { ...product, saleLimit, sold, held, ...(isOff && { status: "disabled" as const }) };
}

/** True where the buyer has all of it already: there is nothing to sell. */
export function ownsAll(items: readonly OfferedItem[] | null): boolean {
  return items !== null && items.length > 0 && items.every(({ isOwned }) => isOwned);
}

/**
 * What is taken off the price of a bundle for what its buyer has paid for already: the part of the price that these items
 * are of the sum of all list prices, rounded in the seller's favour, and never all of it. Null for nothing. An open
 * order keeps its own items while they are still the buyer's: what was bought meanwhile does not change it.
 */
export function creditFor(
  priceLamports: bigint,
  items: readonly OfferedItem[],
  open: Pick<Terms, "items" | "adjustments"> | null,
): Adjustment | null {
  const kept = open && creditedItems(open);
  const isCredited = ({ id, isPaid }: OfferedItem) => isPaid && (!kept || kept.includes(id));
  const [paid, all] = [listPriceOf(items.filter(isCredited)), listPriceOf(items)];
  if (paid === 0n) return null;
  const part = (priceLamports * paid) / all;
  const most = priceLamports - MIN_PRICE;
  const credit = part < most ? part : most;
  if (credit <= 0n) return null;
  const places = items.flatMap((item, place) => (isCredited(item) ? [place] : []));
  return {
    kind: "bundle",
    id: places.join(""),
    label: `${places.length}/${items.length}`,
    amount: `${-credit}`,
  };
}

/** All files of a bundle, under the titles of their items, which can have files of the same name. */
export function filesOfItems(items: readonly OfferedItem[]) {
  return items.flatMap(({ title, files }) =>
    files.map(({ name, sizeBytes, sha256 }) => ({
      name: `${title} / ${name}`,
      sizeBytes,
      sha256: sha256 ?? "",
    })),
  );
}

/** True where the files of all items are verified. */
export function areVerified(items: readonly OfferedItem[]): boolean {
  return items.every(({ files }) => files.length > 0 && files.every(isVerified));
}
