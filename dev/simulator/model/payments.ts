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
  toPlatform: bigint;
  /** Legs that count towards the price; null where they do not cover it. */
  covered: bigint | null;
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
        signers.includes(transfer.from) &&
        firstOrder(transfer, chain) === order,
    );
    if (!hasRun || err !== null || own.length === 0) return [];
    const { payer = topSender(own), covered = null } = legsOf(order, own, chain.platform) ?? {};
    const named = new Set(transfers.flatMap(({ to, extra }) => [to, ...extra]));
    return [
      {
        signature,
        at,
        payer,
        lamports: sum(own),
        toPlatform: sum(own.filter(({ to }) => to === chain.platform)),
        covered,
        namesPlatform: named.has(chain.platform),
        referenceSigned: signers.includes(order.reference),
      },
    ];
  });
}

/** The first order named by a transfer to its seller or the platform. */
function firstOrder({ to, extra }: Transfer, { orders, platform }: Chain): OpenedOrder | undefined {
  return extra
    .flatMap((key) => orders.get(key) ?? [])
    .find(({ sellerWallet }) => to === sellerWallet || to === platform);
}

/** The legs that cover the price: those of the bound wallet where they do, else the largest. */
function legsOf(
  { buyerUid, wallet, reference, sellerWallet, feeLamports, totalLamports }: OpenedOrder,
  own: readonly Transfer[],
  platform: string,
): { payer: string; covered: bigint } | null {
  const exact = own.filter(({ to, extra }) => {
    const [first, second, ...more] = extra;
    const isFree = feeLamports === 0n && to === sellerWallet && second === platform;
    return first === reference && more.length === 0 && (second === undefined || isFree);
  });
  const toSeller = exact.filter(({ to }) => to === sellerWallet);
  const isBound = ({ from }: Transfer) => buyerUid !== null && from === wallet;
  for (const seller of [largest(toSeller.filter(isBound)), largest(toSeller)]) {
    if (!seller) continue;
    const fee = largest(exact.filter((leg) => leg.to === platform && leg !== seller));
    const feePaid = fee?.lamports ?? 0n;
    const isSplit = seller.lamports >= totalLamports - feeLamports && feePaid >= feeLamports;
    if (isSplit || seller.lamports >= totalLamports)
      return { payer: seller.from, covered: seller.lamports + feePaid };
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

function sum(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((total, { lamports }) => total + lamports, 0n);
}
