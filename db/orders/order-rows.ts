import { lamportsTo, totalOf } from "../../app/orders/rules/legs";
import type {
  BuiltTransaction,
  EndedReason,
  GuestOrder,
  OfferedBlockhash,
  Order,
  ReviewReason,
} from "../../app/orders/rules/order";
import { ENDED_REASONS, REVIEW_REASONS } from "../../app/orders/rules/order";
import {
  codeOf,
  readTerms,
  type Terms,
  termsOfColumns,
  termsText,
} from "../../app/orders/rules/terms";
import type { Waiver } from "../../app/orders/rules/waiver";
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
    terms: toTerms(row),
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
    offered: toOffered(row),
    guest: toGuest(row),
    hold: row.hold,
    suggestedSignature: row.suggestedSignature,
    signature: row.signature,
    slot: row.slot,
    payerWallet: row.payerWallet,
    paidLamports: row.paidLamports === null ? null : BigInt(row.paidLamports),
    grantReason: row.grantReason,
    reviewReason: toReviewReason(row.reviewReason),
    shortLamports: BigInt(row.shortLamports),
    endedReason: toEndedReason(row.endedReason),
    settledAt: row.settledAt,
    finalizedAt: row.finalizedAt,
    waiver: toWaiver(row),
    nextPollAt: row.nextPollAt,
  };
}

/** A row for an order that was just opened. */
export function toNewRow(order: Order, nextPollAt: number): NewRow {
  const { built: _, offered: __, paidLamports: ___, guest, waiver, ...columns } = order;
  const { priceLamports, shortLamports, terms, ...rest } = columns;
  const feeLamports = lamportsTo(terms, "platform");
  return {
    ...rest,
    priceLamports: Number(priceLamports),
    // All legs but the platform's: the version before knows two.
    sellerLamports: Number(priceLamports - feeLamports),
    feeLamports: Number(feeLamports),
    shortLamports: Number(shortLamports),
    terms: termsText(terms),
    productVersion: terms.productVersion,
    codeId: codeOf(terms)?.id ?? null,
    guestSecretHash: guest?.secretHash ?? null,
    guestWallet: guest?.wallet ?? null,
    waiverVersion: waiver?.version ?? null,
    waivedAt: waiver?.at ?? null,
    nextPollAt,
    updatedAt: order.createdAt,
  };
}

/** @throws Error where the document can't be read or is not of these amounts: nothing is settled by it */
function toTerms(row: Row): Terms {
  const columns = {
    ...row,
    priceLamports: BigInt(row.priceLamports),
    feeLamports: BigInt(row.feeLamports),
  };
  if (row.terms === null) return termsOfColumns(columns);
  const terms = readTerms(row.terms);
  const isSame =
    totalOf(terms) === columns.priceLamports &&
    lamportsTo(terms, "platform") === columns.feeLamports;
  if (!isSame) throw new Error(`terms: other amounts than order ${row.id}`);
  return terms;
}

function toBuilt(row: Row): BuiltTransaction | null {
  const { builtTransaction, builtFor, builtAt, lastValidBlockHeight } = row;
  if (!builtTransaction || !builtFor || builtAt === null || lastValidBlockHeight === null) {
    return null;
  }
  const form = row.builtForm ?? (row.saleType === "infinite" ? "unsigned" : "presigned");
  const built = { transaction: builtTransaction, account: builtFor, at: builtAt };
  const signed = row.builtSlot === null ? {} : { slot: row.builtSlot };
  const isSeconded = row.blockhashSeconded;
  return { ...built, ...signed, lastValidBlockHeight, form, ...(isSeconded && { isSeconded }) };
}

function toOffered(row: Row): OfferedBlockhash | null {
  const { offeredBlockhash: blockhash, offeredLastValidBlockHeight: lastValidBlockHeight } = row;
  return blockhash && lastValidBlockHeight !== null ? { blockhash, lastValidBlockHeight } : null;
}

function toGuest(row: Row): GuestOrder | null {
  const { guestSecretHash: secretHash, guestWallet: wallet, guestSignature: signature } = row;
  return secretHash !== null && wallet !== null ? { secretHash, wallet, signature } : null;
}

function toWaiver({ waiverVersion: version, waivedAt: at }: Row): Waiver | null {
  return version !== null && at !== null ? { version, at } : null;
}

function toReviewReason(text: string | null): ReviewReason | null {
  return REVIEW_REASONS.find((reason) => reason === text) ?? null;
}

function toEndedReason(text: string | null): EndedReason | null {
  return ENDED_REASONS.find((reason) => reason === text) ?? null;
}
