import { z } from "zod";
import { SALE_TYPES } from "../../products/rules/sale-type";
import { lamportsTo } from "./legs";
import { type Order, UNPAID } from "./order";
import type { OrderKeys } from "./payment";
import { readTerms, termsOfColumns, termsText } from "./terms";

/** Of the records that this version writes. A reader refuses the versions that it does not know. */
const VERSION = 1;

const lamports = z.string().regex(/^\d{1,19}$/);

const orderRecord = z.object({
  version: z.literal(VERSION),
  id: z.string().min(1),
  productId: z.string().min(1),
  ownerUid: z.string().min(1),
  buyerUid: z.string().nullable(),
  buyerWallet: z.string().nullable(),
  priceLamports: lamports,
  sellerLamports: lamports,
  feeLamports: lamports,
  feeBps: z.number().int().nonnegative(),
  recipient: z.string().min(1),
  platform: z.string().min(1),
  reference: z.string().min(1),
  referenceSecret: z.string().nullable(),
  label: z.string(),
  message: z.string(),
  saleType: z.enum(SALE_TYPES),
  /** The bytes of `orders.terms`. Absent in records of versions before, which have the fields above alone. */
  terms: z.string().nullable().default(null),
  /** Absent in records of versions before guests. */
  guest: z.object({ secretHash: z.string(), wallet: z.string() }).nullable().default(null),
  /** Absent in records of versions before it could be declared. */
  waiver: z.object({ version: z.number().int(), at: z.number().int() }).nullable().default(null),
  createdAt: z.number().int(),
  expiresAt: z.number().int(),
  /** The release on sale when the record was written. Its name is of versions before releases. */
  fileKey: z.string().nullable(),
});

/** What is needed to settle an order that the database has lost. Amounts are decimal text. */
export type OrderRecord = z.infer<typeof orderRecord>;

export function toOrderRecord(order: Order, releaseId: string | null): OrderRecord {
  return {
    version: VERSION,
    id: order.id,
    productId: order.productId,
    ownerUid: order.ownerUid,
    buyerUid: order.buyerUid,
    buyerWallet: order.buyerWallet,
    priceLamports: String(order.priceLamports),
    // All legs but the platform's: the version before knows two.
    sellerLamports: String(order.priceLamports - lamportsTo(order.terms, "platform")),
    feeLamports: String(lamportsTo(order.terms, "platform")),
    feeBps: order.feeBps,
    recipient: order.recipient,
    platform: order.platform,
    reference: order.reference,
    referenceSecret: order.referenceSecret,
    label: order.label,
    message: order.message,
    saleType: order.saleType,
    terms: termsText(order.terms),
    guest: order.guest && { secretHash: order.guest.secretHash, wallet: order.guest.wallet },
    waiver: order.waiver,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    fileKey: releaseId,
  };
}

/** Null for what is no record of a known version. */
export function parseOrderRecord(text: string): OrderRecord | null {
  try {
    return orderRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Of an order whose terms can't be read: the wallets that the versions before knew. */
export function keysOfRecord(record: OrderRecord): OrderKeys {
  const { reference, recipient, platform, terms } = record;
  const keys = { reference, recipient, platform };
  try {
    return { ...keys, legs: terms === null ? [] : readTerms(terms).legs };
  } catch {
    return { ...keys, legs: [] };
  }
}

/** The order as it was before anything was paid. */
export function orderOfRecord(record: OrderRecord): Order {
  const {
    version: _,
    fileKey: __,
    sellerLamports: ___,
    feeLamports,
    terms,
    guest,
    ...rest
  } = record;
  const priceLamports = BigInt(record.priceLamports);
  const amounts = {
    priceLamports,
    feeLamports: BigInt(feeLamports),
  };
  return {
    ...rest,
    priceLamports,
    terms: terms === null ? termsOfColumns({ ...rest, ...amounts }) : readTerms(terms),
    status: "pending",
    paymentRequested: true,
    guest: guest && { ...guest, signature: null },
    ...UNPAID,
  };
}
