import bs58 from "bs58";
import type { Order } from "../../../app/orders/rules/order";
import { ORDER_LIFETIME_MS } from "../../../app/orders/rules/order-state";
import { orderOf } from "../factories/order";
import type { Leg } from "../raw-payments";

export const START_MS = 1_700_000_000_000;
export const PRICE_LAMPORTS = 100_000_000n;
export const SHARE_LAMPORTS = 99_000_000n;
export const FEE_LAMPORTS = 1_000_000n;

const KEY_BYTES = 32;

const references = new Map<string, string>();

/** The public key of an order's reference. Kept, since a history asks for it some hundred times. */
export function referenceOf(id: string): string {
  const known = references.get(id);
  if (known) return known;
  const reference = bs58.encode(new Uint8Array(KEY_BYTES).fill(100 + Number(id)));
  references.set(id, reference);
  return reference;
}

export function leg(id: string, to: string, lamports: bigint): Leg {
  return { from: `Buyer${id}`, to, lamports, extra: [referenceOf(id)] };
}

export const OWNER_UID = "seller";
/** A wallet that is linked to the seller's account, beside the one that is paid. */
export const OWNERS_WALLET = "SellersOther";

/** The account of a wallet. */
export function uidOf(wallet: string): string {
  return wallet === OWNERS_WALLET ? OWNER_UID : wallet.toLowerCase();
}

/** The order that was opened for a wallet which nothing proves: it has no buyer until it is paid. */
export const CLAIMED_ORDER_ID = "2";

/** Order 0 is bound to a wallet, order 1 to none. */
export function simulatedOrder(id: string, limit: number | null, createdAt: number): Order {
  return orderOf({
    id,
    productId: "product",
    ownerUid: OWNER_UID,
    buyerUid: id === CLAIMED_ORDER_ID ? null : `buyer${id}`,
    buyerWallet: id === "1" ? null : `Buyer${id}`,
    priceLamports: PRICE_LAMPORTS,
    sellerLamports: SHARE_LAMPORTS,
    feeLamports: FEE_LAMPORTS,
    recipient: "Seller",
    platform: "Platform",
    reference: referenceOf(id),
    referenceSecret: limit === null ? null : "sealed",
    saleType: limit === null ? "infinite" : "limited",
    createdAt,
    expiresAt: createdAt + ORDER_LIFETIME_MS,
  });
}
