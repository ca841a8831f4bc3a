import { acceptedPayment } from "../../../app/checkout/use-cases/recorded-payment";
import type { Orders } from "../../../app/orders/ports";
import { isDust, MAX_SHORT_ENTRIES } from "../../../app/orders/rules/incoming-payment";
import {
  KIND_OF_REVIEW,
  type LedgerKind,
  REFUNDABLE_KINDS,
} from "../../../app/orders/rules/ledger-kinds";
import { maySettle, type SettlementFacts } from "../../../app/orders/rules/may-settle";
import type {
  BuiltTransaction,
  LineEntry,
  Order,
  SignedTransaction,
} from "../../../app/orders/rules/order";
import { isOpen, REFUNDABLE_STATUSES } from "../../../app/orders/rules/order-state";
import type { Payment } from "../../../app/orders/rules/payment";
import type { LedgerSnapshot } from "../../../app/orders/rules/reconcile";
import type { StockLine } from "../../../app/orders/rules/stock-line";
import { settleIfAllowed } from "../../../app/orders/use-cases/settle-payment";
import type { Product } from "../../../app/products/rules/product";
import { SimulatedLedger } from "./ledger";
import { OWNER_UID, PRICE_LAMPORTS, uidOf } from "./orders";

interface Stock {
  limit: number | null;
  sold: number;
  held: number;
}

/** Columns beside those of `Order`. */
interface Row extends Order {
  surplusLamports: number;
  feeOwedLamports: number;
}

/** The database in memory, with the same conditions as its tables. */
export class SimulatedDatabase {
  readonly orders = new Map<string, Row>();
  /** Orders that the seller accepted. */
  readonly accepted = new Set<string>();
  readonly ledger = new SimulatedLedger();
  /** Order ids by buyer. */
  readonly purchases = new Map<string, string>();

  /** As the seller has set it now. */
  product = { status: "active" as Product["status"], priceLamports: PRICE_LAMPORTS };
  /** When payments were first recorded (ms), by order and signature. */
  readonly #recordedAt = new Map<string, number>();

  constructor(readonly stock: Stock) {}

  add(order: Order): void {
    this.orders.set(order.id, { ...order, surplusLamports: 0, feeOwedLamports: 0 });
  }

  /** Holds a unit for a transaction that is handed out, as one conditional write does. */
  build(id: string, built: BuiltTransaction): boolean {
    const order = this.#get(id);
    if (!isOpen(order.status)) return false;
    if (this.stock.limit !== null && order.hold !== "held") {
      if (!this.#hasStock()) return false;
      this.stock.held++;
      order.hold = "held";
    }
    Object.assign(order, { built, status: "awaiting", paymentRequested: true });
    return true;
  }

  /** The signed payments that have, or had, a unit of stock: order ids by signature. */
  readonly taken = new Map<string, string>();
  /** Those that were given up before they expired. */
  readonly rejected = new Set<string>();

  /** True while the payment of that transaction is recorded and not reversed. */
  hasPayment(id: string, signature: string): boolean {
    const isSummed = [...this.#summed.keys()].some((key) => key.startsWith(`${id} ${signature} `));
    return isSummed || this.ledger.hasStandingEntry(id, signature);
  }

  /** Lamports on record of what a wallet sent in that transaction. */
  recorded(id: string, signature: string, payer: string): number {
    const summed = this.#summed.get(`${id} ${signature} ${payer}`) ?? 0n;
    return this.ledger.net(id, REFUNDABLE_KINDS, signature, payer) + Number(summed);
  }

  /** The seller accepts the payment under review, if any. */
  async accept(id: string, at: number): Promise<void> {
    const order = this.#get(id);
    const { signature, slot, payerWallet, reviewReason, paidLamports } = order;
    if (order.status !== "review" || !signature || !payerWallet) return;
    if (reviewReason === "owned" || reviewReason === "signature_used") return;
    const paymentFields = { paid: paidLamports ?? 0n, payer: payerWallet, feePaid: 0n };
    const money = { ...order, ...paymentFields, signature, slot: slot ?? 0 };
    const { payment, finalizedAt = null } = acceptedPayment(money, at);
    const outcome = await settleIfAllowed(
      { orderId: id, payment, way: { kind: "accept", finalizedAt } },
      { clock: { now: () => at }, orders: this.port },
    );
    if (outcome.kind === "settled") this.accepted.add(id);
  }

  /** A refund of everything was confirmed. */
  refund(id: string, signature: string): void {
    const order = this.#get(id);
    const { status, payerWallet } = order;
    if (!payerWallet || !REFUNDABLE_STATUSES.some((one) => one === status)) return;
    const balance = this.ledger.net(id, REFUNDABLE_KINDS, null, payerWallet);
    if (balance <= 0) return;
    this.ledger.refund(id, payerWallet, balance, signature);
    if (this.purchases.get(order.buyerUid ?? "") === id)
      this.purchases.delete(order.buyerUid ?? "");
    if (order.hold === "sold") this.stock.sold--;
    if (order.hold === "held") this.stock.held--;
    if (order.hold === "sold" || order.hold === "held") order.hold = "released";
    order.status = "refunded";
  }

  /** Signed payments that wait for a unit, in their order. */
  line: LineEntry[] = [];
  readonly linePort: StockLine = {
    join: async ({ orderId }, signed) => {
      const others = this.line.filter((one) => one.orderId !== orderId);
      this.line = [...others, { orderId, ...signed }];
      return this.line.length;
    },
    first: async (_, minValidHeight) =>
      this.line.find((one) => one.lastValidBlockHeight >= minValidHeight) ?? null,
    leave: async (orderId) => {
      this.line = this.line.filter((one) => one.orderId !== orderId);
    },
    products: async () => (this.line.length > 0 ? ["product"] : []),
    lapse: async () => undefined,
    lose: async () => undefined,
    charges: async () => [],
    purge: async () => undefined,
  };

  /** Rows for `reconcile`. */
  snapshot(): LedgerSnapshot {
    const { limit, sold, held } = this.stock;
    return {
      products: [{ id: "product", ownerUid: OWNER_UID, saleLimit: limit, sold, held }],
      orders: [...this.orders.values()].map((order) => ({
        ...order,
        paidLamports: order.paidLamports === null ? null : Number(order.paidLamports),
      })),
      purchases: [...this.purchases].map(([uid, orderId]) => ({ uid, orderId, revokedAt: null })),
      ledger: this.ledger.entries,
    };
  }

  /** The port that use cases call. */
  readonly port: Orders = {
    byId: async (id: string) => ({ ...this.#get(id) }),
    settlement: async (id, payment, { at }) => {
      const order = { ...this.#get(id) };
      return { order, facts: this.#facts(order, payment, at) };
    },
    settle: async (id, payment, at, finalizedAt = null) => {
      const order = this.#get(id);
      if (order.status === "paid" && order.signature === payment.signature) {
        if (order.paidLamports === 0n) {
          this.ledger.settle(id, payment);
          Object.assign(order, paid(payment));
        }
        return "settled";
      }
      // The write has the conditions that the rule has for a seller's acceptance.
      const facts = { ...this.#facts(order, payment, at), way: "accept" as const };
      if (maySettle(order, payment, facts).kind !== "yes") return "refused";
      for (const other of this.orders.values()) {
        if (other.signature === payment.signature && other.id !== id) other.signature = null;
      }
      if (order.hold === "held") this.stock.held--;
      this.stock.sold++;
      this.ledger.settle(id, payment);
      this.purchases.set(facts.buyerUid, id);
      Object.assign(order, paid(payment), { status: "paid", hold: "sold", settledAt: at });
      Object.assign(order, { buyerUid: facts.buyerUid, buyerWallet: payment.payer });
      Object.assign(order, { reviewReason: null, finalizedAt });
      await this.linePort.leave(id);
      return "settled";
    },
    review: async (id, reason, payment, at) => {
      this.#record(id, KIND_OF_REVIEW[reason], payment, at);
      const order = this.#get(id);
      if (order.settledAt !== null || order.status === "refunded") return;
      const { buyerUid } = this.#facts(order, payment, at);
      const isOpenedForOther = order.buyerUid === null && order.buyerWallet !== payment.payer;
      const keepsBuyer = isOpenedForOther || buyerUid === OWNER_UID;
      Object.assign(order, this.#paymentFields(id, payment), {
        buyerUid: keepsBuyer ? order.buyerUid : buyerUid,
        status: "review",
        reviewReason: reason,
      });
    },
    misdirected: async (id, payment, at) => {
      this.#record(id, "misdirected", payment, at);
      const order = this.#get(id);
      if (order.settledAt !== null || order.status === "refunded") return;
      Object.assign(order, this.#paymentFields(id, payment), { status: "paid_by_other" });
    },
    record: async (id, kind, payment, at) => this.#record(id, kind, payment, at),
    recordShort: async ({ id, priceLamports }, payment) => {
      const { signature, payer, sellerPaid, feePaid, others = [] } = payment;
      for (const part of [{ payer, lamports: sellerPaid + feePaid }, ...others]) {
        this.#recordPart(this.#get(id), priceLamports, { ...part, signature });
      }
    },
    takeUnit: async (id: string, signed: SignedTransaction, { at }: { at: number }) => {
      const order = this.#get(id);
      const { transaction, account, signature, lastValidBlockHeight } = signed;
      const isFree = isOpen(order.status) && !order.built;
      if (!isFree || order.hold === "held" || order.hold === "sold") return "changed";
      if (!this.#hasStock()) return "held";
      this.stock.held++;
      const built = { transaction, account, at, lastValidBlockHeight, form: "cosigned" as const };
      Object.assign(order, { built, status: "awaiting", paymentRequested: true, hold: "held" });
      order.suggestedSignature = signature;
      this.taken.set(signature, id);
      this.line = this.line.filter(({ orderId }) => orderId !== id);
      return "taken";
    },
    recordSeconded: async () => undefined,
    shortenLifetime: async () => undefined,
    releaseBuiltTransaction: async (id: string, lastValidBlockHeight: number, cause) => {
      const order = this.#get(id);
      if (order.status !== "awaiting") return;
      if (order.built?.lastValidBlockHeight !== lastValidBlockHeight) return;
      if (cause === "rejected" || cause === "excused") {
        this.rejected.add(order.suggestedSignature ?? "");
        order.suggestedSignature = null;
      }
      if (order.hold === "held") {
        this.stock.held--;
        order.hold = "released";
      }
      Object.assign(order, { status: "pending", built: null });
    },
    expire: async (id: string) => {
      const order = this.#get(id);
      if (order.hold === "held") return;
      if (isOpen(order.status)) order.status = "expired";
    },
    finalize: async (id: string, signature: string, at: number) => {
      const order = this.#get(id);
      if (order.status !== "paid" || order.signature !== signature) return;
      order.finalizedAt ??= at;
    },
    rollBack: async (id: string, signature: string) => {
      const order = this.#get(id);
      if (order.status !== "paid" || order.signature !== signature) return;
      this.ledger.rollBack(id, signature, order.payerWallet ?? "");
      this.purchases.delete(order.buyerUid ?? "");
      this.stock.sold--;
      this.stock.held++;
      Object.assign(order, { status: "review", reviewReason: "rolled_back" });
      Object.assign(order, { hold: "held", settledAt: null });
    },
    dismiss: async (id: string) => {
      const order = this.#get(id);
      if (order.status !== "review" || order.reviewReason !== "rolled_back") return false;
      if (order.hold === "held") {
        this.stock.held--;
        order.hold = "released";
      }
      order.status = "expired";
      return true;
    },
    reportSignature: async (id: string, signature: string) => {
      const order = this.#get(id);
      const isNew = order.suggestedSignature !== signature;
      order.suggestedSignature = signature;
      return isNew;
    },
    countNewerAwaiting: async () => 0,
    schedulePoll: async () => undefined,
    knownSignatures: async () => new Set<string>(),
    settledSignatures: async (asked: string[]) =>
      new Set(asked.filter((signature) => this.#isSettledBy(signature, ""))),
    isRecorded: async (id, signature) => this.ledger.hasStandingEntry(id, signature),
    byReferences: async (keys: string[]) =>
      [...this.orders.values()].filter(({ reference }) => keys.includes(reference)),
  } as Partial<Orders> as Orders;

  /** Parts of payments below the price that have no entry, and their amounts. */
  readonly #summed = new Map<string, bigint>();

  #recordPart(
    order: Row,
    priceLamports: bigint,
    part: { signature: string; payer: string; lamports: bigint },
  ): void {
    const { signature, payer, lamports } = part;
    const key = `${order.id} ${signature} ${payer}`;
    if (this.#summed.has(key) || this.ledger.hasStandingEntry(order.id, signature, payer)) return;
    const isFull = this.ledger.count(order.id, "short") >= MAX_SHORT_ENTRIES;
    order.shortLamports += lamports;
    if (isFull || isDust(lamports, priceLamports)) this.#summed.set(key, lamports);
    else this.ledger.add(order.id, "short", lamports, part);
  }

  #get(id: string): Row {
    const order = this.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  #record(id: string, kind: LedgerKind, payment: Payment, at: number): void {
    this.ledger.recordUndecided(id, kind, payment);
    const key = `${id} ${payment.signature}`;
    if (!this.#recordedAt.has(key)) this.#recordedAt.set(key, at);
  }

  #hasStock(): boolean {
    const { limit, sold, held } = this.stock;
    return limit === null || sold + held < limit;
  }

  #facts(order: Row, payment: Payment, at: number): Omit<SettlementFacts, "way"> {
    const payerUid = uidOf(payment.payer);
    const buyerUid = order.buyerUid ?? payerUid;
    const owned = this.purchases.get(buyerUid);
    const place = this.line.findIndex(({ orderId }) => orderId === order.id);
    const { limit, sold, held } = this.stock;
    return {
      product: { ...this.product, recipient: order.recipient, saleLimit: limit, sold, held },
      placesAhead: place < 0 ? this.line.length : place,
      payerUid,
      buyerUid,
      isOwned: owned !== undefined && owned !== order.id,
      isSignatureUsed: this.#isSettledBy(payment.signature, order.id),
      recordedAt: this.#recordedAt.get(`${order.id} ${payment.signature}`) ?? at,
    };
  }

  #isSignatureUsed(signature: string, id: string): boolean {
    return [...this.orders.values()].some((one) => one.signature === signature && one.id !== id);
  }

  #isSettledBy(signature: string, notFor: string): boolean {
    return [...this.orders.values()].some(
      (one) => one.signature === signature && one.settledAt !== null && one.id !== notFor,
    );
  }

  #paymentFields(id: string, payment: Payment): Partial<Row> {
    const taken = this.#isSignatureUsed(payment.signature, id);
    return { ...paid(payment), signature: taken ? null : payment.signature };
  }
}

function paid(payment: Payment): Partial<Row> {
  const { signature, slot, payer, sellerPaid, feePaid, surplus, feeOwed } = payment;
  return {
    signature,
    slot,
    payerWallet: payer,
    paidLamports: sellerPaid + feePaid,
    surplusLamports: Number(surplus),
    feeOwedLamports: Number(feeOwed),
  };
}
