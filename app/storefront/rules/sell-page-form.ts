import { DISPLAY_NAME_MAX_CHARS } from "../../accounts/rules/display-name";
import { cleanText } from "../../lib/clean-text";
import { defineForm } from "../../lib/form";
import type { MessageKey } from "../../lib/problem";
import type { ProductCard } from "../../products/rules/product-card";
import { parseUserName, parseWebsite, type Socials } from "./social-links";

/** In characters: a few paragraphs above the products. */
export const MAX_PAGE_DESCRIPTION_CHARS = 1_000;
/** In characters: longer than any home page. */
export const MAX_WEBSITE_CHARS = 200;
/** With the @. */
export const MAX_USER_NAME_CHARS = 61;
/** Products on one page. */
export const MAX_LISTED_PRODUCTS = 200;
/** Rows of the form: the listed products, and others to choose from. */
export const MAX_FORM_PRODUCTS = 400;

const USER_NAME = {
  maxLength: MAX_USER_NAME_CHARS,
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

export const SELL_PAGE_FORM = defineForm(
  {
    publicName: { maxLength: DISPLAY_NAME_MAX_CHARS, autoComplete: "nickname" },
    banner: {},
    logo: {},
    description: { maxLength: MAX_PAGE_DESCRIPTION_CHARS },
    website: { type: "url", maxLength: MAX_WEBSITE_CHARS, autoComplete: "url" },
    twitter: USER_NAME,
    instagram: USER_NAME,
  },
  { errorsAtFields: true, read: parseSellPageFields },
);

/** The fields of the form as typed. */
export interface SellPageFields extends Socials {
  /** The name of the account; null where the form has no field for it. */
  publicName: string | null;
  description: string;
  /** Ids of all products in the form, in its order. */
  rows: string[];
  /** Ids of the products to list, in the order of `rows`. */
  listed: string[];
}

/** What the page editor shows. */
export interface SellPageEditor {
  seller: { uid: string; name: string };
  /** Version of the saved page (epoch ms); 0 for none. */
  updatedAt: number;
  images: { banner: string; logo: string };
  fields: SellPageFields;
  /** The products of `fields.rows`. */
  products: { card: ProductCard; isActive: boolean }[];
}

/** Validated values of the form. */
export interface SellPageContent extends Socials {
  description: string;
  /** Ids in the order of the page. */
  productIds: string[];
}

export interface SellPageError {
  messageKey: MessageKey;
  field: keyof Socials | "description" | "listed";
  params?: Record<string, number>;
}

export type ValidatedPage =
  | { ok: true; content: SellPageContent }
  | { ok: false; error: SellPageError };

/** In characters: a longer value counts as too long in any case. */
const MAX_FIELD_CHARS = 20_000;
const MAX_ID_CHARS = 64;

/** The fields of a form, submitted or in the page. `position` fields are those of a form without script. */
export function parseSellPageFields(form: FormData): SellPageFields {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, MAX_FIELD_CHARS) : "";
  };
  const rows = orderByPositions(idsOf(form, "row"), form.getAll("position").map(String));
  const chosen = new Set(idsOf(form, "listed"));
  const known = rows.filter((id) => chosen.has(id));
  const others = [...chosen].filter((id) => !rows.includes(id));
  return {
    // Forms send line breaks as CRLF.
    publicName: form.has("publicName") ? text("publicName") : null,
    description: text("description").replace(/\r\n?/g, "\n"),
    website: text("website"),
    twitter: text("twitter"),
    instagram: text("instagram"),
    rows,
    listed: [...known, ...others],
  };
}

/**
 * Rows in the order of the position numbers typed beside them. A row that was moved to the number of
 * another one comes before it if it moved up, and after it if it moved down.
 */
export function orderByPositions(rows: readonly string[], positions: readonly string[]): string[] {
  if (positions.length !== rows.length) return [...rows];
  const keyed = rows.map((id, at) => {
    const typed = positions[at]?.trim() ?? "";
    const position = /^\d{1,6}$/.test(typed) ? Number(typed) : at + 1;
    return { id, key: position + Math.sign(position - (at + 1)) / 2 };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ id }) => id);
}

/** Validates the form; returns the first error. */
export function validateSellPage(fields: SellPageFields): ValidatedPage {
  const description = cleanText(fields.description);
  if (description.length > MAX_PAGE_DESCRIPTION_CHARS)
    return invalid("page_description_too_long", "description", { max: MAX_PAGE_DESCRIPTION_CHARS });
  const website = optional(fields.website, parseWebsite);
  if (website === null || website.length > MAX_WEBSITE_CHARS)
    return invalid("website_invalid", "website");
  const twitter = optional(fields.twitter, parseUserName);
  if (twitter === null) return invalid("user_name_invalid", "twitter");
  const instagram = optional(fields.instagram, parseUserName);
  if (instagram === null) return invalid("user_name_invalid", "instagram");
  if (fields.listed.length > MAX_LISTED_PRODUCTS)
    return invalid("listed_too_many", "listed", { max: MAX_LISTED_PRODUCTS });
  return {
    ok: true,
    content: { description, website, twitter, instagram, productIds: fields.listed },
  };
}

function optional(typed: string, parse: (typed: string) => string | null): string | null {
  return typed.trim() === "" ? "" : parse(typed);
}

function idsOf(form: FormData, name: string): string[] {
  const ids = form.getAll(name).map(String);
  return [...new Set(ids.filter((id) => id !== "" && id.length <= MAX_ID_CHARS))];
}

function invalid(
  messageKey: MessageKey,
  field: SellPageError["field"],
  params: Record<string, number> = {},
): ValidatedPage {
  return { ok: false, error: { messageKey, field, params } };
}
