import { cleanLine, cleanText } from "../../lib/clean-text";
import { defineForm, textOf } from "../../lib/form";
import { Problem } from "../../lib/problem";
import { parsePrice } from "../../products/rules/price";
import { MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from "../../products/rules/product-fields";
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS } from "./bundle";

const ITEM = { item: {} } as const;
const TEXTS = {
  title: { required: true, maxLength: MAX_TITLE_CHARS, autoComplete: "off" },
  price: { required: true, autoComplete: "off" },
  description: { required: true, rows: 5, maxLength: MAX_DESCRIPTION_CHARS },
} as const;

/** A new bundle. What else a product has is set on its own page. */
export const NEW_BUNDLE = defineForm(
  { ...TEXTS, ...ITEM },
  { errorsAtFields: true, read: readNewBundle },
);

/** The items of a bundle. */
export const BUNDLE_ITEMS = defineForm(ITEM, {
  errorsAtFields: true,
  read: (data) => ({ items: readItems(data) }),
});

/** As typed. The price is SOL as decimal text. */
export interface BundleFields extends Record<keyof typeof TEXTS, string> {
  /** Ids of products, in order. */
  items: string[];
}

const MAX_ID_CHARS = 64;

function readNewBundle(data: FormData): BundleFields {
  return {
    title: textOf(data, "title"),
    price: textOf(data, "price"),
    description: textOf(data, "description"),
    items: readItems(data),
  };
}

/** The chosen products, each of them once. */
function readItems(data: FormData): string[] {
  const ids = data.getAll("item").map(String);
  return [...new Set(ids.filter((id) => id !== "" && id.length <= MAX_ID_CHARS))];
}

/** Validated. */
export interface BundleContent {
  title: string;
  priceLamports: bigint;
  description: string;
  items: string[];
}

/** Throws `invalid_input` or `invalid_price` with the first field that is not valid. */
export function parseBundle(fields: BundleFields): BundleContent {
  const title = cleanLine(fields.title);
  if (title === "") throw refused("form_incomplete", "title");
  if (title.length > MAX_TITLE_CHARS) throw refused("title_too_long", "title");
  const items = parseItems(fields.items);
  const price = parsePrice(fields.price);
  if (!price.ok) throw new Problem("invalid_price", { messageKey: price.problem, field: "price" });
  const description = cleanText(fields.description);
  if (description === "") throw refused("form_incomplete", "description");
  if (description.length > MAX_DESCRIPTION_CHARS)
    throw refused("description_too_long", "description");
  return { title, priceLamports: price.lamports, description, items };
}

/** Throws `invalid_input` for fewer or more products than a bundle has. */
export function parseItems(items: readonly string[]): string[] {
  if (items.length >= MIN_BUNDLE_ITEMS && items.length <= MAX_BUNDLE_ITEMS) return [...items];
  const params = { min: MIN_BUNDLE_ITEMS, max: MAX_BUNDLE_ITEMS };
  throw new Problem("invalid_input", { messageKey: "bundle_items_count", params, field: "item" });
}

function refused(
  messageKey: "form_incomplete" | "title_too_long" | "description_too_long",
  field: keyof typeof TEXTS,
): Problem {
  return new Problem("invalid_input", { messageKey, field });
}
