import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  postOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { startPaymentApp } from "../../support/payment-app";
import { newSignature } from "../../support/random-keys";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

interface Refusal {
  error: { code: string };
  message: string;
}

describe("a unique product", () => {
  // spec: transition.stock.unique
  // spec: stock.held-not-sold-out
  test("is held for one buyer at a time, and sold once", async () => {
    const item = await product(app, { saleLimit: 1 });
    const buyers = await Promise.all(Array.from({ length: 5 }, () => person(app)));
    const payers = buyers.map(() => fundedWallet(app));
    const orders = await Promise.all(
      buyers.map((buyer, index) => openOrder(app, buyer, item.id, payers[index])),
    );
    const answers = await Promise.all(
      orders.map(({ transactionId }, index) =>
        requestTransaction(app, transactionId, payers[index]?.publicKey.toBase58() ?? ""),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
      const { error, message } = (await answer.json()) as Refusal;
      expect(error.code).toBe("held");
      // A wallet that signs first needs no reserved unit.
      expect(message).toContain("dans le navigateur de votre wallet");
      expect(message).toContain(`${app.url}/acheter/${item.id}`);
    }
    const action = `${app.url}/api/actions/buy/${item.id}?lang=en`;
    const account = fundedWallet(app).publicKey.toBase58();
    const body = JSON.stringify({ account });
    const headers = { "Content-Type": "application/json" };
    const byAction = await fetch(action, { method: "POST", headers, body });
    expect(byAction.status).toBe(409);
    expect(((await byAction.json()) as Refusal).message).toContain("in your wallet’s browser");
    expect(await (await fetch(action)).json()).toMatchObject({
      disabled: true,
      error: { message: expect.stringContaining("in your wallet’s browser") },
    });
    const winner = answers.findIndex(({ status }) => status === 200);
    const [buyer, payer, won] = [buyers[winner], payers[winner], orders[winner]];
    if (!buyer || !payer || !won) throw new Error("no buyer got the transaction");
    await payOrder(app, won.transactionId, payer);
    await waitForStatus(app, buyer, won.transactionId, "paid");
    expect(await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id)).toEqual([
      { sold: 1, held: 0 },
    ]);
    const again = await requestTransaction(app, won.transactionId, payer.publicKey.toBase58());
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({
      error: { code: "expired", message: expect.any(String) },
    });
    const late = (winner + 1) % 5;
    const gone = await requestTransaction(
      app,
      orders[late]?.transactionId ?? "",
      payers[late]?.publicKey.toBase58() ?? "",
    );
    expect(await gone.json()).toMatchObject({ error: { code: "sold_out" } });
    const newcomer = await postOrder(app, await person(app), { productId: item.id });
    expect(await newcomer.json()).toMatchObject({ error: { code: "sold_out" } });
  });

  test("is not charged twice when a wallet asks again before its payment was polled", async () => {
    const item = await product(app, { saleLimit: 1 });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    app.chain.pause();
    const signature = await payOrder(app, transactionId, payer);
    // Confirmed, finalized and expired without a poll in between.
    app.chain.advanceSlots(200);
    const again = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
    app.chain.resume();
    // Paid already, or not verifiably expired: no other transaction is built.
    expect([409, 410]).toContain(again.status);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({ signature });
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: PRICE_LAMPORTS / 100,
    });
  });

  test("is released in the request that comes after the old transaction has expired", async () => {
    const item = await product(app, { saleLimit: 1 });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    const address = payer.publicKey.toBase58();
    const asked = () => requestTransaction(app, transactionId, address);
    expect((await asked()).status).toBe(200);
    app.chain.advanceSlots(155);
    const refusal = async () => {
      const answer = await asked();
      expect(answer.status).toBe(409);
      return ((await answer.json()) as Refusal).message;
    };
    // It is the same wallet.
    expect(await refusal()).toContain("La transaction remise à votre wallet");
    app.chain.advanceSlots(45);
    // A wallet that signs first goes on at once; the unit rests for those that can't.
    expect(await refusal()).toContain("dans le navigateur de votre wallet");
    const stock = "SELECT sold, held FROM products WHERE id = ?";
    expect(await sql(app, stock, item.id)).toEqual([{ sold: 0, held: 0 }]);
    const signed = await signFirst(app, buyer, transactionId, payer);
    expect((await sendSigned(app, buyer, transactionId, signed)).status).toBe(200);
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  test("cannot be blocked by an account that holds everything and pays nothing", async () => {
    const greedy = await person(app);
    const payer = fundedWallet(app);
    const answers: number[] = [];
    for (let offset = 0; offset < 6; offset++) {
      const item = await product(app, { saleLimit: 1 });
      const { transactionId } = await openOrder(app, greedy, item.id, payer);
      answers.push(
        (await requestTransaction(app, transactionId, payer.publicKey.toBase58())).status,
      );
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  // spec: stock.pre-signed
  test("rests after a pre-signed transaction that was not paid: ten minutes, then twenty", async () => {
    const item = await product(app, { saleLimit: 1 });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const { transactionId } = await openOrder(app, buyer, item.id);
    const asked = async () =>
      (await requestTransaction(app, transactionId, payer.publicKey.toBase58())).status;
    const expireBlockhash = async () => {
      app.chain.advanceSlots(200);
      await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
      await reportSignature(app, buyer, transactionId, newSignature());
      await waitForStatus(app, buyer, transactionId, "pending");
    };
    const minutes = async (count: number) => app.clock.advance(count * 60_000);
    expect(await asked()).toBe(200);
    await expireBlockhash();
    await minutes(9);
    expect(await asked()).toBe(409);
    await minutes(2);
    expect(await asked()).toBe(200);
    await expireBlockhash();
    await minutes(11);
    expect(await asked()).toBe(409);
    await minutes(10);
    expect(await asked()).toBe(200);
  });
});
