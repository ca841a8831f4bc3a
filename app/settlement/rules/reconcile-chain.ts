import {
  REFUND_KINDS,
  REVENUE_KINDS_BY_SIGNATURE,
  SURPLUS_KINDS,
  UNDECIDED_KINDS,
} from "../../orders/rules/ledger-kinds";
import {
  type OrderTerms,
  returnableOf,
  sentBy,
  type WalletAmount,
} from "../../orders/rules/payment";
import { accountKeysOf, type RawTransaction } from "../../solana/raw-transaction";
import { MIN_UNMATCHED_LAMPORTS, namedTransfers, unmatchedPayment } from "./unmatched-payment";
import { type Verdict, verifyPayment } from "./verify-payment";

/** What of the database is compared with the chain. Amounts in lamports. */
export interface RecordedPayments {
  orders: (OrderTerms & { id: string; shortLamports: number })[];
  ledger: {
    orderId: string;
    kind: string;
    lamports: number;
    signature: string;
    payer: string | null;
  }[];
  /** References of refunds, which name the platform as well. */
  refundReferences: string[];
  /** Signatures of unmatched payments that the operator has dealt with. */
  resolved: string[];
}

/** Entries with the signature of the payment, so without refunds. */
const RECEIVED_KINDS: readonly string[] = [
  ...REVENUE_KINDS_BY_SIGNATURE,
  ...SURPLUS_KINDS,
  ...UNDECIDED_KINDS,
];

/** Signatures of the ledger whose transaction must be on the chain: those that are not reversed. */
export function recordedSignatures({ ledger }: Pick<RecordedPayments, "ledger">): string[] {
  const net = new Map<string, number>();
  for (const { kind, signature, lamports } of ledger) {
    const counts =
      RECEIVED_KINDS.includes(kind) || (REFUND_KINDS as readonly string[]).includes(kind);
    if (counts) net.set(signature, (net.get(signature) ?? 0) + lamports);
  }
  return [...net].flatMap(([signature, lamports]) => (lamports === 0 ? [] : [signature]));
}

/**
 * Discrepancies between the ledger and transactions that name the platform, a sentence each; empty if all
 * agree.
 */
export function reconcileWithChain(
  { orders, ledger, refundReferences, resolved }: RecordedPayments,
  platform: string,
  transactions: Iterable<[signature: string, raw: RawTransaction]>,
): string[] {
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const known = new Set([...byReference.keys(), ...refundReferences]);
  const { received, paid } = recordedSums({ orders, ledger });
  const faults: string[] = [];
  /** Payments below the price that have no entry, by order. They are part of a sum of the order. */
  const summed = new Map<RecordedOrder, number>();
  for (const [signature, raw] of transactions) {
    const named = accountKeysOf(raw).flatMap((key) => byReference.get(key) ?? []);
    for (const order of named) {
      const verdict = verifyPayment(order, signature, raw, named);
      if (verdict.kind === "not_a_payment") continue;
      const recordedOf = (wallet: string) => received.get(keyOf(order.id, signature, wallet)) ?? 0;
      for (const one of amountsToRecord(verdict, recordedOf(verdict.payment.payer))) {
        const recorded = recordedOf(one.payer);
        if (recorded === Number(one.lamports)) continue;
        if (verdict.kind === "underpaid" && recorded === 0) {
          summed.set(order, (summed.get(order) ?? 0) + Number(one.lamports));
          continue;
        }
        faults.push(
          `order ${order.id}: ${signature} brought ${one.lamports} from ${one.payer}, the ledger says ${recorded}`,
        );
      }
    }
    for (const { source, destination, lamports, references } of namedTransfers(platform, raw)) {
      if (references.some((key) => known.has(key)) || !paid.has(keyOf(source, destination)))
        continue;
      faults.push(
        `${signature} returned ${lamports} from the seller ${source} to ${destination}; no refund has the reference ${references[0]}`,
      );
    }
    const unmatched = unmatchedPayment(platform, signature, raw, known);
    if (!unmatched || unmatched.lamports < MIN_UNMATCHED_LAMPORTS) continue;
    if (resolved.includes(signature)) continue;
    faults.push(
      `${signature} brought ${unmatched.paidLamports} from ${unmatched.payer}, ${unmatched.lamports} of it to the platform; no order has the reference ${unmatched.reference}`,
    );
  }
  return [...faults, ...shortFaults(summed, ledger)].sort();
}

/** By wallet. What settles nothing is recorded by what can be returned of it. */
function amountsToRecord(
  { kind, payment }: Exclude<Verdict, { kind: "not_a_payment" }>,
  recorded: number,
): WalletAmount[] {
  const { payer, others = [] } = payment;
  const returnable = returnableOf(payment);
  const isSale = kind === "settled" && recorded !== Number(returnable);
  return [{ payer, lamports: isSale ? sentBy(payment) : returnable }, ...others];
}

type RecordedOrder = RecordedPayments["orders"][number];

const keyOf = (...parts: string[]) => parts.join(" ");

/** What the ledger says came in, by order, signature and payer, and who has paid which seller. */
function recordedSums({ orders, ledger }: Pick<RecordedPayments, "orders" | "ledger">) {
  const recipients = new Map(orders.map(({ id, recipient }) => [id, recipient]));
  const received = new Map<string, number>();
  /** Sellers' wallets, each with a wallet that paid it. */
  const paid = new Set<string>();
  for (const { orderId, signature, payer, kind, lamports } of ledger) {
    if (!RECEIVED_KINDS.includes(kind)) continue;
    const key = keyOf(orderId, signature, payer ?? "");
    paid.add(keyOf(recipients.get(orderId) ?? "", payer ?? ""));
    received.set(key, (received.get(key) ?? 0) + lamports);
  }
  return { received, paid };
}

/** Orders to which more came below the price than they and the ledger say together. */
function shortFaults(
  summed: ReadonlyMap<RecordedOrder, number>,
  ledger: RecordedPayments["ledger"],
): string[] {
  return [...summed].flatMap(([order, lamports]) => {
    const own = ledger.filter(({ orderId }) => orderId === order.id);
    const short = own.filter(({ kind }) => kind === "short");
    const isShort = new Set(short.map((line) => keyOf(order.id, line.signature, line.payer ?? "")));
    const dropped = own.filter(
      ({ kind, signature, payer }) =>
        kind === "dropped" && isShort.has(keyOf(order.id, signature, payer ?? "")),
    );
    const listed = [...short, ...dropped].reduce((sum, line) => sum + line.lamports, 0);
    const unlisted = order.shortLamports - listed;
    return lamports <= unlisted
      ? []
      : [`order ${order.id}: ${lamports} came below the price, the order says ${unlisted}`];
  });
}
