import { Keypair, VersionedTransaction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { linkWallet, person } from "../../support/factories/person";
import { changeProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  postOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendTransfers,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

/** After this a scheduled poll is overdue. */
const OVERDUE_MS = 150_000;

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

// spec: payment.once
test("the same signature reported 50 times at once settles once", async () => {
  const { item, buyer, payer, transactionId } = await readyToPay(app);
  const signature = await payOrder(app, transactionId, payer);
  const hints = Array.from({ length: 50 }, () =>
    reportSignature(app, buyer, transactionId, signature),
  );
  const statuses = (await Promise.all(hints)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([202]));
  await waitForStatus(app, buyer, transactionId, "paid");
  expect(await ledgerByKind(app, transactionId)).toEqual({
    sale: PRICE_LAMPORTS,
    fee: FEE_LAMPORTS,
  });
  const rows = await sql(app, "SELECT sold FROM products WHERE id = ?", item.id);
  expect(rows).toEqual([{ sold: 1 }]);
});

// spec: payment.one-order
test("a signature that settled one order is rejected for another buyer's", async () => {
  const { item, buyer, payer, transactionId } = await readyToPay(app);
  const signature = await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  const otherBuyer = await person(app);
  const other = await openOrder(app, otherBuyer, item.id);
  await reportSignature(app, otherBuyer, other.transactionId, signature);
  await fireCron(app.worker);
  expect((await readOrder(app, otherBuyer, other.transactionId)).status).toBe("pending");
  expect(await ledgerByKind(app, other.transactionId)).toEqual({});
});

describe("the terms of an open order", () => {
  const HALF = PRICE_LAMPORTS / 2;
  const errorOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: Record<string, string> };
    return { status: response.status, ...error };
  };

  async function build(orderId: string, payer: Keypair): Promise<VersionedTransaction> {
    const answer = await requestTransaction(app, orderId, payer.publicKey.toBase58());
    const { transaction } = (await answer.json()) as { transaction: string };
    return VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  }

  // spec: state.product.visible
  // spec: product.disabled-kept
  test("hold for a transaction that was built before the product was edited", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    const built = await build(transactionId, payer);
    await changeProduct(app, item.id, { price_lamports: PRICE_LAMPORTS * 3, status: "disabled" });
    expect((await readOrder(app, buyer, transactionId)).closed).toBe("inactive");
    built.sign([payer]);
    await rpcConnection(app).sendRawTransaction(built.serialize());
    const paid = await waitForStatus(app, buyer, transactionId, "paid");
    expect(paid.closed).toBeUndefined();
    // What is disabled stays its buyer's.
    const { downloadUrl = "" } = await readOrder(app, buyer, transactionId);
    expect((await fetch(downloadUrl)).status).toBe(200);
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
    });
  });

  // spec: buying.disabled-open
  test.each<[string, Record<string, string | number>]>([
    ["inactive", { status: "disabled" }],
    ["sold_out", { sale_type: "limited", sale_limit: 1, sold: 1 }],
    ["changed", { price_lamports: PRICE_LAMPORTS * 3 }],
    ["changed", { price_lamports: HALF }],
    ["changed", { recipient: Keypair.generate().publicKey.toBase58() }],
  ])("are checked before a transaction is built: %s for a product with %j", async (code, edit) => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    await changeProduct(app, item.id, edit);
    const refused = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
    expect(await errorOf(refused)).toMatchObject({ status: 409, code });
    const view = await readOrder(app, buyer, transactionId);
    expect(view).toMatchObject({ status: "pending", closed: code });
    await changeProduct(app, item.id, { sold: 0 });
  });

  // spec: transition.order.price
  // spec: buying.cheaper
  test("follow a lower price at once: the old order is replaced", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app);
    const again = await postOrder(app, buyer, { productId: item.id });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ transactionId });
    await changeProduct(app, item.id, { price_lamports: HALF });
    const reopened = await postOrder(app, buyer, { productId: item.id });
    const opened = (await reopened.json()) as Record<string, string>;
    expect([reopened.status, opened.replaces, opened.amount]).toEqual([
      201,
      transactionId,
      String(HALF / 1e9),
    ]);
    const account = payer.publicKey.toBase58();
    for (const old of [
      await fetch(`${app.url}/api/pay/${transactionId}?lang=en`),
      await requestTransaction(app, transactionId, account),
    ]) {
      expect(await errorOf(old)).toMatchObject({
        status: 410,
        code: "expired",
        message: expect.stringMatching(/replaced|remplacée/),
      });
    }
    await payOrder(app, String(opened.transactionId), payer);
    await waitForStatus(app, buyer, String(opened.transactionId), "paid");
    expect((await readOrder(app, buyer, transactionId)).status).toBe("expired");
  });

  // spec: transition.order.price
  // spec: buying.cheaper
  test("follow a higher price with the buyer's consent only", async () => {
    const { item, buyer, transactionId } = await readyToPay(app);
    await changeProduct(app, item.id, { price_lamports: PRICE_LAMPORTS * 3 });
    const ask = (acceptedLamports?: number) =>
      postOrder(app, buyer, {
        productId: item.id,
        ...(acceptedLamports && { acceptedLamports: String(acceptedLamports) }),
      });
    for (const accepted of [undefined, PRICE_LAMPORTS * 3 - 1]) {
      expect(await errorOf(await ask(accepted))).toMatchObject({
        status: 409,
        code: "changed",
        previousAmount: String(PRICE_LAMPORTS / 1e9),
        amount: String((PRICE_LAMPORTS * 3) / 1e9),
      });
    }
    expect((await readOrder(app, buyer, transactionId)).status).toBe("pending");
    const accepted = await ask(PRICE_LAMPORTS * 3);
    expect(accepted.status).toBe(201);
    expect(await accepted.json()).toMatchObject({ replaces: transactionId });
  });

  test("are not replaced while a transaction of the old order can still land", async () => {
    const { item, buyer, payer, transactionId } = await readyToPay(app, { saleLimit: 2 });
    await build(transactionId, payer);
    await changeProduct(app, item.id, { price_lamports: HALF });
    const early = await postOrder(app, buyer, { productId: item.id });
    expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await errorOf(early)).toMatchObject({ status: 409, code: "held" });
    app.chain.advanceSlots(250);
    await app.clock.advance(OVERDUE_MS);
    await fireCron(app.worker);
    await waitForStatus(app, buyer, transactionId, "pending");
    const reopened = await postOrder(app, buyer, { productId: item.id });
    expect(await reopened.json()).toMatchObject({ replaces: transactionId });
    expect(await sql(app, "SELECT held FROM products WHERE id = ?", item.id)).toEqual([
      { held: 0 },
    ]);
  });
});

describe("any wallet that is linked to the buyer's account pays an order bound to another", () => {
  async function linkedWallet() {
    const opened = await readyToPay(app);
    const payer = fundedWallet(app);
    await linkWallet(app, opened.buyer, payer.publicKey.toBase58());
    return { ...opened, payer };
  }

  // spec: buying.linked-wallets
  test("by hand", async () => {
    const { buyer, payer, transactionId, recipient, reference } = await linkedWallet();
    const signature = await sendTransfers(app, payer, [
      { to: recipient, lamports: PRICE_LAMPORTS, references: [reference] },
    ]);
    await reportSignature(app, buyer, transactionId, signature);
    const paid = await waitForStatus(app, buyer, transactionId, "paid");
    expect(paid.buyerWallet).toBe(payer.publicKey.toBase58());
  });

  // spec: buying.linked-wallets
  test("by the transaction that was built for it", async () => {
    const { buyer, payer, transactionId } = await linkedWallet();
    await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
  });
});

test("a cancelled payment of an unlimited product lapses, and blocks no deletion of the account", async () => {
  const { buyer, payer, transactionId } = await readyToPay(app);
  const address = payer.publicKey.toBase58();
  expect((await requestTransaction(app, transactionId, address)).status).toBe(200);
  const account = createAccountLifecycle(openDb(localDatabase(app.worker)), ABOVE_ACCOUNTS);
  expect(await account.deletionFacts(buyer.uid)).toMatchObject({ payingNow: 1 });
  app.chain.advanceSlots(200);
  await app.clock.advance(90_000);
  await waitForStatus(app, buyer, transactionId, "pending");
  expect(await account.deletionFacts(buyer.uid)).toMatchObject({ payingNow: 0 });
  // The order can still be paid.
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
});
