import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import type { Payment } from "../../../app/orders/rules/payment";
import { acceptPayment } from "../../../app/refunds/use-cases/decide-payment";
import type { Effect } from "../../../app/settlement/rules/order-lifecycle";
import {
  createApplyEffect,
  createSettlePayment,
} from "../../../app/settlement/use-cases/apply-effect";
import { usersIn } from "../../../db/accounts/users";
import { openDb } from "../../../db/client";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { ledgerIn } from "../../../db/orders/ledger";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { insertOrder } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { SimulatedDatabase } from "../../support/simulation/database";
import {
  FEE_LAMPORTS,
  OWNER_UID,
  OWNERS_WALLET,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  START_MS,
  simulatedOrder,
  uidOf,
} from "../../support/simulation/orders";
import { LONG_RUN } from "../../support/test-scale";

const db = openDb(env.DB);
const repositories = {
  orders: ordersIn(db),
  users: usersIn(db),
  refunds: refundsIn(db),
  incomingPayments: createIncomingPayments(db),
};

const BUYERS = ["Buyer0", "Buyer1", "Buyer2"];
const WALLETS = [...BUYERS, OWNERS_WALLET, "Seller"];
const ORDERS = ["0", "1", "2"];

const anyEvent = fc.record({
  kind: fc.constantFrom(
    ...(["settle", "settle", "settle", "misdirected", "short", "duplicate"] as const),
    ...(["roll_back", "finalize", "expire", "accept", "dismiss", "refund"] as const),
  ),
  order: fc.constantFrom(...ORDERS),
  /** The transaction; two orders may name the same one. */
  transaction: fc.nat(4),
});
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

beforeAll(async () => {
  for (const wallet of [...BUYERS, OWNERS_WALLET]) {
    await insertPerson(env.DB, { uid: uidOf(wallet), wallet });
  }
});

// spec: payment.once
test("simulated and shipped repository book the same events alike", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(null, 1, 2),
      fc.array(anyEvent, { minLength: 1, maxLength: 10 }),
      async (limit, events) => {
        const both = await newBooks(limit);
        for (const [index, event] of events.entries()) {
          await both.apply(event, START_MS + (index + 1) * 60_000);
          const simulated = both.simulatedBooks();
          expect(await both.shippedBooks()).toEqual(simulated);
          for (const { status, reviewReason } of simulated.orders) {
            seen.add(reviewReason ?? status);
          }
        }
      },
    ),
    // The same histories each time, so that they reach the states below.
    LONG_RUN ? { numRuns: 1_000 } : { numRuns: 30, seed: 1 },
  );
  const reached = ["paid", "paid_by_other", "refunded", "owned", "no_stock", "signature_used"];
  expect([...seen]).toEqual(expect.arrayContaining([...reached, "rolled_back"]));
});

/** Three orders of one product, in D1 and in memory. */
async function newBooks(limit: number | null) {
  const productId = await insertProduct(env.DB, OWNER_UID, {
    saleLimit: limit,
    price: Number(PRICE_LAMPORTS),
    recipient: "Seller",
  });
  const simulated = new SimulatedDatabase({ limit, sold: 0, held: 0 });
  const idOf = (order: string) => `${productId}-${order}`;
  const reference = (order: string) => `${productId}-reference-${order}`;
  for (const order of ORDERS) {
    const opened = {
      ...simulatedOrder(order, limit, START_MS),
      ...{ id: idOf(order), productId, reference: reference(order) },
    };
    await insertOrder(env.DB, opened);
    simulated.add(opened);
  }
  const signatureOf = (name: string) => `${productId} ${name}`;
  const sides = [simulated.port, repositories.orders];

  return {
    async apply(event: Event, at: number): Promise<void> {
      const id = idOf(event.order);
      const payment = paymentOf(signatureOf(String(event.transaction)), event);
      const { users } = repositories;
      const clock = { now: () => at };
      if (event.kind === "accept") return accept(id, at);
      if (event.kind === "refund") return refund(id, signatureOf(`refund ${at}`), at);
      for (const orders of sides) {
        const order = await orders.byId(id);
        if (!order) throw new Error(`no order ${id}`);
        if (event.kind === "dismiss") await orders.dismiss(id, at);
        else {
          const settlePayment = createSettlePayment({ clock, orders });
          const applyEffect = createApplyEffect({ clock, orders, users }, settlePayment);
          await applyEffect(order, effectOf(event.kind, order, payment));
        }
      }
    },

    simulatedBooks: () => {
      const { orders, ledger, purchases, stock } = simulated;
      return {
        orders: [...orders.values()].map(shownOrder),
        ledger: ledger.entries
          .map(({ orderId, kind, lamports, signature, payer }) =>
            [orderId, kind, lamports, signature, payer].join(" "),
          )
          .sort(),
        purchases: [...purchases].map(([uid, orderId]) => `${uid} ${orderId}`).sort(),
        stock: { sold: stock.sold, held: stock.held },
      };
    },

    shippedBooks: async () => {
      const ids = ORDERS.map(idOf);
      const orders = await Promise.all(ids.map((id) => repositories.orders.byId(id)));
      const entries = await Promise.all(ids.map((id) => ledgerIn(db).ofOrder(id)));
      const { results } = await env.DB.prepare(
        "SELECT uid, order_id FROM purchases WHERE product_id = ? AND revoked_at IS NULL",
      )
        .bind(productId)
        .all<{ uid: string; order_id: string }>();
      return {
        orders: orders.flatMap((order) => (order ? [shownOrder(order)] : [])),
        ledger: entries
          .flat()
          .map(({ orderId, kind, lamports, signature, payer }) =>
            [orderId, kind, lamports, signature, payer].join(" "),
          )
          .sort(),
        purchases: results.map(({ uid, order_id }) => `${uid} ${order_id}`).sort(),
        stock: await env.DB.prepare("SELECT sold, held FROM products WHERE id = ?")
          .bind(productId)
          .first(),
      };
    },
  };

  async function accept(id: string, at: number): Promise<void> {
    if (simulated.orders.get(id)?.status !== "review") return;
    await simulated.accept(id, at);
    const decision = { orderId: id, sellerUid: OWNER_UID, payer: null };
    const deps = {
      ...repositories,
      clock: { now: () => at },
      watcher: { changed: async () => undefined },
      // Asked for payments below the price only.
      chain: {} as Parameters<typeof acceptPayment>[1]["chain"],
    };
    await acceptPayment(decision, deps).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== "Problem") throw error;
    });
  }

  async function refund(id: string, signature: string, at: number): Promise<void> {
    const { payerWallet = null } = simulated.orders.get(id) ?? {};
    if (payerWallet === null) return;
    simulated.refund(id, signature);
    const incoming = await repositories.incomingPayments.find(id, payerWallet);
    if (!incoming || incoming.balance <= 0n) return;
    const row = { reference: signature, orderId: id, payer: payerWallet, closes: true };
    const bytes = { transaction: "", builtAt: at, lastValidBlockHeight: 1, encryptedSecret: "" };
    await repositories.refunds.open({ ...row, ...bytes, lamports: incoming.balance }, at);
    await repositories.refunds.complete(signature, { signature, slot: 1 }, at);
  }
}

function effectOf(
  kind: Exclude<Event["kind"], "accept" | "refund" | "dismiss">,
  order: Order,
  payment: Payment,
): Effect {
  if (kind === "expire") return { kind };
  if (kind === "finalize" || kind === "roll_back") {
    return { kind, signature: order.signature ?? payment.signature };
  }
  return { kind, payment };
}

/** What a transaction pays for an order depends on both alone, as on the chain. */
function paymentOf(signature: string, { kind, order, transaction }: Event): Payment {
  const payer = WALLETS[(transaction + Number(order)) % WALLETS.length] ?? "";
  const legs = [
    { sellerPaid: SHARE_LAMPORTS, feePaid: FEE_LAMPORTS, surplus: 0n, feeOwed: 0n },
    { sellerPaid: SHARE_LAMPORTS + 7n, feePaid: FEE_LAMPORTS, surplus: 7n, feeOwed: 0n },
    { sellerPaid: PRICE_LAMPORTS, feePaid: 0n, surplus: 0n, feeOwed: FEE_LAMPORTS },
  ];
  const short = { sellerPaid: PRICE_LAMPORTS / 2n, feePaid: 0n, surplus: 0n, feeOwed: 0n };
  const amounts = kind === "short" ? short : (legs[transaction % legs.length] ?? short);
  const others = transaction === 3 ? [{ payer: "Friend", lamports: 5_000_000n }] : [];
  return {
    signature: kind === "short" ? `${signature} short` : signature,
    slot: transaction,
    payer,
    ...amounts,
    covered: amounts.sellerPaid + amounts.feePaid,
    referenceSigned: false,
    others,
  };
}

function shownOrder(order: Order) {
  const { id, status, reviewReason, hold, signature, payerWallet, paidLamports } = order;
  const { shortLamports, settledAt, finalizedAt, buyerUid, buyerWallet, endedReason } = order;
  const payment = { signature, payerWallet, paidLamports, shortLamports };
  const people = { buyerUid, buyerWallet };
  return { id, status, reviewReason, hold, endedReason, settledAt, finalizedAt, payment, people };
}
