import {
  type LedgerKind,
  REVENUE_KINDS_BY_SIGNATURE,
  REVERSED_KINDS,
  SALE_KINDS,
  UNDECIDED_KINDS,
} from "../../../app/orders/rules/ledger-kinds";
import type { Payment } from "../../../app/orders/rules/payment";

interface LedgerEntry {
  orderId: string;
  ownerUid: string;
  kind: LedgerKind;
  lamports: number;
  signature: string;
  payer: string;
}

/** Ledger entries in memory, append-only. */
export class SimulatedLedger {
  readonly entries: LedgerEntry[] = [];

  /** Records the payment that settles an order. */
  settle(orderId: string, payment: Payment): void {
    const { sellerPaid, feePaid, feeOwed, surplus, signature } = payment;
    const waiting = this.net(orderId, UNDECIDED_KINDS, signature, payment.payer);
    this.add(orderId, "sale", sellerPaid + feePaid - surplus, payment);
    this.add(orderId, "accepted", BigInt(-waiting), payment);
    this.add(orderId, "fee", feePaid, payment);
    this.add(orderId, "fee_owed", feeOwed, payment);
    this.add(orderId, "surplus", surplus, payment);
    this.#recordOthers(orderId, payment);
  }

  /** Records a payment that settles no order, once for each transaction and wallet. */
  recordUndecided(orderId: string, kind: LedgerKind, payment: Payment): void {
    const { signature, sellerPaid, feePaid, payer } = payment;
    this.#recordOthers(orderId, payment);
    if (this.hasStandingEntry(orderId, signature, payer)) return;
    this.add(orderId, kind, sellerPaid + feePaid, payment);
  }

  #recordOthers(orderId: string, { signature, others = [] }: Payment): void {
    for (const { payer, lamports } of others) {
      if (this.hasStandingEntry(orderId, signature, payer)) continue;
      this.add(orderId, "unsettled", lamports, { signature, payer });
    }
  }

  /** True while the entries of that transaction, of one or any wallet, are not reversed. */
  hasStandingEntry(orderId: string, signature: string, payer?: string): boolean {
    const kinds = [...REVENUE_KINDS_BY_SIGNATURE, ...UNDECIDED_KINDS];
    return this.net(orderId, kinds, signature, payer) > 0;
  }

  hasDuplicate(orderId: string, signature: string): boolean {
    return this.net(orderId, ["duplicate"], signature) > 0;
  }

  rollBack(orderId: string, signature: string, payer: string): void {
    for (const [kind, kinds] of Object.entries(REVERSED_KINDS)) {
      const standing = BigInt(this.net(orderId, kinds, signature));
      this.add(orderId, kind as keyof typeof REVERSED_KINDS, -standing, { signature, payer });
    }
  }

  /** Records the refund of everything that a wallet paid. */
  refund(orderId: string, payer: string, lamports: number, signature: string): void {
    const sale = this.net(orderId, SALE_KINDS, null, payer);
    this.add(orderId, "refund", BigInt(-sale), { signature, payer });
    this.add(orderId, "returned", BigInt(sale - lamports), { signature, payer });
  }

  /** Sum (lamports) of the entries of some kinds; of one transaction or wallet, or of all. */
  net(
    orderId: string,
    kinds: readonly LedgerKind[],
    signature: string | null,
    payer?: string,
  ): number {
    return this.entries
      .filter((line) => line.orderId === orderId && kinds.includes(line.kind))
      .filter((line) => signature === null || line.signature === signature)
      .filter((line) => payer === undefined || line.payer === payer)
      .reduce((total, { lamports }) => total + lamports, 0);
  }

  /** Number of entries of a kind. */
  count(orderId: string, kind: LedgerKind): number {
    return this.entries.filter((line) => line.orderId === orderId && line.kind === kind).length;
  }

  add(
    orderId: string,
    kind: LedgerKind,
    lamports: bigint,
    { signature, payer }: Pick<Payment, "signature" | "payer">,
  ): void {
    if (lamports !== 0n) {
      this.entries.push({
        orderId,
        ownerUid: "seller",
        kind,
        lamports: Number(lamports),
        signature,
        payer,
      });
    }
  }
}
