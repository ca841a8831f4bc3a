import bs58 from "bs58";
import type { Order } from "../../../app/orders/rules/order";
import { ORDER_LIFETIME_MS } from "../../../app/solana/payment-constants";
import { orderOf } from "../factories/order";
import type { Leg } from "../raw-payments";

export const START_MS = 1_700_000_000_000;
export const PRICE_LAMPORTS = 1_000n;
export const SHARE_LAMPORTS = 990n;
export const FEE_LAMPORTS = 10n;

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

/** Order 0 is bound to a wallet, the others to none. */
export function simulatedOrder(id: string, limit: number | null, createdAt: number): Order {
  return orderOf({
    id,
    productId: "product",
    ownerUid: "seller",
    buyerUid: `buyer${id}`,
    buyerWallet: id === "0" ? "Buyer0" : null,
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
