import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  FEE_LAMPORTS,
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import {
  KILL_FAILPOINTS,
  killAtEachFailpoint,
  type PollControl,
} from "../../support/failpoints/kill-scenario";
import {
  expectSettledOnce,
  type PaidOrder,
  paidOrderBeforePoll,
  pollUntilStatus,
  settledOrders,
  sweepUntilStatus,
} from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  readOrder,
  reportSignature,
  sendSigned,
  signFirst,
} from "../../support/order-api";
import { advanceToFinality, buildSignedRefund, sendTransaction } from "../../support/review-api";
import { LONG_RUN } from "../../support/test-scale";

/** More than the failpoints of any scenario. */
const MANY_UNITS = 500;
/** A seller may request 30 refunds a minute. The tests request two for each sale. */
const SALES_PER_SELLER = 12;
/** Their sales are more than the failpoints of a refund at which it is killed. */
const SELLERS = LONG_RUN ? 10 : 1;

/** Each test settles dozens of orders. */
const LONG = { timeout: 300_000 };

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp({ only: KILL_FAILPOINTS });
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const send = ({ orderId, buyer, bytes }: { orderId: string; buyer: Person; bytes: string }) =>
  sendSigned(app, buyer, orderId, bytes);

/** What the wallet signs before it is the payment's turn, and its signature. */
async function signedFirst(order: { orderId: string; buyer: Person; payer: Keypair }) {
  const bytes = await signFirst(app, order.buyer, order.orderId, order.payer);
  const { signatures } = VersionedTransaction.deserialize(Buffer.from(bytes, "base64"));
  return { bytes, signature: bs58.encode(signatures[0] ?? new Uint8Array()) };
}

/** Units of these products that are sold and held. */
function stockOf(items: readonly TestProduct[]) {
  const ids = items.map(({ id }) => `'${id}'`).join();
  const sums = "sum(sold) AS sold, sum(held) AS held";
  return sql(app, `SELECT ${sums} FROM products WHERE id IN (${ids})`);
}

/**
 * Sales that are final on the chain; `next` takes one. Their polls are paused before, so that each
 * records its finality with the first poll that a scenario runs.
 */
async function finalSales() {
  const items = await Promise.all(
    Array.from({ length: SELLERS }, () => product(app, { saleLimit: MANY_UNITS })),
  );
  const sold = items.flatMap((item) => Array.from({ length: SALES_PER_SELLER }, () => item));
  const sales = await settledOrders(app, sold);
  let isFinal = false;
  return {
    items,
    left: sales,
    async next(polls: PollControl): Promise<PaidOrder> {
      if (!isFinal) {
        isFinal = true;
        await Promise.all(sales.map(({ orderId }) => polls.pausePolls(orderId)));
        await advanceToFinality(app);
      }
      const sale = sales.pop();
      if (!sale) throw new Error("there are more failpoints than sales");
      return sale;
    },
  };
}

/** Each is refunded once, and its download is revoked. */
async function expectRefundedOnce(sales: PaidOrder[]) {
  await Promise.all(
    sales.map(async ({ orderId, buyer, payer }) => {
      const shown = await readOrder(app, buyer, orderId);
      expect(shown.downloadUrl).toBeUndefined();
      const snapshot = await ledgerByKind(app, orderId);
      const once = { sale: PRICE_LAMPORTS, fee: FEE_LAMPORTS, refund: -PRICE_LAMPORTS };
      expect(snapshot).toEqual(once);
      // Only network fees are missing.
      const lost = 1_000_000_000n - app.chain.balance(payer.publicKey.toBase58());
      expect(Number(lost)).toBeLessThan(20_000);
    }),
  );
}

describe("when workerd is killed at each write,", LONG, () => {
  // spec: payment.killed
  test("settles once a payment whose signature was reported", async () => {
    const item = await product(app);
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => paidOrderBeforePoll(app, item, polls),
      async run({ orderId, buyer, signature }, polls) {
        await reportSignature(app, buyer, orderId, signature);
        await pollUntilStatus(app, polls, orderId, "paid");
      },
    });
    expect(points).toContain("request orders.reportSignature d1.run:after 1");
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    await sweepUntilStatus(app, orders, "paid");
    await expectSettledOnce(app, orders);
  });

  test("sells once what a wallet has signed first", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const [buyer, payer] = [await person(app), fundedWallet(app)];
        const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
        await polls.pausePolls(orderId);
        const order = { item, orderId, buyer, payer };
        return { ...order, ...(await signedFirst(order)) };
      },
      async run(one, polls) {
        await send(one);
        const address = one.payer.publicKey.toBase58();
        const hasPaid = async () => app.chain.balance(address) < BigInt(LAMPORTS_PER_SOL);
        await polls.runPollsUntil(one.orderId, hasPaid);
      },
    });
    expect(points).toContain("request orders.takeUnit d1.batch:after 1");
    expect(points).toContain("watcher alarm chain.broadcast:after 1");
    // Without an answer the page sends the bytes again; the unit may be taken already. A signature
    // that has become too old meanwhile is replaced.
    await Promise.all(
      orders.map(async (one) => {
        if ((await send(one)).status !== 410) return;
        await send(Object.assign(one, await signedFirst(one)));
      }),
    );
    const ids = orders.map(({ orderId }) => `'${orderId}'`).join();
    const unpaid = async () => {
      await app.advanceAndSweep(5_000);
      app.chain.advanceSlots(2);
      return sql(app, `SELECT id FROM orders WHERE id IN (${ids}) AND status <> 'paid'`);
    };
    await expect.poll(unpaid, { interval: 500 }).toEqual([]);
    await expectSettledOnce(app, orders);
    expect(await stockOf([item])).toEqual([{ sold: orders.length, held: 0 }]);
  });

  test("records a confirmed refund once", async () => {
    app.chain.pause();
    const sales = await finalSales();
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const sale = await sales.next(polls);
        const { seller, recipient } = sale.item;
        const refund = await buildSignedRefund(app, seller, recipient, sale.orderId);
        await sendTransaction(app, refund);
        return sale;
      },
      async run({ orderId }, polls) {
        await advanceToFinality(app);
        await pollUntilStatus(app, polls, orderId, "refunded");
      },
    });
    expect(points).toContain("watcher alarm refunds.complete d1.batch:after 1");
    await sweepUntilStatus(app, orders, "refunded");
    await expectRefundedOnce(orders);
    expect(await stockOf(sales.items)).toEqual([{ sold: sales.left.length, held: 0 }]);
  });
});
