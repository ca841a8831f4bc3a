import type { LandedPayment } from "../world";
import type { OpenedOrder } from "./story";

/** What one transaction brought an order: money for its seller or the platform, with its reference. */
export interface OrderPayment {
  signature: string;
  at: number;
  /** The wallet that paid the seller's leg; of a payment below the price, the one that sent most. */
  payer: string;
  /** All of it, whoever sent it. */
  lamports: bigint;
  /** What is on record while it settles nothing: of a shared sale, what reached the seller. */
  kept: bigint;
  /** What is on record once it has settled the order: without gifts of other wallets to those who share. */
  sold: bigint;
  toPlatform: bigint;
  /** Legs that count towards the price; null where they do not cover it. */
  covered: bigint | null;
  /** Each leg was paid, but for one of the wallet that pays. */
  isShared: boolean;
  /** The platform's address stands in the transaction, by which every sale is found. */
  namesPlatform: boolean;
  referenceSigned: boolean;
}

type Transfer = LandedPayment["transfers"][number];

/** What a payment is judged against. */
export interface Chain {
  platform: string;
  orders: ReadonlyMap<string, OpenedOrder>;
}

/**
 * The payments of an order in these transactions, by the rules of verification: top-level and inner
 * transfers alike, whatever else stands in the transaction; a transfer with the references of several
 * orders is the first one's.
 */
export function paymentsOf(
  order: OpenedOrder,
  transactions: readonly LandedPayment[],
  chain: Chain,
): OrderPayment[] {
  return transactions.flatMap(({ signature, at, hasRun, err, signers, transfers }) => {
    const own = transfers.filter(
      (transfer) =>
        transfer.lamports > 0n &&
        transfer.from !== order.sellerWallet &&
        !(isShare(order, transfer.to) && transfer.from === transfer.to) &&
        signers.includes(transfer.from) &&
        firstOrder(transfer, chain) === order,
    );
    if (!hasRun || err !== null || own.length === 0) return [];
    const legs = legsOf(order, own, chain.platform);
    const { payer = topSender(own), covered = null, isShared = false, chosen = [] } = legs ?? {};
    const toSeller = own.filter(({ to }) => to === order.sellerWallet);
    const sold = own.filter(
      (one) => one.from === payer || chosen.includes(one) || toSeller.includes(one),
    );
    const hasShares = order.shares.length > 0;
    const named = new Set(transfers.flatMap(({ to, extra }) => [to, ...extra]));
    return [
      {
        signature,
        at,
        payer,
        lamports: sum(own),
        kept: hasShares ? sum(toSeller) : sum(own),
        sold: hasShares ? sum(sold) : sum(own),
        toPlatform: sum(own.filter(({ to }) => to === chain.platform)),
        covered,
        isShared,
        namesPlatform: named.has(chain.platform),
        referenceSigned: signers.includes(order.reference),
      },
    ];
  });
}

const isShare = ({ shares }: OpenedOrder, wallet: string) =>
  shares.some((share) => share.wallet === wallet);

/** The first order named by a transfer to one of its recipients. */
function firstOrder({ to, extra }: Transfer, { orders, platform }: Chain): OpenedOrder | undefined {
  return extra
    .flatMap((key) => orders.get(key) ?? [])
    .find((order) => to === order.sellerWallet || to === platform || isShare(order, to));
}

interface Legs {
  payer: string;
  covered: bigint;
  isShared: boolean;
  chosen: readonly Transfer[];
}

/**
 * The legs that cover the price: those of the bound wallet where they do, else the largest. What the wallet that
 * pays would receive itself is due to nobody, and counts as covered.
 */
function legsOf(
  { buyerUid, wallet, reference, sellerWallet, feeLamports, totalLamports, shares }: OpenedOrder,
  own: readonly Transfer[],
  platform: string,
): Legs | null {
  const exact = own.filter(({ to, extra }) => {
    const [first, second, ...more] = extra;
    const isFree = feeLamports === 0n && to === sellerWallet && second === platform;
    return first === reference && more.length === 0 && (second === undefined || isFree);
  });
  const toSeller = exact.filter(({ to }) => to === sellerWallet);
  const isBound = ({ from }: Transfer) => buyerUid !== null && from === wallet;
  for (const seller of [largest(toSeller.filter(isBound)), largest(toSeller)]) {
    if (!seller) continue;
    const payer = seller.from;
    const legTo = (to: string) => largest(exact.filter((leg) => leg.to === to && leg !== seller));
    const due = shares.filter((share) => share.wallet !== payer);
    const paidTo = (to: string) => legTo(to)?.lamports ?? 0n;
    const ownShare = sum(shares) - sum(due);
    const isShared =
      seller.lamports >= totalLamports - feeLamports - sum(shares) &&
      paidTo(platform) >= feeLamports &&
      due.every((share) => paidTo(share.wallet) >= share.lamports);
    if (!isShared && seller.lamports < totalLamports - ownShare) continue;
    const chosen = [platform, ...shares.map((share) => share.wallet)].flatMap(
      (to) => legTo(to) ?? [],
    );
    const covered = seller.lamports + sum(chosen) + ownShare;
    return { payer, covered, isShared: isShared || shares.length === 0, chosen };
  }
  return null;
}

function largest(transfers: readonly Transfer[]): Transfer | undefined {
  return [...transfers].sort((one, other) => Number(other.lamports - one.lamports))[0];
}

function topSender(own: readonly Transfer[]): string {
  const sent = ({ from }: Transfer) => sum(own.filter((other) => other.from === from));
  return own.reduce((top, one) => (sent(one) > sent(top) ? one : top), own[0] as Transfer).from;
}

function sum(all: readonly { lamports: bigint }[]): bigint {
  return all.reduce((total, { lamports }) => total + lamports, 0n);
}
