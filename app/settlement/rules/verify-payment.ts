import { isShare, lamportsTo, legsDueFrom, totalOf } from "../../orders/rules/legs";
import type {
  OrderKeys,
  OrderTerms,
  PaidShares,
  Payment,
  WalletAmount,
} from "../../orders/rules/payment";
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
 * their number and other instructions are ignored. One transfer for each leg settles the order, or one of the
 * whole price to the seller; transfers are not added up for that. The payment has all that its wallet sent.
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

  const paid = chooseTransfers(
    order,
    signed.filter((transfer) => hasOneReference(order, transfer)),
  );
  const settles = coversPrice(order, paid);
  const payer = (settles && paid.seller?.source) || mainPayer(order, signed);
  const isForLeg = (transfer: Transfer) => paid.others.get(transfer.destination) === transfer;
  const own = signed.filter(
    (transfer) => transfer.source === payer || (settles && isForLeg(transfer)),
  );
  const others = amountsByWallet(
    signed.filter((one) => !own.includes(one) && isReturnable(order, one)),
  );
  const payment: Payment = {
    signature,
    slot: raw.slot,
    payer,
    ...amountsOf(order, { own, payer, paid }),
    covered: coveredBy(paid),
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
  const { seller, others } = chooseTransfers(order, mayBeLegs);
  const paid = order.legs.filter(({ role, wallet }) =>
    role === "seller" ? seller !== undefined : others.has(wallet),
  );
  return naming.length > paid.length;
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
 * True for a transfer to one of the order's recipients with its reference. With the references of
 * several orders it counts for the first one only, so that no lamport is recorded twice.
 */
function isForOrder(
  order: OrderKeys,
  { destination, extra }: Transfer,
  otherOrders: readonly OrderKeys[],
): boolean {
  const receives = (one: OrderKeys) =>
    destination === one.recipient ||
    destination === one.platform ||
    one.legs.some(({ wallet }) => wallet === destination);
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

/** At most one transfer for each leg. */
interface PaidLegs {
  seller: Transfer | undefined;
  /** To the platform, also where it has no leg, and to those who share, by wallet. */
  others: ReadonlyMap<string, Transfer>;
}

/** The transfers of the bound wallet where they cover the price, else the largest of any wallet. */
function chooseTransfers(order: OrderTerms, transfers: Transfer[]): PaidLegs {
  const toSeller = transfers.filter(({ destination }) => destination === order.recipient);
  const own = largest(toSeller.filter(({ source }) => source === order.boundWallet));
  const ofBound = own && withOthers(order, own, transfers);
  if (ofBound && coversPrice(order, ofBound)) return ofBound;
  return withOthers(order, largest(toSeller), transfers);
}

function withOthers(
  order: OrderTerms,
  seller: Transfer | undefined,
  transfers: Transfer[],
): PaidLegs {
  const shares = order.legs.filter(isShare).map(({ wallet }) => wallet);
  const others = new Map<string, Transfer>();
  for (const wallet of [order.platform, ...shares]) {
    const top = largest(
      transfers.filter(
        (one) =>
          one.destination === wallet && one !== seller && (wallet === order.platform || moves(one)),
      ),
    );
    if (top) others.set(wallet, top);
  }
  return { seller, others };
}

/** False for a transfer from a wallet to itself. */
function moves({ source, destination }: Transfer): boolean {
  return source !== destination;
}

function coveredBy({ seller, others }: PaidLegs): bigint {
  return sumOf([...(seller ? [seller] : []), ...others.values()]);
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
  { own, payer, paid }: { own: Transfer[]; payer: string; paid: PaidLegs },
): Pick<Payment, "sellerPaid" | "feePaid" | "surplus" | "feeOwed" | "shares"> {
  const { platform, recipient } = order;
  const isFee = (transfer: Transfer) =>
    transfer === paid.others.get(platform) ||
    (transfer.destination === platform && platform !== recipient);
  const sharers = new Set(order.legs.filter(isShare).map(({ wallet }) => wallet));
  const toShare = own.filter((one) => sharers.has(one.destination) && moves(one));
  const fee = sumOf(own.filter(isFee));
  const feeDue = lamportsTo(order, "platform");
  const sent = sumOf(own.filter((one) => moves(one) || !sharers.has(one.destination)));
  const shares: PaidShares = {
    paid: sumOf(toShare),
    due: totalOf({ legs: legsDueFrom(payer, order).filter(isShare) }),
    isComplete: isPaidToEach(order, paid, payer),
  };
  return {
    sellerPaid: sent - fee - shares.paid,
    feePaid: fee,
    surplus: atLeastZero(sent - totalOf({ legs: legsDueFrom(payer, order) })),
    feeOwed: atLeastZero(feeDue - fee),
    ...(sharers.size > 0 && { shares }),
  };
}

/** Where a sale is shared, a seller returns only what reached the own wallet. */
function isReturnable({ legs, recipient }: OrderTerms, { destination }: Transfer): boolean {
  return destination === recipient || !legs.some(isShare);
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

/** True where each leg was paid, or the seller received the whole price. */
function coversPrice(order: OrderTerms, paid: PaidLegs): boolean {
  const payer = paid.seller?.source;
  const whole = totalOf({ legs: legsDueFrom(payer, order) });
  return isPaidToEach(order, paid, payer) || (paid.seller?.lamports ?? 0n) >= whole;
}

function isPaidToEach(
  order: OrderTerms,
  { seller, others }: PaidLegs,
  payer: string | undefined,
): boolean {
  return legsDueFrom(payer, order).every(({ role, wallet, amount }) => {
    const transfer = role === "seller" ? seller : others.get(wallet);
    return (transfer?.lamports ?? 0n) >= BigInt(amount);
  });
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
