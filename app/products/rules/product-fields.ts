// A module of its own: a page that shows the form checks it only when it is sent.
import { DISPLAY_NAME_MAX_CHARS } from "../../accounts/rules/display-name";
import { defineForm, type FormFields, type TextsOf, textOf } from "../../lib/form";
import { MAX_NOTE_CHARS } from "./release";

/** In characters: a title is shown on cards and in wallets. */
export const MAX_TITLE_CHARS = 120;
/** In characters: a few pages of text, well below the size limit of a D1 row. */
export const MAX_DESCRIPTION_CHARS = 10_000;

/** The fields by the names of the specification. The price is SOL as decimal text. */
const PRODUCT_FIELDS = {
  title: { "aria-required": true, maxLength: MAX_TITLE_CHARS, autoComplete: "off" },
  price: { "aria-required": true },
  /** Ticked: given without a payment, and the price is not read. */
  free: {},
  /** Ticked: buyers choose what to pay, and the price is the least. */
  isPriceChosen: {},
  /** SOL as decimal text, read where `isPriceChosen` is ticked. */
  suggested: {},
  category: { "aria-required": true },
  subcategory: {},
  description: { "aria-required": true, rows: 6, maxLength: MAX_DESCRIPTION_CHARS },
  recipient: {
    "aria-required": true,
    className: "font-mono text-sm",
    autoComplete: "off",
    spellCheck: false,
  },
  saleType: { "aria-required": true },
  saleLimit: {},
  // Of the cover, in percent; empty where the form has none.
  coverFocusX: {},
  coverFocusY: {},
} as const satisfies FormFields;

/** The fields as typed. */
export type ProductFields = TextsOf<typeof PRODUCT_FIELDS>;

/** Initial values of the form; the price is SOL as decimal text. */
const DEFAULT_PRICE = "0.001";
export const DEFAULT_SALE_LIMIT = "1";

/** Initial values of the form; the payout wallet is the one of the account. */
export function emptyProductFields(wallet: string): ProductFields & { publicName: string } {
  return {
    title: "",
    price: DEFAULT_PRICE,
    free: "",
    isPriceChosen: "",
    suggested: "",
    category: "",
    subcategory: "",
    description: "",
    recipient: wallet,
    saleType: "infinite",
    saleLimit: DEFAULT_SALE_LIMIT,
    coverFocusX: "",
    coverFocusY: "",
    publicName: "",
  };
}

const REQUIRED = ["title", "price", "category", "description", "recipient"] as const;

/** The fields without a value that "Register product" requires. */
export function emptyRequired(fields: ProductFields) {
  return requiredIn(fields).filter((name) => fields[name] === "");
}

/** The fields that need a value: a free product has no price. */
export function requiredIn({ free }: ProductFields) {
  return REQUIRED.filter((name) => name !== "price" || free === "");
}

const IMAGES = { cover: {}, image: {} } as const;

export const EDIT_PRODUCT = defineForm(
  { ...PRODUCT_FIELDS, ...IMAGES },
  {
    name: "product",
    errorsAtFields: true,
    read: (data) => ({ ...parseFormFields(data), updatedAt: versionOf(data) }),
  },
);

export const NEW_PRODUCT = defineForm(
  {
    ...EDIT_PRODUCT.fields,
    recipient: { "data-prefilled": true, ...PRODUCT_FIELDS.recipient },
    file: {},
    publicName: { maxLength: DISPLAY_NAME_MAX_CHARS, autoComplete: "nickname" },
  },
  {
    errorsAtFields: true,
    read: (data) => ({ ...parseFormFields(data), publicName: textOf(data, "publicName") }),
  },
);

export const REPLACE_FILE = defineForm(
  { file: {}, note: { rows: 3, maxLength: MAX_NOTE_CHARS } },
  { name: "file", errorsAtFields: true },
);

/** Epoch ms of the version that the form was filled from; undefined for anything else. */
function versionOf(data: FormData): number | undefined {
  const typed = textOf(data, "updatedAt");
  return /^\d*$/.test(typed) ? Number(typed) : undefined;
}

/** In characters: a longer field value counts as empty. */
export const MAX_FIELD_CHARS = 20_000;

/** The fields of a form, submitted or in the page; a value that is not text counts as empty. */
export function parseFormFields(data: FormData): ProductFields {
  return productFieldsOf((name) => {
    const text = textOf(data, name);
    return text.length <= MAX_FIELD_CHARS ? text : "";
  });
}

/** All fields, by the value of each. */
export function productFieldsOf(read: (name: keyof ProductFields) => string): ProductFields {
  const names = Object.keys(PRODUCT_FIELDS) as (keyof ProductFields)[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as ProductFields;
}
