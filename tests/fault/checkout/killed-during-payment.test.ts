import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { walletUid } from "../../../app/accounts/rules/wallet-account";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
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
  paidOrderBeforePoll,
  pollUntilStatus,
  sweepUntilStatus,
} from "../../support/failpoints/orders";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  reportSignature,
  requestTransaction,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";

/** More than the failpoints of any scenario. */
const MANY_UNITS = 500;

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

/** An order whose transaction the wallet has signed and not sent. */
async function signedUnsentOrder(item: TestProduct, polls: PollControl) {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
  await polls.pausePolls(orderId);
  const answer = await requestTransaction(app, orderId, payer.publicKey.toBase58());
  const { transaction } = (await answer.json()) as { transaction: string };
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  const bytes = Buffer.from(signed.serialize()).toString("base64");
  const signature = bs58.encode(signed.signatures[0] ?? new Uint8Array());
  return { item, orderId, buyer, payer, signature, bytes };
}

/** An order that a wallet opened by the Action and has paid, and which has not been polled since. */
async function paidActionBeforePoll(item: TestProduct, polls: PollControl) {
  const payer = fundedWallet(app);
  const account = payer.publicKey.toBase58();
  const answer = await fetch(`${app.url}/api/actions/buy/${item.id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account }),
  });
  const { transaction } = (await answer.json()) as { transaction: string };
  const rows = await sql<{ id: string }>(
    app,
    "SELECT id FROM orders WHERE buyer_wallet = ?",
    account,
  );
  const orderId = rows[0]?.id ?? "";
  await polls.pausePolls(orderId);
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  await rpcConnection(app).sendRawTransaction(signed.serialize());
  app.chain.advanceSlots(2);
  return { orderId, payer };
}

function sendFor({ orderId, buyer, bytes }: { orderId: string; buyer: Person; bytes: string }) {
  return fetch(`${app.url}/api/transactions/${orderId}/send`, {
    method: "POST",
    headers: { ...buyer.headers, "Content-Type": "application/json" },
    body: JSON.stringify({ transaction: bytes }),
  });
}

/** What the wallet signs before it is the payment's turn, and its signature. */
async function signedFirst(order: { orderId: string; buyer: Person; payer: Keypair }) {
  const bytes = await signFirst(app, order.buyer, order.orderId, order.payer);
  const { signatures } = VersionedTransaction.deserialize(Buffer.from(bytes, "base64"));
  return { bytes, signature: bs58.encode(signatures[0] ?? new Uint8Array()) };
}

function stockOf(productId: string) {
  return sql(app, "SELECT sold, held FROM products WHERE id = ?", productId);
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

  test("settles an order without a buyer once, and opens one account for the payer", async () => {
    const item = await product(app);
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => paidActionBeforePoll(item, polls),
      run: ({ orderId }, polls) => pollUntilStatus(app, polls, orderId, "paid"),
    });
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    const ids = orders.map(({ orderId }) => `'${orderId}'`).join();
    const unpaid = async () => {
      await app.advanceAndSweep(150_000);
      return sql(app, `SELECT id FROM orders WHERE id IN (${ids}) AND status <> 'paid'`);
    };
    await expect.poll(unpaid, { interval: 1_000 }).toEqual([]);
    for (const { orderId, payer } of orders) {
      const wallet = payer.publicKey.toBase58();
      const uid = await walletUid(wallet);
      const bought = "SELECT uid FROM purchases WHERE order_id = ?";
      expect(await sql(app, bought, orderId)).toEqual([{ uid }]);
      expect(await sql(app, "SELECT uid FROM users WHERE wallet = ?", wallet)).toEqual([{ uid }]);
      expect(await ledgerByKind(app, orderId)).toEqual({
        sale: PRICE_LAMPORTS,
        fee: PRICE_LAMPORTS / 100,
      });
    }
  });

  test("settles a held unit once when it is found by reference", async () => {
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => paidOrderBeforePoll(app, item, polls),
      run: ({ orderId }, polls) => pollUntilStatus(app, polls, orderId, "paid"),
    });
    expect(points).toContain("watcher alarm orders.settle d1.batch:after 1");
    await sweepUntilStatus(app, orders, "paid");
    await expectSettledOnce(app, orders);
    expect(await stockOf(item.id)).toEqual([{ sold: orders.length, held: 0 }]);
  });

  test("sends once the transaction of a sign-only wallet", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      prepare: (polls) => signedUnsentOrder(item, polls),
      run: (one) => sendFor(one),
    });
    expect(points).toContain("request chain.send:after 1");
    // Without an answer the page sends it again; it may have landed already.
    await Promise.all(orders.map(sendFor));
    app.chain.advanceSlots(2);
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
        await sendFor(one);
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
        if ((await sendFor(one)).status !== 410) return;
        await sendFor(Object.assign(one, await signedFirst(one)));
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
    expect(await stockOf(item.id)).toEqual([{ sold: orders.length, held: 0 }]);
  });

  test("loses no unit that is about to be held", async () => {
    // No transaction expires while the chain is paused.
    app.chain.pause();
    const item = await product(app, { saleLimit: MANY_UNITS });
    const { points, orders } = await killAtEachFailpoint(app, {
      async prepare(polls) {
        const [buyer, payer] = [await person(app), fundedWallet(app)];
        const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
        await polls.pausePolls(orderId);
        return { orderId, buyer, payer };
      },
      run: ({ orderId, payer }) => requestTransaction(app, orderId, payer.publicKey.toBase58()),
    });
    expect(points).toContain("request orders.recordBuilt d1.batch:after 1");
    await expectLedgerConsistent(app);
    // Half of the buyers retry. The holds of the others are released.
    const back = orders.filter((_, index) => index % 2 === 0);
    for (const { orderId, payer } of back) await payOrder(app, orderId, payer);
    app.chain.advanceSlots(2);
    await sweepUntilStatus(app, back, "paid");
    app.chain.advanceSlots(200);
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    const gone = orders.filter((_, index) => index % 2 === 1);
    await sweepUntilStatus(app, gone, "pending");
    expect(await stockOf(item.id)).toEqual([{ sold: back.length, held: 0 }]);
    const [last] = gone;
    if (!last) throw new Error("no order left");
    await payOrder(app, last.orderId, last.payer);
    app.chain.advanceSlots(2);
    await waitForStatus(app, last.buyer, last.orderId, "paid");
  });
});
