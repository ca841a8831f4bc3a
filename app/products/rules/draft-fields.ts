import { cleanLine, cleanText } from "../../lib/clean-text";
import { categoryById } from "./categories";
import { chosenPriceIn } from "./chosen-price";
import { type FocusPoint, parsePercent } from "./focus-point";
import { parsePrice } from "./price";
import type { Product } from "./product";
import {
  MAX_DESCRIPTION_CHARS,
  MAX_FIELD_CHARS,
  MAX_TITLE_CHARS,
  type ProductFields,
  productFieldsOf,
} from "./product-fields";
import { type ProductTerms, toFormFields, wholeNumber } from "./product-form";
import { isValidSaleLimit, SALE_TYPES, saleLimitOf } from "./sale-type";

/** In characters: more than any field but the description can hold once it is valid. */
const MAX_SHORT_FIELD_CHARS = 1_000;
/** In characters: an address has 44 at most. */
const MAX_RECIPIENT_CHARS = 64;
/** Of a draft without one: no list shows it, and its seller sees an empty field. */
const NO_CATEGORY = { id: 15, type: "autre", subcategories: [] as readonly number[] };

/** The first field that is too long to be kept as typed; null where none is. */
export function tooLongField(fields: ProductFields): keyof ProductFields | null {
  const names = Object.keys(fields) as (keyof ProductFields)[];
  const limit = (name: string) =>
    name === "description" ? MAX_FIELD_CHARS : MAX_SHORT_FIELD_CHARS;
  return names.find((name) => fields[name].length > limit(name)) ?? null;
}

/** The form of a draft as it was typed; that of its terms where its form was whole. */
export function draftFieldsOf(product: Product): ProductFields {
  if (product.draftFields === null) return toFormFields(product);
  const stored = JSON.parse(product.draftFields) as Partial<Record<string, unknown>>;
  return productFieldsOf((name) => {
    const value = stored[name];
    return typeof value === "string" ? value : "";
  });
}

/** What of the fields is valid, for lists; the rest is empty, 0 or without a limit. */
export function draftTermsOf(fields: ProductFields): ProductTerms {
  const { id: categoryId, type, subcategories } = categoryOf(fields) ?? NO_CATEGORY;
  const subcategory = wholeNumber(fields.subcategory) ?? -1;
  const isFree = fields.free !== "";
  const price = parsePrice(fields.price);
  const priceLamports = price.ok && !isFree ? price.lamports : 0n;
  const suggested = parsePrice(fields.suggested);
  return {
    title: cutLine(fields.title, MAX_TITLE_CHARS),
    priceLamports,
    isFree,
    ...chosenPriceIn({
      isPriceChosen: fields.isPriceChosen !== "",
      suggestedLamports: suggested.ok ? suggested.lamports : null,
      priceLamports,
    }),
    categoryId,
    subcategoryId: subcategories.includes(subcategory) ? subcategory : null,
    type,
    description: cleanText(cleanText(fields.description).slice(0, MAX_DESCRIPTION_CHARS)),
    recipient: cutLine(fields.recipient, MAX_RECIPIENT_CHARS),
    ...saleOf(fields),
  };
}

/** The point of the cover that crops keep; null where the fields have none that is valid. */
export function draftFocusOf({ coverFocusX, coverFocusY }: ProductFields): FocusPoint | null {
  const [x, y] = [parsePercent(coverFocusX), parsePercent(coverFocusY)];
  return x === null || y === null ? null : { x, y };
}

function categoryOf({ category }: ProductFields) {
  return categoryById(wholeNumber(category) ?? -1);
}

function saleOf(fields: ProductFields): Pick<ProductTerms, "saleType" | "saleLimit"> {
  const saleType = SALE_TYPES.find((type) => type === fields.saleType) ?? "infinite";
  const limit = wholeNumber(fields.saleLimit);
  if (saleType === "limited" && !isValidSaleLimit(limit))
    return { saleType: "infinite", saleLimit: null };
  return { saleType, saleLimit: saleLimitOf(saleType, limit) };
}

/** Cleaned once more: a cut may leave half a character. */
function cutLine(text: string, maxChars: number): string {
  return cleanLine(cleanLine(text).slice(0, maxChars));
}
