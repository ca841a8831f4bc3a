import { z } from "zod";
import { formatSol } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import { paths } from "../../lib/paths";
import { CATEGORIES, PRODUCT_TYPES } from "../../products/rules/categories";
import { decodeCursor } from "../rules/cursor";
import {
  DEFAULT_SORT,
  MAX_PAGE,
  MAX_SEARCH_LENGTH,
  type ShopState,
  SORTS,
  subcategoriesOf,
  VIEWS,
} from "../rules/shop";

const category = z.coerce
  .number()
  .refine((id) => CATEGORIES.some((known) => known.id === id))
  .nullable();

/** A bound of 0 is no bound. */
const price = z.string().transform((text, context) => {
  const amount = parseSol(text);
  if (amount.ok && amount.lamports > 0n) return formatSol(amount.lamports);
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

const parameters = z.object({
  q: z
    .string()
    // A control character is not allowed in HTML, where the search field shows the text.
    .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
    .transform((text) => [...text].slice(0, MAX_SEARCH_LENGTH).join("").trim())
    .catch(""),
  category: category.catch(null),
  subcategory: z.coerce.number().nullable().catch(null),
  type: z.string().toLowerCase().pipe(z.enum(PRODUCT_TYPES)).nullable().catch(null),
  min: price.nullable().catch(null),
  max: price.nullable().catch(null),
  sort: z.enum(SORTS).catch(DEFAULT_SORT),
  page: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform((page) => Math.min(Number(page), MAX_PAGE))
    .catch(1),
  after: z.string().nullable().catch(null),
  before: z.string().nullable().catch(null),
  view: z.enum(VIEWS).catch("grid"),
  favs: z
    .literal("1")
    .transform(() => true)
    .catch(false),
  product: z.string().min(1).max(64).nullable().catch(null),
}) satisfies z.ZodType<ShopState>;

const NAMES = Object.keys(parameters.shape) as (keyof ShopState)[];

/** The state without parameters. Parsing a value that is missing takes longest: it fails first. */
const UNSET: ShopState = parameters.parse(Object.fromEntries(NAMES.map((name) => [name, null])));

function read<Name extends keyof ShopState>(
  name: Name,
  search: URLSearchParams,
  state: Pick<ShopState, Name>,
): void {
  state[name] = parameters.shape[name].parse(search.get(name)) as ShopState[Name];
}

/** Reads the search parameters; an invalid value counts as unset. */
export function readShopState(search: URLSearchParams): ShopState {
  const state = { ...UNSET };
  for (const name of NAMES) if (search.has(name)) read(name, search, state);
  const isKnown = subcategoriesOf(state.category).includes(state.subcategory ?? 0);
  const cursor = (text: string | null) => (text && decodeCursor(text, state.sort) ? text : null);
  const after = cursor(state.after);
  const before = after === null ? cursor(state.before) : null;
  return {
    ...state,
    subcategory: isKnown ? state.subcategory : null,
    page: after === null && before === null ? state.page : 1,
    after,
    before,
  };
}

/** Parameters whose value is mended where it does not count: those that people and programs write. */
const MENDED = [
  "category",
  "subcategory",
  "type",
  "min",
  "max",
  "sort",
  "view",
  "favs",
  "page",
] as const satisfies (keyof ShopState)[];

/** An address whose values all count, and the toast for what was dropped from it; null without one. */
export interface MendedAddress {
  path: string;
  note: "priceDropped" | "filterDropped" | null;
}

/** The address of a state that says the same as `search` and what counts of it; null where it does already. */
export function mendShopAddress(search: URLSearchParams, state: ShopState): MendedAddress | null {
  const mended = new URLSearchParams(search);
  let note: MendedAddress["note"] = null;
  let isMended = false;
  for (const name of MENDED) {
    const typed = search.get(name)?.trim() ?? "";
    // Forms without script send empty fields.
    if (typed === "" || typed === textOf(state[name])) continue;
    // A page that counts by a cursor has no number.
    if (name === "page" && (state.after ?? state.before) !== null) continue;
    isMended = true;
    const counts = state[name] === UNSET[name] ? null : textOf(state[name]);
    if (counts === null) mended.delete(name);
    else mended.set(name, counts);
    if (counts !== null || isNoBound(name, typed)) continue;
    note = name === "min" || name === "max" ? "priceDropped" : (note ?? "filterDropped");
  }
  if (!isMended) return null;
  const query = mended.toString();
  return { path: query ? `${paths.shop}?${query}` : paths.shop, note };
}

function textOf(value: ShopState[keyof ShopState]): string {
  return value === true ? "1" : String(value ?? "");
}

/** A bound of 0 is ignored, as specified. */
function isNoBound(name: keyof ShopState, typed: string): boolean {
  const amount = parseSol(typed);
  return (name === "min" || name === "max") && amount.ok && amount.lamports === 0n;
}
