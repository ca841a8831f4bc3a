import { cleanLine, cleanText } from "../../lib/clean-text";
import { formatSol } from "../../lib/lamports";
import type { RefusalKey } from "../../lib/problem";
import { isAddress } from "../../solana/address";
import { categoryById } from "./categories";
import { type ChosenPrice, chosenPrice } from "./chosen-price";
import { focusOf } from "./focus-point";
import { parsePrice } from "./price";
import type { Product } from "./product";
import {
  DEFAULT_SALE_LIMIT,
  MAX_DESCRIPTION_CHARS,
  MAX_TITLE_CHARS,
  type ProductFields,
  requiredIn,
} from "./product-fields";
import { isValidSaleLimit, SALE_TYPES, type SaleType, saleLimitOf } from "./sale-type";

/** What a ticked box sends. */
export const TICKED = "on";

/** Form values of a stored product. */
export function toFormFields(product: Product): ProductFields {
  return {
    title: product.title,
    price: product.isFree ? "" : formatSol(product.priceLamports),
    free: product.isFree ? TICKED : "",
    isPriceChosen: product.isPriceChosen ? TICKED : "",
    suggested: product.suggestedLamports === null ? "" : formatSol(product.suggestedLamports),
    category: String(product.categoryId),
    subcategory: product.subcategoryId === null ? "" : String(product.subcategoryId),
    description: product.description,
    recipient: product.recipient,
    saleType: product.saleType,
    saleLimit: String(product.saleLimit ?? DEFAULT_SALE_LIMIT),
    coverFocusX: String(focusOf(product).x),
    coverFocusY: String(focusOf(product).y),
  };
}

/** Validated values of the form. */
export interface ProductTerms extends ChosenPrice {
  title: string;
  /** 0 for a free product. */
  priceLamports: bigint;
  isFree: boolean;
  categoryId: number;
  subcategoryId: number | null;
  /** The shop's type filter. */
  type: string;
  description: string;
  /** Base58 address, trimmed. */
  recipient: string;
  saleType: SaleType;
  saleLimit: number | null;
}

/** A validation error: `words` is a key of the namespace `refusals`. */
export interface FieldError {
  messageKey: RefusalKey;
  field: keyof ProductFields | "file";
  code: "invalid_input" | "invalid_price";
}

export type ValidatedTerms = { ok: true; terms: ProductTerms } | { ok: false; error: FieldError };

const NO_PRICE = { ok: true, lamports: 0n } as const;

/** Validates the product form, in the page and on the server alike; returns the first error. */
export function validateProduct(fields: ProductFields, hasFile: boolean): ValidatedTerms {
  const cleaned = cleanFields(fields);
  const empty = requiredIn(fields).find((name) => cleaned[name] === "");
  if (empty) return invalid("form_incomplete", empty);
  const limit = wholeNumber(fields.saleLimit);
  if (fields.saleType === "limited" && !isValidSaleLimit(limit))
    return invalid("sale_limit_invalid", "saleLimit");
  if (!hasFile) return invalid("file_required", "file");

  const saleType = SALE_TYPES.find((type) => type === fields.saleType);
  if (!saleType) return invalid("invalid_input", "saleType");
  const category = categoryById(wholeNumber(fields.category) ?? -1);
  if (!category) return invalid("invalid_input", "category");
  const isFree = fields.free !== "";
  if (isFree && saleType !== "infinite") return invalid("free_not_limited", "saleType");
  const price = isFree ? NO_PRICE : parsePrice(fields.price);
  if (!price.ok) return invalid(price.problem, "price", "invalid_price");
  const chosen = chosenPrice(fields, price.lamports);
  if (!chosen.ok) return invalid(chosen.problem, "suggested", "invalid_price");
  const { isPriceChosen, suggestedLamports } = chosen;
  const textError = validateTexts(cleaned);
  if (textError) return textError;
  const subcategoryId = fields.subcategory === "" ? null : (wholeNumber(fields.subcategory) ?? -1);
  if (subcategoryId !== null && !category.subcategories.includes(subcategoryId))
    return invalid("subcategory_foreign", "subcategory");

  const { title, description, recipient } = cleaned;
  return {
    ok: true,
    terms: {
      title,
      priceLamports: price.lamports,
      isFree,
      isPriceChosen,
      suggestedLamports,
      categoryId: category.id,
      subcategoryId,
      type: category.type,
      description,
      recipient,
      saleType,
      saleLimit: saleLimitOf(saleType, limit),
    },
  };
}

/** Wallets show the title while a buyer decides to sign: it must not look like anything else. */
function cleanFields(fields: ProductFields): ProductFields {
  const { title, description, price, category, recipient } = fields;
  return {
    ...fields,
    title: cleanLine(title),
    description: cleanText(description),
    price: price.trim(),
    category: category.trim(),
    recipient: cleanLine(recipient),
  };
}

function validateTexts({ title, description, recipient }: ProductFields): ValidatedTerms | null {
  if (title.length > MAX_TITLE_CHARS) return invalid("title_too_long", "title");
  if (description.length > MAX_DESCRIPTION_CHARS)
    return invalid("description_too_long", "description");
  if (!isAddress(recipient)) return invalid("recipient_invalid", "recipient");
  return null;
}

function invalid(
  messageKey: RefusalKey,
  field: FieldError["field"],
  code: FieldError["code"] = "invalid_input",
): ValidatedTerms {
  return { ok: false, error: { messageKey, field, code } };
}

/** A whole number of at most nine digits; null for anything else. */
export function wholeNumber(typed: string): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}
