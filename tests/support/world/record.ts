import type { BuiltTransaction, Order } from "../../../app/domain/order";
import type { Payment } from "../../../app/domain/verify-payment";
import type { Orders } from "../../../app/ports/payments";

interface Stock {
  limit: number | null;
  sold: number;
  held: number;
}

/** The record in memory, with the same refusals as the tables. Fast enough for many histories. */
export class WorldRecord {
  readonly orders = new Map<string, Order>();
  /** Order, kind and signature of each line of money. */
  readonly ledger = new Set<string>();
  /** Order by buyer. */
  readonly purchases = new Map<string, string>();

  constructor(readonly stock: Stock) {}

  /** Takes a unit for a message that is about to be given, as one conditional write does. */
  build(id: string, built: BuiltTransaction): boolean {
    const order = this.#get(id);
    if (order.status !== "pending" && order.status !== "awaiting") return false;
    if (this.stock.limit !== null && order.hold !== "held") {
      if (!this.#fits()) return false;
      this.stock.held++;
      order.hold = "held";
    }
    Object.assign(order, { built, status: "awaiting", paymentRequested: true });
    return true;
  }

  has(id: string, signature: string): boolean {
    return [...this.ledger].some(
      (line) => line.startsWith(`${id} `) && line.endsWith(` ${signature}`),
    );
  }

  /** What the rules ask of the record while they watch an order. */
  readonly port: Orders = {
    byId: async (id: string) => ({ ...this.#get(id) }),
    settle: async (id: string, payment: Payment, at: number) => {
      const order = this.#get(id);
      if (order.settledAt !== null) {
        return order.signature === payment.signature ? "settled" : "duplicate";
      }
      const owned = this.purchases.get(order.buyerUid ?? "");
      if (owned && owned !== id) return "duplicate";
      if (this.#settles(payment.signature, id)) return "signature_used";
      if (order.hold !== "held" && !this.#fits()) return "no_stock";
      for (const other of this.orders.values()) {
        if (other.signature === payment.signature && other.id !== id) other.signature = null;
      }
      if (order.hold === "held") this.stock.held--;
      this.stock.sold++;
      this.#line(id, "sale", payment.signature);
      this.purchases.set(order.buyerUid ?? "", id);
      Object.assign(order, paid(payment), { status: "paid", hold: "sold", settledAt: at });
      Object.assign(order, { buyerWallet: payment.payer, reviewReason: null, finalizedAt: null });
      return "settled";
    },
    review: async (id, reason, payment) => {
      this.#line(id, reason, payment.signature);
      const order = this.#get(id);
      if (order.settledAt !== null) return;
      Object.assign(order, this.#named(id, payment), { status: "review", reviewReason: reason });
    },
    misdirected: async (id, payment) => {
      this.#line(id, "misdirected", payment.signature);
      const order = this.#get(id);
      if (order.settledAt !== null) return;
      Object.assign(order, this.#named(id, payment), { status: "paid_by_other" });
    },
    record: async (id: string, kind: string, payment: Payment) => {
      this.#line(id, kind, payment.signature);
    },
    lapse: async (id: string, lastValidBlockHeight: number) => {
      const order = this.#get(id);
      if (order.status !== "awaiting") return;
      if (order.built?.lastValidBlockHeight !== lastValidBlockHeight) return;
      if (order.hold === "held") {
        this.stock.held--;
        order.hold = "released";
      }
      Object.assign(order, { status: "pending", built: null });
    },
    expire: async (id: string) => {
      const order = this.#get(id);
      if (order.hold === "held") return;
      if (order.status === "pending" || order.status === "awaiting") order.status = "expired";
    },
    finalize: async (id: string, signature: string, at: number) => {
      const order = this.#get(id);
      if (order.status === "paid" && order.signature === signature) order.finalizedAt = at;
    },
    vanish: async (id: string, signature: string) => {
      const order = this.#get(id);
      if (order.status !== "paid" || order.signature !== signature) return;
      this.purchases.delete(order.buyerUid ?? "");
      this.stock.sold--;
      this.stock.held++;
      Object.assign(order, { status: "review", reviewReason: "vanished" });
      Object.assign(order, { hold: "held", settledAt: null });
    },
    hint: async (id: string, signature: string) => {
      this.#get(id).signatureHint = signature;
    },
    scheduleLook: async () => undefined,
    knownSignatures: async () => new Set<string>(),
    settledSignatures: async (asked: string[]) =>
      new Set(asked.filter((signature) => this.#settles(signature, ""))),
    byReferences: async (keys: string[]) =>
      [...this.orders.values()].filter(({ reference }) => keys.includes(reference)),
  } as Partial<Orders> as Orders;

  #get(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  #fits(): boolean {
    const { limit, sold, held } = this.stock;
    return limit === null || sold + held < limit;
  }

  #line(id: string, kind: string, signature: string): void {
    this.ledger.add(`${id} ${kind} ${signature}`);
  }

  #takenBy(signature: string, id: string): boolean {
    return [...this.orders.values()].some((one) => one.signature === signature && one.id !== id);
  }

  #settles(signature: string, notFor: string): boolean {
    return [...this.orders.values()].some(
      (one) => one.signature === signature && one.settledAt !== null && one.id !== notFor,
    );
  }

  #named(id: string, payment: Payment): Partial<Order> {
    const taken = this.#takenBy(payment.signature, id);
    return { ...paid(payment), signature: taken ? null : payment.signature };
  }
}

function paid({ signature, slot, payer }: Payment): Partial<Order> {
  return { signature, slot, payerWallet: payer };
}
