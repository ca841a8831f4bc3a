import { lamportsTo, totalOf } from "../../orders/rules/legs";
import type { OrderKeys, OrderTerms, Payment, WalletAmount } from "../../orders/rules/payment";
import { accountKeysOf, hasStaticEffect, type RawTransaction } from "../../solana/raw-transaction";
import { outcomeOf } from "../../solana/transaction-outcome";
import { type Transfer, transfersOf } from "../../solana/transfers";
import { possibleReferences } from "./unmatched-payment";

export type NotAPayment =
  | "no_meta"
  | "failed"
  /** It stands in a block without effect, and may still run in a later one. */
  | "not_run"
  | "other_signature"
  | "no_transfer"
  | "payer_is_recipient"
  | "payer_did_not_sign";

export type Verdict =
  | { kind: "settled"; payment: Payment }
  | { kind: "paid_by_other"; payment: Payment }
  | { kind: "underpaid"; payment: Payment }
  | { kind: "not_a_payment"; reason: NotAPayment };

/**
 * Verifies a transaction against the terms of an order. Only its transfers count: their position,
 * their number and other instructions are ignored. One transfer to the seller and one to the platform
 * settle the order; transfers are not added up for that. The payment has all that its wallet sent, so
 * that a refund returns all of it.
 *
 * @param otherOrders those that `referencesBefore` names
 */
export function verifyPayment(
  order: OrderTerms,
  signature: string,
  raw: RawTransaction,
  otherOrders: readonly OrderKeys[] = [],
): Verdict {
  if (!raw.meta) return notAPayment("no_meta");
  const outcome = outcomeOf(raw.meta.err, raw.meta.fee);
  if (outcome !== "succeeded") return notAPayment(outcome);
  if (raw.transaction.signatures[0] !== signature) return notAPayment("other_signature");

  const transfers = transfersOf("SOL", raw).filter(
    (transfer) => isForOrder(order, transfer, otherOrders) && transfer.lamports > 0n,
  );
  if (transfers.length === 0) return notAPayment("no_transfer");
  const fromOthers = transfers.filter((transfer) => transfer.source !== order.recipient);
  if (fromOthers.length === 0) return notAPayment("payer_is_recipient");
  const signed = fromOthers.filter((transfer) => transfer.sourceSigned);
  if (signed.length === 0) return notAPayment("payer_did_not_sign");

  const legs = chooseLegs(
    order,
    signed.filter((transfer) => hasOneReference(order, transfer)),
  );
  const settles = coversPrice(order, legs);
  const payer = (settles && legs.seller?.source) || mainPayer(order, signed);
  const own = signed.filter(
    (transfer) => transfer.source === payer || (settles && transfer === legs.fee),
  );
  const others = amountsByWallet(signed.filter((transfer) => !own.includes(transfer)));
  const payment: Payment = {
    signature,
    slot: raw.slot,
    payer,
    ...amountsOf(order, own, legs),
    covered: (legs.seller?.lamports ?? 0n) + (legs.fee?.lamports ?? 0n),
    referenceSigned: isReferenceSigned(order, raw),
    ...(isAlone(order, raw) ? { isAlone: true } : {}),
    ...(others.length > 0 ? { others } : {}),
  };
  if (!settles) return { kind: "underpaid", payment };
  const bound = order.boundWallet;
  const kind = bound && bound !== payer ? "paid_by_other" : "settled";
  return { kind, payment };
}

/**
 * True where another top-level instruction than the legs names the order's reference. Bytes that a wallet
 * signed for the server to send have none; in a transaction that has landed they change nothing.
 */
export function namesReferenceBesideLegs(order: OrderTerms, raw: RawTransaction): boolean {
  const keys = accountKeysOf(raw);
  const naming = raw.transaction.message.instructions.filter(({ programIdIndex, accounts }) =>
    [programIdIndex, ...accounts].some((index) => keys[index] === order.reference),
  );
  const mayBeLegs = transfersOf("SOL", raw).filter(
    (transfer) =>
      isForOrder(order, transfer, []) &&
      transfer.sourceSigned &&
      transfer.source !== order.recipient &&
      hasOneReference(order, transfer),
  );
  const { seller, fee } = chooseLegs(order, mayBeLegs);
  const isFeeDue = lamportsTo(order, "platform") > 0n;
  return naming.length > (seller ? 1 : 0) + (fee && isFeeDue ? 1 : 0);
}

/**
 * Keys that stand before the order's reference in transfers that carry it. Those that are references
 * of orders decide which order such a transfer is recorded for.
 */
export function referencesBefore(order: OrderKeys, raw: RawTransaction): string[] {
  const keys = transfersOf("SOL", raw)
    .filter((transfer) => isForOrder(order, transfer, []) && transfer.lamports > 0n)
    .flatMap(({ extra }) => extra.slice(0, extra.indexOf(order.reference)));
  return [...new Set(keys)];
}

/**
 * True for a transfer to the order's seller or platform with its reference. With the references of
 * several orders it counts for the first one only, so that no lamport is recorded twice.
 */
function isForOrder(
  order: OrderKeys,
  { destination, extra }: Transfer,
  otherOrders: readonly OrderKeys[],
): boolean {
  const receives = (one: OrderKeys) =>
    destination === one.recipient || destination === one.platform;
  const isReference = (key: string) =>
    key === order.reference ||
    otherOrders.some((other) => other.reference === key && receives(other));
  return receives(order) && extra.find(isReference) === order.reference;
}

/** Only a transfer with one reference settles an order: with two it could pay two orders. */
function hasOneReference(order: OrderTerms, { destination, extra }: Transfer): boolean {
  if (extra[0] !== order.reference) return false;
  if (extra.length === 1) return true;
  const namesPlatform = lamportsTo(order, "platform") === 0n && extra[1] === order.platform;
  return destination === order.recipient && namesPlatform && extra.length === 2;
}

/** One transfer to the seller and another one to the platform. */
interface Legs {
  seller: Transfer | undefined;
  fee: Transfer | undefined;
}

/** The legs of the bound wallet where they cover the price, else the largest of any wallet. */
function chooseLegs(order: OrderTerms, transfers: Transfer[]): Legs {
  const toSeller = transfers.filter(({ destination }) => destination === order.recipient);
  const toPlatform = transfers.filter(({ destination }) => destination === order.platform);
  const legsWith = (seller: Transfer | undefined): Legs => ({
    seller,
    fee: largest(toPlatform.filter((transfer) => transfer !== seller)),
  });
  const own = largest(toSeller.filter(({ source }) => source === order.boundWallet));
  const ofBound = own && legsWith(own);
  if (ofBound && coversPrice(order, ofBound)) return ofBound;
  return legsWith(largest(toSeller));
}

/** The wallet that an underpayment is recorded for: the bound one, else the one that sent most. */
function mainPayer(order: OrderTerms, transfers: Transfer[]): string {
  const wallets = amountsByWallet(transfers);
  const bound = wallets.find(({ payer }) => payer === order.boundWallet);
  const most = wallets.reduce<WalletAmount | undefined>(
    (top, wallet) => (top && top.lamports >= wallet.lamports ? top : wallet),
    undefined,
  );
  return (bound ?? most)?.payer ?? "";
}

function amountsByWallet(transfers: Transfer[]): WalletAmount[] {
  const amounts = new Map<string, bigint>();
  for (const { source, lamports } of transfers) {
    amounts.set(source, (amounts.get(source) ?? 0n) + lamports);
  }
  return [...amounts].map(([payer, lamports]) => ({ payer, lamports }));
}

/** Sums of the transfers of one wallet. */
function amountsOf(
  order: OrderTerms,
  transfers: Transfer[],
  { fee }: Legs,
): Pick<Payment, "sellerPaid" | "feePaid" | "surplus" | "feeOwed"> {
  const isFee = (transfer: Transfer) =>
    transfer === fee ||
    (transfer.destination === order.platform && order.platform !== order.recipient);
  const paid = sumOf(transfers);
  const feePaid = sumOf(transfers.filter(isFee));
  return {
    sellerPaid: paid - feePaid,
    feePaid,
    surplus: atLeastZero(paid - totalOf(order)),
    feeOwed: atLeastZero(lamportsTo(order, "platform") - feePaid),
  };
}

function sumOf(transfers: Transfer[]): bigint {
  return transfers.reduce((total, { lamports }) => total + lamports, 0n);
}

function largest(transfers: Transfer[]): Transfer | undefined {
  return transfers.reduce<Transfer | undefined>(
    (top, transfer) => (top && top.lamports >= transfer.lamports ? top : transfer),
    undefined,
  );
}

/** True where both shares were paid, or the seller received the whole price. */
function coversPrice(order: OrderTerms, { seller, fee }: Legs): boolean {
  const sellerPaid = seller?.lamports ?? 0n;
  const feePaid = fee?.lamports ?? 0n;
  const split =
    sellerPaid >= lamportsTo(order, "seller") && feePaid >= lamportsTo(order, "platform");
  return split || sellerPaid >= totalOf(order);
}

/** By the signed bytes alone: what a node says of programs or lookup tables could hide another order. */
function isAlone({ platform, reference }: OrderTerms, raw: RawTransaction): boolean {
  const signed = { ...raw, meta: { err: null } };
  if (!hasStaticEffect(signed)) return false;
  return possibleReferences(platform, signed).every((key) => key === reference);
}

function isReferenceSigned({ reference }: OrderTerms, { transaction }: RawTransaction): boolean {
  const { accountKeys, header } = transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(reference);
}

function atLeastZero(lamports: bigint): bigint {
  return lamports > 0n ? lamports : 0n;
}

function notAPayment(reason: NotAPayment): Verdict {
  return { kind: "not_a_payment", reason };
}
