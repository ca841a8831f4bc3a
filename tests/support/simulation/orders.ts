import type { Order } from "../../../app/orders/rules/order";
import { ORDER_LIFETIME } from "../../../app/solana/payment-constants";
import type { Leg } from "../raw-payments";

export const START_MS = 1_700_000_000_000;
export const PRICE_LAMPORTS = 1_000n;
export const SHARE_LAMPORTS = 990n;
export const FEE_LAMPORTS = 10n;

export function leg(id: string, to: string, lamports: bigint): Leg {
  return { from: `Buyer${id}`, to, lamports, extra: [`Ref${id}`] };
}

export function simulatedOrder(id: string, limit: number | null, createdAt: number): Order {
  return {
    id,
    productId: "product",
    ownerUid: "seller",
    buyerUid: `buyer${id}`,
    // The first one is bound to a wallet, the others are not.
    buyerWallet: id === "0" ? "Buyer0" : null,
    status: "pending",
    paymentRequested: false,
    priceLamports: PRICE_LAMPORTS,
    sellerLamports: SHARE_LAMPORTS,
    feeLamports: FEE_LAMPORTS,
    feeBps: 100,
    recipient: "Seller",
    platform: "Platform",
    reference: `Ref${id}`,
    referenceSecret: limit === null ? null : "sealed",
    label: "",
    message: "",
    saleType: limit === null ? "infinite" : "limited",
    createdAt,
    expiresAt: createdAt + ORDER_LIFETIME,
    built: null,
    hold: "none",
    suggestedSignature: null,
    signature: null,
    slot: null,
    payerWallet: null,
    paidLamports: null,
    reviewReason: null,
    settledAt: null,
    finalizedAt: null,
  };
}
