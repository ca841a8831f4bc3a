import { FREE, formatPrice } from "../../lib/lamports";
import { SEEN } from "../../ui/seen-storage";
import { productIds } from "../rules/favourites";

const MAX_SEEN = 10;
/** Longer titles are cut: they are shown in two lines. */
const MAX_TITLE_CHARS = 200;
const AMOUNT = /^\d{1,9}(\.\d{1,9})?\+?$/;
/** A path of ours, or a drawing. */
const COVER = /^(\/media\/[\w-]{1,64}|<svg .{1,2000})$/s;

/** A product as this browser keeps it. */
export interface SeenProduct {
  id: string;
  title: string;
  /** As `formatPrice` writes it. */
  amount: string;
  /** The path of the seller's image, or the SVG of a drawn cover. */
  cover: string;
}

/** A product as its page shows it. */
interface OpenedProduct extends Pick<SeenProduct, "id" | "title"> {
  priceLamports: bigint;
  isFree: boolean;
  isPriceChosen: boolean;
  picture: { url: string | null; svg: string };
  isActive: boolean;
}

/** Puts a product on sale before those that were seen earlier. */
export function recordSeen(product: OpenedProduct): void {
  const { id, title, picture, isActive } = product;
  const amount = formatPrice(product);
  const seen = { id, title, amount, cover: picture.url ?? picture.svg };
  if (isActive) write([seen, ...others(id)]);
}

/** Removes a product that is not there any more. */
export function dropSeen(id = ""): void {
  const kept = others(id);
  if (kept.length < parseSeen(readSeenText()).length) write(kept);
}

/** The stored text; null without one, and where storage is blocked. */
export function readSeenText(): string | null {
  try {
    return localStorage.getItem(SEEN);
  } catch {
    return null;
  }
}

/** The products of a stored text, which other programs or versions can have written. */
export function parseSeen(text: string | null): SeenProduct[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(value)) return [];
    const known = value.slice(0, MAX_SEEN).flatMap(productOf);
    return known.filter(({ id }, at) => known.findIndex((one) => one.id === id) === at);
  } catch {
    return [];
  }
}

function others(id: string): SeenProduct[] {
  return parseSeen(readSeenText()).filter((one) => one.id !== id);
}

function write(products: readonly SeenProduct[]): void {
  try {
    localStorage.setItem(SEEN, JSON.stringify(products.slice(0, MAX_SEEN)));
  } catch {
    // Storage is blocked or full.
  }
}

/** Empty for anything else. */
function productOf(value: unknown): SeenProduct[] {
  const { id, title, amount, cover } = Object(value) as Record<keyof SeenProduct, unknown>;
  if (typeof id !== "string" || productIds([id], 1).length === 0) return [];
  if (typeof title !== "string" || title === "") return [];
  if (typeof amount !== "string" || (amount !== FREE && !AMOUNT.test(amount))) return [];
  if (typeof cover !== "string" || !COVER.test(cover)) return [];
  return [{ id, title: title.slice(0, MAX_TITLE_CHARS), amount, cover }];
}
