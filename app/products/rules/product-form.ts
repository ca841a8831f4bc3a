import { formatSol, parseSol } from "../../lib/lamports";
import type { RefusalKey } from "../../lib/problem";
import { isAddress } from "../../solana/address";
import { categoryById } from "./categories";
import type { Product } from "./product";
import { isValidSaleLimit, SALE_TYPES, type SaleType, saleLimitOf } from "./sale-type";

/** Longest title, in characters: it stands on cards and in wallets. */
export const MAX_TITLE = 120;
/** Longest description, in characters: some pages of text, small enough for a row. */
export const MAX_DESCRIPTION = 10_000;
/** What the empty form offers, SOL as decimal text. */
export const DEFAULT_PRICE = "0.001";
export const DEFAULT_SALE_LIMIT = "1";

/** The form's fields as they were typed, under the specification's names. */
export interface ProductFields {
  title: string;
  price: string;
  category: string;
  subcategory: string;
  description: string;
  recipient: string;
  saleType: string;
  saleLimit: string;
}

/** Longest text of a field that is looked at at all; more counts as empty. */
const MAX_TYPED = 20_000;

/** The fields of a sent form, or of one in the page; what is no text counts as empty. */
export function parseFormFields(form: FormData): ProductFields {
  const typed = (name: keyof ProductFields) => {
    const value = form.get(name);
    return typeof value === "string" && value.length <= MAX_TYPED ? value : "";
  };
  return {
    title: typed("title"),
    price: typed("price"),
    category: typed("category"),
    subcategory: typed("subcategory"),
    description: typed("description"),
    recipient: typed("recipient"),
    saleType: typed("saleType"),
    saleLimit: typed("saleLimit"),
  };
}

/** The form as it is first shown: the recipient comes from the person's wallet. */
export function emptyProductFields(wallet: string): ProductFields {
  return {
    title: "",
    price: DEFAULT_PRICE,
    category: "",
    subcategory: "",
    description: "",
    recipient: wallet,
    saleType: "infinite",
    saleLimit: DEFAULT_SALE_LIMIT,
  };
}

/** A product's terms as its form shows them. */
export function toFormFields(product: Product): ProductFields {
  return {
    title: product.title,
    price: formatSol(product.priceLamports),
    category: String(product.categoryId),
    subcategory: product.subcategoryId === null ? "" : String(product.subcategoryId),
    description: product.description,
    recipient: product.recipient,
    saleType: product.saleType,
    saleLimit: String(product.saleLimit ?? DEFAULT_SALE_LIMIT),
  };
}

/** A product's terms, checked. */
export interface ProductTerms {
  title: string;
  priceLamports: bigint;
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

/** What is wrong, by its words in the `refusals` namespace, and where. */
export interface FieldFault {
  words: RefusalKey;
  field: keyof ProductFields | "file";
  code: "invalid_input" | "invalid_price";
}

export type ReadTerms = { ok: true; terms: ProductTerms } | { ok: false; fault: FieldFault };

const REQUIRED = ["title", "price", "category", "description", "recipient"] as const;

/** True once the fields that "Register product" waits for hold something. */
export function isFilled(fields: ProductFields): boolean {
  return REQUIRED.every((name) => fields[name] !== "");
}

/** The rules of the product form, first fault first; the same in the page and on the server. */
export function validateProduct(fields: ProductFields, hasFile: boolean): ReadTerms {
  const empty = REQUIRED.find((name) => fields[name].trim() === "");
  if (empty) return fault("form_incomplete", empty);
  const limit = wholeNumber(fields.saleLimit);
  if (fields.saleType === "limited" && !isValidSaleLimit(limit))
    return fault("sale_limit_invalid", "saleLimit");
  if (!hasFile) return fault("file_required", "file");

  const saleType = SALE_TYPES.find((type) => type === fields.saleType);
  if (!saleType) return fault("invalid_input", "saleType");
  const category = categoryById(wholeNumber(fields.category) ?? -1);
  if (!category) return fault("invalid_input", "category");
  const price = parseSol(fields.price);
  if (!price.ok) return fault(`price_${price.problem}`, "price", "invalid_price");
  if (price.lamports <= 0n) return fault("invalid_price", "price", "invalid_price");
  const wrongText = textFault(fields);
  if (wrongText) return wrongText;
  const subcategoryId = fields.subcategory === "" ? null : (wholeNumber(fields.subcategory) ?? -1);
  if (subcategoryId !== null && !category.subcategories.includes(subcategoryId))
    return fault("subcategory_foreign", "subcategory");

  const { title, description, recipient } = fields;
  return {
    ok: true,
    terms: {
      title: title.trim(),
      priceLamports: price.lamports,
      categoryId: category.id,
      subcategoryId,
      type: category.type,
      description: description.trim(),
      recipient: recipient.trim(),
      saleType,
      saleLimit: saleLimitOf(saleType, limit),
    },
  };
}

function textFault({ title, description, recipient }: ProductFields): ReadTerms | null {
  if (title.trim().length > MAX_TITLE) return fault("title_too_long", "title");
  if (description.trim().length > MAX_DESCRIPTION)
    return fault("description_too_long", "description");
  if (!isAddress(recipient.trim())) return fault("recipient_invalid", "recipient");
  return null;
}

function fault(
  words: RefusalKey,
  field: FieldFault["field"],
  code: FieldFault["code"] = "invalid_input",
): ReadTerms {
  return { ok: false, fault: { words, field, code } };
}

function wholeNumber(typed: string): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}
