import { isSoldOut, type Stock } from "../../products/rules/sale-type";

/** What a bundle is made of: products of its seller that are paid to one wallet, each of them on sale by itself. */
export const MIN_BUNDLE_ITEMS = 2;
export const MAX_BUNDLE_ITEMS = 10;
/** Bundles of an account. */
export const MAX_BUNDLES = 100;
/** Products to choose from: those of the bundle, and the newest others. */
export const MAX_BUNDLE_CHOICES = 400;

/** Per account. */
export const BUNDLE_WRITES = { name: "bundles", limit: 300, windowMs: 3_600_000 };

/** A product of the seller, as an item of a bundle or as one to choose. */
export interface BundleItem {
  id: string;
  title: string;
  /** Of the list. */
  priceLamports: bigint;
  status: "active" | "disabled" | "draft";
  recipient: string;
  authorCount: number;
  saleLimit: number | null;
  sold: number;
  /** Of its written licence keys; null where it gives none. */
  keyStock: Stock | null;
}

/** Why an item stops the sale of its bundle. */
export type ItemProblem = "disabled" | "free" | "shared" | "wallet" | "sold_out" | "no_keys";

/** Why an item can't be sold as a part of a bundle that is paid to `recipient`; null where it can. */
export function itemProblem(item: BundleItem, bundle: { recipient: string }): ItemProblem | null {
  const { status, priceLamports, authorCount, recipient, keyStock } = item;
  if (status !== "active") return "disabled";
  if (priceLamports === 0n) return "free";
  if (authorCount > 0) return "shared";
  if (recipient !== bundle.recipient) return "wallet";
  if (isSoldOut(item)) return "sold_out";
  return keyStock && isSoldOut(keyStock) ? "no_keys" : null;
}

/** Units and written licence keys that are left to sell; null without a limit. */
export function leftOf({ saleLimit, sold, keyStock }: BundleItem): number | null {
  const limits = [{ saleLimit, sold }, keyStock].flatMap((stock) =>
    stock && stock.saleLimit !== null ? Math.max(0, stock.saleLimit - stock.sold) : [],
  );
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** The list prices of all items together, in lamports. */
export function listPriceOf(items: readonly Pick<BundleItem, "priceLamports">[]): bigint {
  return items.reduce((sum, { priceLamports }) => sum + priceLamports, 0n);
}

/** Percent that the price is below the list prices, rounded down; 0 where it is not below them. */
export function savedPercent(priceLamports: bigint, listLamports: bigint): number {
  if (listLamports === 0n || priceLamports >= listLamports) return 0;
  return Number(((listLamports - priceLamports) * 100n) / listLamports);
}

/** A product that can be an item. Amounts: SOL as decimal text. */
export interface ShownChoice {
  id: string;
  title: string;
  price: string;
  /** Units and licence keys that are left; null without a limit. */
  left: number | null;
  isChosen: boolean;
}
