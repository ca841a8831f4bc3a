/**
 * Terms: what is bought, what it costs, and who receives what. One document for each order, frozen when the
 * order is opened; the same bytes are in `orders.terms` and in the order's record outside the database.
 * `quote` makes them, `areCurrent` compares them with those of today, `maySettle` judges a payment.
 */
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { z } from "zod";
import { canonicalJson } from "../../lib/canonical-json";
import { splitPrice } from "../../products/rules/commission";
import type { Product } from "../../products/rules/product";
import {
  isShare,
  LEG_ROLES,
  type Leg,
  lamportsTo,
  legsOfSale,
  type Sharer,
  sharesOfPrice,
  totalOf,
  withoutDebts,
} from "./legs";

/** Of the documents that this version writes. A reader refuses the versions that it does not know. */
const VERSION = 1;
export const MAX_TERMS_BYTES = 4_096;
const MAX_TITLE_BYTES = 100;
/** Of an item of a bundle: ten of them leave room for all legs. */
const MAX_ITEM_TITLE_BYTES = 60;
const MAX_LABEL_BYTES = 100;
/** A bundle of ten. */
export const MAX_ORDER_ITEMS = 10;
const MAX_ADJUSTMENTS = 10;
const MAX_LEGS = 8;
/** Things that are scarce: each item has a unit or a key, and an order one code, also of its buyer. */
const MAX_TAKES = 2 * MAX_ORDER_ITEMS + 2;

/** Smallest units of an asset or currency, above 0. */
const amount = z.string().regex(/^[1-9]\d{0,18}$/);
const wallet = z.string().min(1).max(44);
const id = z.string().min(1).max(64);

/**
 * Kinds of scarce things: a unit or a key of a product, a use of a code, and a use of one person
 * (`own:<code>-<person>`), which is scarce for that person alone.
 */
export const THING_KINDS = ["unit", "key", "use", "own"] as const;
export type ThingKind = (typeof THING_KINDS)[number];

const thing = z.string().regex(new RegExp(`^(${THING_KINDS.join("|")}):[\\w-]{1,64}$`));

/** The thing of the licence keys that a product's seller has written. */
export function keyThing(productId: string): string {
  return `key:${productId}`;
}

function kindOfThing(thing: string): string {
  return thing.slice(0, thing.indexOf(":"));
}

function isCodes(kind: string): boolean {
  return kind === "use" || kind === "own";
}

const legs = z.array(z.strictObject({ role: z.enum(LEG_ROLES), wallet, amount }));

const adjustment = z.strictObject({
  /** `chosen`: the buyer pays another amount than the listed one. */
  kind: z.enum(["code", "chosen", "bundle"]),
  id,
  label: z.string().refine((label) => bytesOf(label) <= MAX_LABEL_BYTES),
  /** Smallest units, added to the price; not 0. */
  amount: z.string().regex(/^-?[1-9]\d{0,18}$/),
});

const termsDocument = z.strictObject({
  version: z.literal(VERSION),
  /** Hex SHA-256 of the other parts, without titles and labels, which are only shown. */
  id: z.string().regex(/^[\da-f]{64}$/),
  /** When a quote ends, epoch ms; null until something changes. */
  until: z.int().nonnegative().nullable(),
  items: z
    .array(z.strictObject({ product: id, title: z.string() }))
    .min(1)
    .max(MAX_ORDER_ITEMS),
  /** The price that the seller set. */
  list: z.strictObject({ amount, currency: z.literal("SOL") }),
  /** What changed it, in order: the total is the price with all of them. */
  adjustments: z.array(adjustment).max(MAX_ADJUSTMENTS),
  /** What is paid. */
  asset: z.literal("SOL"),
  rate: z.null(),
  /** The platform's wallet, which every payment names, where no leg has it; else null. */
  platform: wallet.nullable(),
  legs: legs.min(1).max(MAX_LEGS),
  /** Shares whose wallets could not receive them: they are in the seller's leg, who owes them. Absent for none. */
  owed: legs.min(1).max(MAX_LEGS).optional(),
  /** What is taken off shares for sales that the seller has refunded: it is in the seller's leg. Absent for none. */
  withheld: legs.min(1).max(MAX_LEGS).optional(),
  /** The scarce things that the order needs. */
  takes: z.array(thing).max(MAX_TAKES),
  /** Null where the version before wrote the order: its product may have been edited since. */
  productVersion: z.int().positive().nullable(),
});

export type Terms = Readonly<z.infer<typeof termsDocument>>;
export type Adjustment = Readonly<Terms["adjustments"][number]>;

export type QuotedProduct = Pick<
  Product,
  "id" | "title" | "priceLamports" | "recipient" | "saleType"
> &
  Partial<Pick<Product, "licenceKind">> & {
    version: Terms["productVersion"];
    /** Of a bundle, in order; absent for another product. */
    items?: readonly QuotedItem[];
  };

/** What the buyer of an order asked for besides the product: its adjustments come from it. */
export interface OrderChoice {
  /** Id of a code; null without one. */
  codeId: string | null;
  /** What the buyer chose to pay before the code, in lamports; null for the seller's price. */
  chosenLamports: bigint | null;
}

/** An item of a bundle, as a quote names it. */
export type QuotedItem = Pick<Product, "id" | "title" | "saleType"> &
  Partial<Pick<Product, "licenceKind">>;

/** Scarce things that an order takes besides units. */
export interface TakenUses {
  /** Codes of which it takes a use. */
  codes: readonly string[];
  /** `<code>-<person>`: uses that one person has of a code. */
  own: readonly string[];
}

/** What a quote depends on besides the product. */
export interface QuoteFacts extends Partial<TakenUses> {
  /** Commission of the seller's plan, in basis points. */
  feeBps: number;
  /** Wallet that receives it. */
  platform: string;
  /** Who shares in the sale; nobody where absent. */
  sharing?: Sharing;
  /** The shares themselves, of an order that has them. */
  shares?: Shares;
  /** What changes the price; nothing where absent. */
  adjustments?: readonly Adjustment[];
}

/** Parts of a price that neither its seller nor the platform receives. */
export interface Shares {
  legs: readonly Leg[];
  /** Those whose wallets can't receive them. */
  owed: readonly Leg[];
  /** What is taken off them, for sales that the seller has refunded. */
  withheld: readonly Leg[];
}

/** What the shares of a price depend on. */
export interface Sharing {
  sharers: readonly Sharer[];
  /** Wallets that can receive a transfer of any amount. */
  canReceive: ReadonlySet<string>;
  /** Lamports by wallet that are due back to the seller. */
  debts: ReadonlyMap<string, bigint>;
  /** The wallet that is to pay, which gets no share; null or absent while it is not known. */
  payer?: string | null;
}

export const NO_SHARES: Shares = { legs: [], owed: [], withheld: [] };

/** True where others share in the sale. */
export function hasShares({ legs, owed = [] }: Pick<Terms, "legs" | "owed">): boolean {
  return owed.length > 0 || legs.some(isShare);
}

/** The shares that an order was opened with. */
export function sharesOf({
  legs,
  owed = [],
  withheld = [],
}: Pick<Terms, "legs" | "owed" | "withheld">): Shares {
  return { legs: legs.filter(isShare), owed, withheld };
}

/** What the buyer of an order asked for. Its terms are compared with today's for the same choice. */
export function choiceOf({ list, adjustments }: Pick<Terms, "list" | "adjustments">): OrderChoice {
  const chosen = adjustments.find(({ kind }) => kind === "chosen");
  return {
    codeId: codeOf({ adjustments })?.id ?? null,
    chosenLamports: chosen ? BigInt(list.amount) + BigInt(chosen.amount) : null,
  };
}

/** The adjustment by a code; undefined without one. */
export function codeOf({ adjustments }: Pick<Terms, "adjustments">): Adjustment | undefined {
  return adjustments.find(({ kind }) => kind === "code");
}

/** True for the terms of a bundle, which has two items or more. */
export function isBundle({ items }: Pick<Terms, "items">): boolean {
  return items.length > 1;
}

/**
 * The items that the buyer of a bundle had paid for before, and that its price was lowered for. The id of the
 * adjustment has a digit for each: its place among the items, from 0.
 */
export function creditedItems({
  items,
  adjustments,
}: Pick<Terms, "items" | "adjustments">): string[] {
  const places = adjustments.find(({ kind }) => kind === "bundle")?.id ?? "";
  return items.flatMap(({ product }, place) => (places.includes(String(place)) ? [product] : []));
}

/** The uses that an order takes. */
export function takenUses({ takes }: Pick<Terms, "takes">): TakenUses {
  const named = (kind: ThingKind) =>
    takes.flatMap((thing) => (kindOfThing(thing) === kind ? [thing.slice(kind.length + 1)] : []));
  return { codes: named("use"), own: named("own") };
}

/**
 * The adjustments of an order that hold at today's price of its product: all of them while it is the price
 * that they were made on, none after it changed.
 */
export function adjustmentsToday(
  { list, adjustments }: Pick<Terms, "list" | "adjustments">,
  priceLamports: bigint,
): readonly Adjustment[] {
  return BigInt(list.amount) === priceLamports ? adjustments : [];
}

/**
 * What an order would cost today for the same choice, in lamports: today's price of its product with the
 * adjustments that hold. An order without any costs today's price.
 *
 * @param isCodeOff its code takes nothing off any more
 */
export function priceToday(
  terms: Pick<Terms, "list" | "adjustments">,
  { priceLamports, isCodeOff }: { priceLamports: bigint; isCodeOff: boolean },
): bigint {
  const held = adjustmentsToday(terms, priceLamports);
  return adjusted(priceLamports, isCodeOff ? held.filter(({ kind }) => kind !== "code") : held);
}

function adjusted(priceLamports: bigint, adjustments: readonly Adjustment[]): bigint {
  return adjustments.reduce((price, { amount }) => price + BigInt(amount), priceLamports);
}

/**
 * The terms on which a product is sold: commission and shares are parts of the adjusted price. One that is 0
 * has no legs, and is not for sale.
 */
export function quote(
  product: QuotedProduct,
  { feeBps, platform, sharing, shares, codes = [], own = [], adjustments = [] }: QuoteFacts,
): Terms {
  const priceLamports = adjusted(product.priceLamports, adjustments);
  const { feeLamports } = splitPrice(priceLamports, feeBps);
  const price = { priceLamports, feeLamports };
  const parts = shares ?? (sharing ? sharesBy(sharing, price) : NO_SHARES);
  return assemble(product, { feeLamports, platform, shares: parts, codes, own, adjustments });
}

/**
 * What the payer would have, and what an affiliate can't receive, is the seller's: nobody is owed it. What an author
 * can't receive is owed.
 */
function sharesBy(
  { sharers, canReceive, debts, payer }: Sharing,
  price: { priceLamports: bigint; feeLamports: bigint },
): Shares {
  const isPayable = ({ wallet }: Leg) => canReceive.has(wallet);
  const isDue = (leg: Leg) => leg.wallet !== payer && (leg.role !== "affiliate" || isPayable(leg));
  const due = sharesOfPrice(sharers, price).filter(isDue);
  const { shares, withheld } = withoutDebts(due, debts);
  return {
    legs: shares.filter(isPayable),
    owed: shares.filter((leg) => !isPayable(leg)),
    withheld,
  };
}

/** The terms of an order by its columns, for rows and records of the version before. */
export function termsOfColumns(order: {
  productId: string;
  label: string;
  priceLamports: bigint;
  feeLamports: bigint;
  recipient: string;
  platform: string;
  saleType: Product["saleType"];
}): Terms {
  const product = { ...order, id: order.productId, title: order.label, version: null };
  const { feeLamports, platform } = order;
  const parts = { feeLamports, platform, shares: NO_SHARES, codes: [], own: [], adjustments: [] };
  return assemble(product, parts);
}

type Parts = Pick<QuoteFacts, "platform" | "shares" | "codes" | "own" | "adjustments">;

function assemble(
  product: QuotedProduct,
  { shares, codes, own, adjustments, ...split }: Required<Parts> & { feeLamports: bigint },
): Terms {
  const priceLamports = adjusted(product.priceLamports, adjustments);
  const legs = legsOfSale({ ...product, ...split, priceLamports, shares: shares.legs });
  const hasPlatform = legs.some(({ role }) => role === "platform");
  const parts = {
    version: VERSION,
    until: null,
    items: itemsOf(product),
    list: { amount: product.priceLamports.toString(), currency: "SOL" },
    adjustments: adjustments.map(({ kind, id, label, amount }) => {
      return { kind, id, label: beginningOf(label, MAX_LABEL_BYTES), amount };
    }),
    asset: "SOL",
    rate: null,
    platform: hasPlatform ? null : split.platform,
    legs,
    ...(shares.owed.length > 0 && { owed: [...shares.owed] }),
    ...(shares.withheld.length > 0 && { withheld: [...shares.withheld] }),
    takes: [
      ...[product, ...(product.items ?? [])].flatMap(({ id, saleType, licenceKind }) => [
        ...(saleType === "infinite" ? [] : [`unit:${id}`]),
        ...(licenceKind === "pool" ? [keyThing(id)] : []),
      ]),
      ...codes.map((code) => `use:${code}`),
      ...own.map((name) => `own:${name}`),
    ],
    productVersion: product.version,
  } satisfies Omit<Terms, "id">;
  return { ...parts, id: idOf(parts) };
}

/** What is bought: the product itself, or what its bundle consists of. */
function itemsOf({ id, title, items }: QuotedProduct): Terms["items"] {
  if (!items) return [{ product: id, title: beginningOf(title, MAX_TITLE_BYTES) }];
  return items.map((item) => {
    return { product: item.id, title: beginningOf(item.title, MAX_ITEM_TITLE_BYTES) };
  });
}

function idOf({ id: _, ...parts }: Omit<Terms, "id"> & { id?: string }): string {
  const items = parts.items.map(({ product }) => product);
  const adjustments = parts.adjustments.map(({ label: _, ...rest }) => rest);
  const text = canonicalJson({ ...parts, items, adjustments });
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}

/**
 * The bytes of the document, as text. The same terms have the same bytes.
 *
 * @throws Error for more than 4 kB, which could be written and never read
 */
export function termsText(terms: Terms): string {
  const text = canonicalJson(terms);
  assertShort(text);
  return text;
}

function assertShort(text: string): void {
  if (bytesOf(text) > MAX_TERMS_BYTES) throw new Error("terms: too long");
}

/**
 * Reads a document. Nothing is settled by terms that can't be read.
 *
 * @throws Error for an unknown version, legs that do not add up to the adjusted price, or more than 4 kB
 */
export function readTerms(text: string): Terms {
  assertShort(text);
  const result = termsDocument.safeParse(JSON.parse(text));
  if (!result.success) {
    throw new Error(`terms: ${result.error.issues.map(({ path }) => path.join(".")).join(", ")}`);
  }
  const terms = result.data;
  const price = adjusted(BigInt(terms.list.amount), terms.adjustments);
  if (totalOf(terms) !== price) throw new Error("terms: legs and price differ");
  return terms;
}

/** True where an order on these terms is one on today's. */
export function areCurrent(terms: Terms, today: Terms): boolean {
  if (terms.productVersion !== null) return terms.id === today.id;
  return idOf(terms) === idOf({ ...today, productVersion: null });
}

/** What differs between an order and one on today's terms; the first that says most to a buyer. */
export type TermsChange = "code" | "price" | "offer" | "commission" | "platform" | "referral";

/**
 * Null where the terms are the same. `code`: a code ended, or takes off another amount, whatever becomes of
 * the total. `price`: the total. `offer`: what the seller chose besides it. `referral`: who recommended it.
 */
export function termsChange(terms: Terms, today: Terms): TermsChange | null {
  if (areCurrent(terms, today)) return null;
  // Of another price the same code takes off another amount.
  const withAmounts = terms.list.amount === today.list.amount;
  if (codesIn(terms, withAmounts) !== codesIn(today, withAmounts)) return "code";
  if (totalOf(terms) !== totalOf(today)) return "price";
  const isSellers = ({ legs, takes }: Terms) => [
    ...takes,
    ...legs.flatMap((leg) => (leg.role === "seller" ? [leg.wallet] : [])),
  ];
  if (isSellers(terms).join() !== isSellers(today).join()) return "offer";
  if (lamportsTo(terms, "platform") !== lamportsTo(today, "platform")) return "commission";
  if (affiliatesIn(terms) !== affiliatesIn(today)) return "referral";
  return platformOf(terms) === platformOf(today) ? "offer" : "platform";
}

/** The parts of affiliates, as text to compare. */
function affiliatesIn({ legs, withheld = [] }: Terms): string {
  const parts = [...legs, ...withheld].filter(({ role }) => role === "affiliate");
  return parts.map(({ wallet, amount }) => `${wallet} ${amount}`).join();
}

/** The codes of an order, as text to compare. */
function codesIn({ takes, adjustments }: Terms, withAmounts: boolean): string {
  const uses = takes.filter((thing) => isCodes(kindOfThing(thing)));
  const amounts = adjustments.flatMap(({ kind, id, amount }) =>
    kind === "code" ? [withAmounts ? `${id} ${amount}` : id] : [],
  );
  return [...uses, ...amounts].join();
}

/** The wallet that the commission goes to, and that every payment names. */
export function platformOf({ platform, legs }: Pick<Terms, "platform" | "legs">): string {
  return platform ?? legs.find(({ role }) => role === "platform")?.wallet ?? "";
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The longest beginning of a text that has at most so many bytes, cut between two characters. */
function beginningOf(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}
