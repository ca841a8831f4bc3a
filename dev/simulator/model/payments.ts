import type { LandedPayment } from "../world";
import type { OpenedOrder } from "./story";

/** What one transaction brought an order: money for its seller or the platform, with its reference. */
export interface OrderPayment {
  signature: string;
  /** Virtual time of its block, epoch ms. */
  at: number;
  /** The wallet that paid the seller's leg; of a payment below the price, the one that sent most. */
  payer: string;
  /** All of it, whoever sent it. */
  lamports: bigint;
  /** Legs that count towards the price; null where they do not cover it. */
  covered: bigint | null;
  /** The platform's address stands in the transaction, by which every sale is found. */
  namesPlatform: boolean;
  /** The reference of another order stands in it. */
  namesOtherOrder: boolean;
  referenceSigned: boolean;
}

type Transfer = LandedPayment["transfers"][number];

/**
 * The payments of an order, by the rules of verification: top-level and inner transfers alike, whatever
 * else stands in the transaction; a transfer with the references of several orders is the first one's.
 *
 * @param bound the wallet that must pay; null where any may
 * @param orders all orders by their reference
 */
export function paymentsOf(
  order: OpenedOrder,
  bound: string | null,
  { landed, platform, orders }: Chain,
): OrderPayment[] {
  return landed.flatMap((transaction) => {
    if (!transaction.hasRun || transaction.err !== null) return [];
    const own = transaction.transfers.filter(
      (transfer) =>
        transfer.lamports > 0n &&
        transfer.from !== order.sellerWallet &&
        transaction.signers.includes(transfer.from) &&
        receives(order, transfer, platform) &&
        firstOrder(transfer, orders, platform) === order.reference,
    );
    if (own.length === 0) return [];
    const legs = legsOf(order, bound, own, platform);
    return [
      {
        signature: transaction.signature,
        at: transaction.at,
        payer: legs?.payer ?? topSender(own),
        lamports: sum(own),
        covered: legs?.covered ?? null,
        namesPlatform: transaction.transfers.some(
          ({ to, extra }) => to === platform || extra.includes(platform),
        ),
        namesOtherOrder: transaction.transfers.some(({ extra }) =>
          extra.some((key) => key !== order.reference && orders.has(key)),
        ),
        referenceSigned: transaction.signers.includes(order.reference),
      },
    ];
  });
}

/** What a payment is judged against. */
export interface Chain {
  landed: readonly LandedPayment[];
  platform: string;
  orders: ReadonlyMap<string, OpenedOrder>;
}

function receives({ sellerWallet }: OpenedOrder, { to }: Transfer, platform: string): boolean {
  return to === sellerWallet || to === platform;
}

function firstOrder(transfer: Transfer, orders: Chain["orders"], platform: string): string | null {
  const first = transfer.extra.find((key) => {
    const order = orders.get(key);
    return order !== undefined && receives(order, transfer, platform);
  });
  return first ?? null;
}

/** The legs that cover the price: those of the bound wallet where they do, else the largest. */
function legsOf(
  order: OpenedOrder,
  bound: string | null,
  own: Transfer[],
  platform: string,
): { payer: string; covered: bigint } | null {
  const { reference, sellerWallet, feeLamports, totalLamports } = order;
  const exact = own.filter(({ to, extra }) => {
    const [first, second, ...more] = extra;
    const isFree = feeLamports === 0n && to === sellerWallet && second === platform;
    return first === reference && more.length === 0 && (second === undefined || isFree);
  });
  const toSeller = exact.filter(({ to }) => to === sellerWallet);
  const candidates = [toSeller.filter(({ from }) => from === bound), toSeller].map(largest);
  for (const seller of candidates) {
    if (!seller) continue;
    const fee = largest(exact.filter((leg) => leg.to === platform && leg !== seller));
    const feePaid = fee?.lamports ?? 0n;
    const isSplit = seller.lamports >= totalLamports - feeLamports && feePaid >= feeLamports;
    if (isSplit || seller.lamports >= totalLamports) {
      return { payer: seller.from, covered: seller.lamports + feePaid };
    }
  }
  return null;
}

function largest(transfers: Transfer[]): Transfer | undefined {
  return transfers.reduce<Transfer | undefined>(
    (top, one) => (top && top.lamports >= one.lamports ? top : one),
    undefined,
  );
}

function topSender(own: Transfer[]): string {
  const sums = new Map<string, bigint>();
  for (const { from, lamports } of own) sums.set(from, (sums.get(from) ?? 0n) + lamports);
  return [...sums].reduce((top, one) => (one[1] > top[1] ? one : top))[0];
}

function sum(transfers: readonly Transfer[]): bigint {
  return transfers.reduce((total, { lamports }) => total + lamports, 0n);
}
