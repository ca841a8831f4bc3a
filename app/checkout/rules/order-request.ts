/**
 * What a buyer asks for by opening an order. A field has one name in JSON, in forms and in the query of a
 * product's link; it is parsed here for all of them, and the request goes whole from the endpoint to
 * `openOrder`. What changes the price goes on to `readQuote`, which alone knows what it means.
 */
import { z } from "zod";
import { isReferringSource, SOURCE_NAME } from "../../lib/page-source";
import type { OrderSource } from "../../orders/rules/order-source";
import { waiverVersion } from "../../orders/rules/waiver-version";

/** What changes the price, as a person types it. Also read from links. */
const priceFields = {
  /** Name of a discount code. A text that can't be one is refused as an unknown code. */
  code: z.string().max(200).nullish(),
  /** What the buyer chooses to pay, as decimal text in SOL, for a product that leaves it to the buyer. */
  amount: z.string().max(64).nullish(),
  /** The price without a code, also where the page or the open order has one. */
  fullPrice: z.literal("1").nullish(),
};

/**
 * Where the visitor of the page comes from, as the page knows it. It is for sums, and changes nothing of the
 * order: a malformed value counts as none.
 */
const sourceFields = {
  /** A name by the page's address. */
  src: z.string().regex(SOURCE_NAME).nullish().catch(null),
  /** What the page's referrer says: `referringSource`. */
  referrer: z.string().refine(isReferringSource).nullish().catch(null),
};

/** A price as decimal text. */
const lamportsText = z.string().regex(/^\d{1,20}$/);

/** Of a JSON body. Schemas of endpoints that open orders spread it. */
export const orderRequestFields = {
  ...priceFields,
  /** Highest total (lamports) that the buyer agreed to; absent or null where the request does not say. */
  acceptedLamports: lamportsText.transform(BigInt).nullish(),
  /**
   * The version of the words by which the buyer gives up the right of withdrawal, or null; undefined where
   * the request does not say.
   */
  waiver: waiverVersion.nullish(),
  ...sourceFields,
};

/** Value of the box, where it is ticked. */
export const tickedWaiver = z.coerce.number().pipe(waiverVersion).optional();

/** Of a form, whose values are texts; a box that is not ticked says no. */
export const orderRequestFormFields = {
  ...orderRequestFields,
  waiver: tickedWaiver.transform((version) => version ?? null),
};

const priceRequest = z.object(priceFields);
const orderRequest = z.object(orderRequestFields);

export type OrderRequest = z.output<typeof orderRequest>;
/** The part of it that changes the price. */
export type PriceRequest = Pick<OrderRequest, keyof typeof priceFields>;
/** As a page writes it into a JSON body, a form or a link. */
export type WrittenRequest = Omit<z.input<typeof orderRequest>, keyof typeof sourceFields> &
  Partial<Record<keyof typeof sourceFields, string | null>>;

/** Undefined where the request says nothing of a page, as those of programs and wallets. */
export function sourceOfRequest({
  src,
  referrer,
}: Pick<OrderRequest, keyof typeof sourceFields>): OrderSource | undefined {
  return src || referrer ? { name: src ?? null, from: referrer ?? null } : undefined;
}

/** What the query of a product's link asks for. */
export function requestOfLink(url: string): PriceRequest {
  const asked = priceRequest.safeParse(Object.fromEntries(new URL(url).searchParams));
  return asked.success ? asked.data : {};
}
