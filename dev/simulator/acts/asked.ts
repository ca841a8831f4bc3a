import type { OrderRequest } from "../../../app/checkout/rules/order-request";
import { formatSol } from "../../../app/lib/lamports";
import type { OfferedCode, ProductOnSale } from "../model/story";
import type { Random } from "../random";
import type { PersonContext } from "./checkout";

/** Which code a buyer types, where the seller has one. */
const TYPED = { nothing: 40, name: 45, otherCase: 5, otherName: 5, fullPrice: 5 } as const;
/** What a buyer types as the price, where it is theirs to choose. */
const AMOUNTS = { nothing: 25, least: 20, more: 45, twice: 5, less: 5 } as const;

/** The code of a seller, as buyers heard of it; null without one. */
export function codeOfSeller({ world }: PersonContext, sellerUid: string): OfferedCode | null {
  for (const event of world.story.events) {
    if (event.kind === "code" && event.sellerUid === sellerUid) return event;
  }
  return null;
}

/**
 * What a buyer types on the page of a product, and agrees to; some clients do not say that. Drawn beside what else
 * the person does.
 */
export function askedOf(context: PersonContext, product: ProductOnSale): OrderRequest {
  const saysTotal = context.random.chance(0.7);
  const random = context.random.fork(`asks for ${product.product}`);
  const code = codeOfSeller(context, product.sellerUid);
  const amount = product.isPriceChosen ? amountOf(random, product) : null;
  const price = amount ?? product.priceLamports;
  const typed = code === null ? "nothing" : random.weighted(TYPED);
  const isReduced = code !== null && typed === "name" && !product.isPriceChosen;
  const total = isReduced ? price - (price * BigInt(code.percent)) / 100n : price;
  return {
    ...(saysTotal && { acceptedLamports: random.chance(0.5) ? total : price }),
    ...(code !== null && requestOf(code, typed)),
    ...(amount !== null && { amount: formatSol(amount) }),
  };
}

function amountOf(random: Random, { priceLamports: price }: ProductOnSale): bigint | null {
  const typed = random.weighted(AMOUNTS);
  const more = price + BigInt(random.below(50_000_000));
  const amounts = { nothing: null, least: price, more, twice: 2n * price, less: price / 2n };
  return amounts[typed];
}

function requestOf({ name }: OfferedCode, typed: keyof typeof TYPED): OrderRequest {
  if (typed === "nothing") return {};
  if (typed === "fullPrice") return { fullPrice: "1" };
  const names = { name, otherCase: name.toLowerCase(), otherName: `${name}2` };
  return { code: names[typed] };
}
