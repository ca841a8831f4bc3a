import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import { BRAND } from "../../lib/brand";
import type { Cluster } from "../../lib/cluster";
import { sitePaths } from "../../lib/site-paths";
import type { StatementSubject } from "../../lib/statements";
import { type Buyer, isOrderOf, isPaidByGuest } from "../../orders/rules/buyer";
import {
  FEE_KINDS,
  REVENUE_KINDS_BY_SIGNATURE,
  SHARE_KINDS,
} from "../../orders/rules/ledger-kinds";
import { lamportsTo } from "../../orders/rules/legs";
import type { Order } from "../../orders/rules/order";
import {
  hasReceipt,
  lamportsOfKinds,
  type ReceiptEntry,
  type ReceiptFile,
  type ReceiptState,
  receiptOf,
} from "./receipt";

/** The program that checks a proof, of `public/`. */
export const CHECKER_PATH = "/comptoir-verify.mjs";

/** The file of a proof. */
export function proofFileName(orderId: string): string {
  return `${BRAND.toLowerCase()}-purchase-${orderId.replace(/[^\w-]/g, "").slice(0, 8)}.json`;
}

/** The list of public keys, as it is saved beside a proof. */
export const KEYS_FILE = sitePaths.publicKeys.replace(/^.*\//, "");

/** Checks the proof of an order where it is saved with program and keys. */
export function checkCommand(orderId: string): string {
  return `node ${CHECKER_PATH.slice(1)} ${proofFileName(orderId)} --keys ${KEYS_FILE}`;
}

/** A purchase has a proof once no rollback can undo its payment, and until it is refunded. */
export function isProvable(state: ReceiptState): state is "final" {
  return state === "final";
}

/** Whose receipt it is: an account that bought it, or the browser whose own payment settled it. */
export function mayProve(order: Order, buyer: Buyer, now: number): boolean {
  if (!hasReceipt(order) || !isOrderOf(order, buyer, now)) return false;
  return buyer.kind === "account" || isPaidByGuest(order);
}

/**
 * What a proof of purchase says, in ids, addresses, hashes, amounts and times. Null where no transaction
 * paid for the order.
 */
export function purchaseSubject(
  order: Order,
  {
    entries,
    files,
    cluster,
  }: { entries: readonly ReceiptEntry[]; files: readonly ReceiptFile[]; cluster: Cluster },
): StatementSubject | null {
  const { payment, buyerWallet, sellerWallet, paidLamports } = receiptOf(order, entries);
  if (payment === null) return null;
  return {
    order: order.id,
    product: order.productId,
    ...filesSubject(files),
    cluster,
    transaction: payment.signature,
    reference: order.reference,
    payer: buyerWallet,
    seller: sellerWallet,
    lamports: String(paidLamports),
    sellerLamports: String(sellerLamportsOf(order, payment.signature, entries)),
    paidAt: payment.at === null ? null : new Date(payment.at).toISOString(),
  };
}

/**
 * Hash and bytes of the file that was bought. Of several files: how many, their bytes together, and the hash of
 * their hashes as lines of hex, in order, since a statement has few fields.
 */
function filesSubject(files: readonly ReceiptFile[]): StatementSubject {
  const [only] = files;
  if (files.length < 2) {
    return { sha256: only?.sha256 || null, sizeBytes: only?.sizeBytes ?? null };
  }
  const lines = files.map(({ sha256: hash }) => `${hash}\n`).join("");
  return {
    sha256: null,
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    files: files.length,
    filesSha256: bytesToHex(sha256(new TextEncoder().encode(lines))),
  };
}

/**
 * What the transaction moved to the seller at least, so that it can be compared with the chain: a price in
 * several transfers has others beside it, and commission that the seller owes came to the seller too.
 */
function sellerLamportsOf(
  order: Order,
  signature: string,
  entries: readonly ReceiptEntry[],
): bigint {
  const own = entries.filter((entry) => entry.signature === signature);
  if (own.length === 0) return lamportsTo(order.terms, "seller");
  return (
    lamportsOfKinds(own, REVENUE_KINDS_BY_SIGNATURE) -
    lamportsOfKinds(own, [...FEE_KINDS, ...SHARE_KINDS])
  );
}
