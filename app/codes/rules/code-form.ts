import { defineForm, textOf } from "../../lib/form";
import { parseSol } from "../../lib/parse-sol";
import type { MessageKey } from "../../lib/problem";
import { type Code, type CodeKind, codeName } from "./code";
import { parseLocalMoment } from "./local-moment";

/** As long as a name can be. */
const MAX_NAME_CHARS = 32;
/** Products of one code. */
export const MAX_CODE_PRODUCTS = 200;
/** Products to choose from: those of the code, and the newest others. */
export const MAX_FORM_ROWS = 400;
/** Codes of an account that are not disabled. */
export const MAX_ENABLED_CODES = 100;
/** Rows of an account, with those that are disabled. */
export const MAX_CODES = 500;
/** Uses in all. */
const MAX_CAPACITY = 1_000_000;
const MAX_USES_PER_PERSON = 1_000;
const MAX_PERCENT = 100;

const NUMBER = { autoComplete: "off" } as const;

export const CODE_FORM = defineForm(
  {
    name: {
      required: true,
      maxLength: MAX_NAME_CHARS,
      autoCapitalize: "characters",
      autoComplete: "off",
      spellCheck: false,
    },
    kind: {},
    percent: NUMBER,
    amount: NUMBER,
    scope: {},
    product: {},
    isDefault: {},
    capacity: NUMBER,
    perPerson: NUMBER,
    startsAt: {},
    endsAt: {},
    minimum: NUMBER,
  },
  { errorsAtFields: true, read: readCodeFields },
);

type Field = keyof typeof CODE_FORM.fields;

/** The fields of the form as typed. */
export interface CodeFields extends Record<Exclude<Field, "product" | "isDefault">, string> {
  kind: CodeKind;
  scope: "all" | "list";
  /** Ids of the products of a list. */
  products: string[];
  /** True to apply it on the pages of these products for everyone. */
  isDefault: boolean;
}

const MAX_ID_CHARS = 64;

/** The fields of a submitted form. */
export function readCodeFields(data: FormData): CodeFields {
  const text = (name: Field) => textOf(data, name).trim();
  const ids = data.getAll("product").map(String);
  return {
    name: text("name"),
    kind: text("kind") === "amount" ? "amount" : "percent",
    percent: text("percent"),
    amount: text("amount"),
    scope: text("scope") === "list" ? "list" : "all",
    products: [...new Set(ids.filter((id) => id !== "" && id.length <= MAX_ID_CHARS))],
    // The box is hidden beside a code for all products.
    isDefault: text("scope") === "list" && text("isDefault") !== "",
    capacity: text("capacity"),
    perPerson: text("perPerson"),
    startsAt: text("startsAt"),
    endsAt: text("endsAt"),
    minimum: text("minimum"),
  };
}

/** What a seller sets of a code. */
export interface CodeContent extends Omit<Code, "id" | "ownerUid" | "disabledAt" | "minLamports"> {
  minLamports: bigint | null;
  /** Empty for a code for all products. */
  productIds: readonly string[];
  isDefault: boolean;
}

interface CodeFieldError {
  messageKey: MessageKey;
  field: Field;
  params?: Record<string, number>;
}

interface Limits {
  /** Of what was typed for dates. */
  timeZone: string;
  /** Epoch ms. */
  now: number;
  /** The end that is saved, which may be over; null without one. */
  savedEnd: number | null;
}

type Checked<T> = { ok: true; value: T } | { ok: false; error: CodeFieldError };

/** Validates the form; returns the first error. */
export function validateCode(fields: CodeFields, limits: Limits): Checked<CodeContent> {
  const name = codeName(fields.name);
  if (name === null) return refused("code_name_invalid", "name", { max: MAX_NAME_CHARS });
  const value = amountOf(fields);
  if (!value.ok) return value;
  const products = productsOf(fields);
  if (!products.ok) return products;
  const capacity = wholeNumber(fields.capacity, MAX_CAPACITY);
  if (capacity === undefined)
    return refused("code_capacity_invalid", "capacity", { max: MAX_CAPACITY });
  const perPerson = wholeNumber(fields.perPerson, MAX_USES_PER_PERSON);
  if (perPerson === undefined)
    return refused("code_per_person_invalid", "perPerson", { max: MAX_USES_PER_PERSON });
  const dates = datesOf(fields, limits);
  if (!dates.ok) return dates;
  const minimum = fields.minimum === "" ? null : solAmount(fields.minimum, "minimum");
  if (minimum && !minimum.ok) return minimum;
  const minLamports = minimum?.value ?? null;
  const { kind } = fields;
  const content = { name, kind, value: value.value, capacity, perPerson, minLamports };
  return { ok: true, value: { ...content, ...products.value, ...dates.value } };
}

/** Percent, or lamports. */
function amountOf({ kind, percent, amount }: CodeFields): Checked<number> {
  if (kind === "percent") {
    const value = wholeNumber(percent, MAX_PERCENT);
    return value == null ? refused("code_percent_invalid", "percent") : { ok: true, value };
  }
  const lamports = solAmount(amount, "amount");
  return lamports.ok ? { ok: true, value: Number(lamports.value) } : lamports;
}

function solAmount(typed: string, field: "amount" | "minimum"): Checked<bigint> {
  const amount = parseSol(typed);
  if (amount.ok && amount.lamports > 0n) return { ok: true, value: amount.lamports };
  const isAmbiguous = !amount.ok && amount.problem === "ambiguous_comma";
  return refused(isAmbiguous ? "price_ambiguous_comma" : "code_amount_invalid", field);
}

type CodeProducts = Pick<CodeContent, "isForAll" | "productIds" | "isDefault">;

function productsOf({ scope, products, isDefault }: CodeFields): Checked<CodeProducts> {
  if (scope === "all")
    return { ok: true, value: { isForAll: true, productIds: [], isDefault: false } };
  if (products.length === 0) return refused("code_products_missing", "product");
  if (products.length > MAX_CODE_PRODUCTS)
    return refused("code_products_too_many", "product", { max: MAX_CODE_PRODUCTS });
  return { ok: true, value: { isForAll: false, productIds: products, isDefault } };
}

function datesOf(
  fields: CodeFields,
  { timeZone, now, savedEnd }: Limits,
): Checked<Pick<CodeContent, "startsAt" | "endsAt">> {
  const startsAt = moment(fields.startsAt, timeZone);
  if (startsAt === undefined) return refused("code_date_invalid", "startsAt");
  const endsAt = moment(fields.endsAt, timeZone);
  if (endsAt === undefined) return refused("code_date_invalid", "endsAt");
  if (endsAt !== null && endsAt <= now && endsAt !== savedEnd)
    return refused("code_end_past", "endsAt");
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    return refused("code_end_before_start", "endsAt");
  return { ok: true, value: { startsAt, endsAt } };
}

/** Null for an empty field, undefined for what is no time. */
function moment(typed: string, timeZone: string): number | null | undefined {
  return typed === "" ? null : (parseLocalMoment(typed, timeZone) ?? undefined);
}

/** A number from 1 on; null for an empty field, undefined for what is none. */
function wholeNumber(typed: string, max: number): number | null | undefined {
  if (typed === "") return null;
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

function refused(
  messageKey: MessageKey,
  field: Field,
  params: Record<string, number> = {},
): { ok: false; error: CodeFieldError } {
  return { ok: false, error: { messageKey, field, params } };
}
