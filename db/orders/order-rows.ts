import type { BuiltTransaction, Order, ReviewReason } from "../../app/orders/rules/order";
import { REVIEW_REASONS } from "../../app/orders/rules/order";
import type { orders } from "../schema/index";

type Row = typeof orders.$inferSelect;
type NewRow = typeof orders.$inferInsert;

export function toOrder(row: Row): Order {
  return {
    id: row.id,
    productId: row.productId,
    ownerUid: row.ownerUid,
    buyerUid: row.buyerUid,
    buyerWallet: row.buyerWallet,
    status: row.status,
    paymentRequested: row.paymentRequested,
    priceLamports: BigInt(row.priceLamports),
    sellerLamports: BigInt(row.sellerLamports),
    feeLamports: BigInt(row.feeLamports),
    feeBps: row.feeBps,
    recipient: row.recipient,
    platform: row.platform,
    reference: row.reference,
    referenceSecret: row.referenceSecret,
    label: row.label,
    message: row.message,
    saleType: row.saleType,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    built: toBuilt(row),
    hold: row.hold,
    suggestedSignature: row.suggestedSignature,
    signature: row.signature,
    slot: row.slot,
    payerWallet: row.payerWallet,
    paidLamports: row.paidLamports === null ? null : BigInt(row.paidLamports),
    reviewReason: toReviewReason(row.reviewReason),
    settledAt: row.settledAt,
    finalizedAt: row.finalizedAt,
  };
}

/** A row for an order that was just opened. */
export function toNewRow(order: Order, nextPollAt: number): NewRow {
  const { built: _, paidLamports: __, priceLamports, sellerLamports, feeLamports, ...rest } = order;
  return {
    ...rest,
    priceLamports: Number(priceLamports),
    sellerLamports: Number(sellerLamports),
    feeLamports: Number(feeLamports),
    nextPollAt,
    updatedAt: order.createdAt,
  };
}

function toBuilt(row: Row): BuiltTransaction | null {
  const { builtTransaction, builtFor, builtAt, lastValidBlockHeight } = row;
  if (!builtTransaction || !builtFor || builtAt === null || lastValidBlockHeight === null) {
    return null;
  }
  return { transaction: builtTransaction, account: builtFor, at: builtAt, lastValidBlockHeight };
}

function toReviewReason(text: string | null): ReviewReason | null {
  return REVIEW_REASONS.find((reason) => reason === text) ?? null;
}
