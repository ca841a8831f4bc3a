import { Keypair, PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { createIncomingPayments } from "../../../db/orders/incoming-payments";
import { ordersIn } from "../../../db/orders/orders";
import { localDatabase } from "../../../dev/run/local-database";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { changeOrder } from "../../support/factories/order";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  sendConfirmed,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import { FINALITY_DELAY_MS } from "../../support/pace";
import { startPaymentApp } from "../../support/payment-app";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";

let app: InProcessApp;
let item: TestProduct;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());
afterEach(() => expectLedgerConsistent(app));

async function shortOrder(payer = fundedWallet(app)) {
  const buyer = await person(app);
  const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id, payer);
  const signature = await sendTransfers(app, payer, [
    { to: recipient, lamports: PRICE_LAMPORTS - 1, references: [reference] },
  ]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForShort(app, transactionId, PRICE_LAMPORTS - 1);
  await advanceToFinality(app);
  return { buyer, orderId: transactionId, payer };
}

/** An order bound to one wallet and paid in full by another. */
async function misdirected() {
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const { transactionId, recipient, reference } = await openOrder(
    app,
    buyer,
    item.id,
    fundedWallet(app),
  );
  const signature = await sendTransfers(app, payer, [
    { to: recipient, lamports: SHARE_LAMPORTS, references: [reference] },
    { to: app.platformWallet, lamports: FEE_LAMPORTS, references: [reference] },
  ]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForStatus(app, buyer, transactionId, "paid_by_other");
  return { buyer, orderId: transactionId, payer };
}

async function sold() {
  const buyer = await person(app);
  const payer = fundedWallet(app);
  const opened = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, opened.transactionId, payer);
  const { downloadUrl } = await waitForStatus(app, buyer, opened.transactionId, "paid");
  return { buyer, payer, orderId: opened.transactionId, opened, downloadUrl: String(downloadUrl) };
}

const stock = async () =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", item.id))[0];
function setBalance(address: string, lamports: bigint): void {
  const owner = SystemProgram.programId.toBytes();
  app.chain.setAccount(address, { lamports, data: new Uint8Array(), owner, executable: false });
  app.chain.advanceSlots(2);
}
const balanceOf = (key: Keypair) => app.chain.balance(key.publicKey.toBase58()) ?? 0n;

async function refund(orderId: string, body: unknown = {}): Promise<Uint8Array> {
  await advanceToFinality(app);
  const bytes = await buildSignedRefund(app, item.seller, item.recipient, orderId, body);
  await sendTransaction(app, bytes);
  await advanceToFinality(app);
  return bytes;
}

describe("a payment below the price", () => {
  // spec: refund.accept, refund.accept-short
  test("is accepted: purchase, one unit, revenue of what came, and no sale", async () => {
    item = await product(app, { saleLimit: 2 });
    const { buyer, orderId } = await shortOrder();
    expect((await postReviewAction(app, await person(app), orderId, "accept")).status).toBe(404);
    expect((await postReviewAction(app, buyer, orderId, "accept")).status).toBe(404);
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(204);
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(204);
    const { downloadUrl } = await waitForStatus(app, buyer, orderId, "paid");
    expect((await fetch(String(downloadUrl))).status).toBe(200);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    expect(await ledgerByKind(app, orderId)).toEqual({
      short: PRICE_LAMPORTS - 1,
      accepted: 1 - PRICE_LAMPORTS,
      partial: PRICE_LAMPORTS - 1,
      fee_owed: FEE_LAMPORTS,
    });
    const days = "SELECT sales, gross_lamports, fee_lamports FROM seller_days WHERE owner_uid = ?";
    expect(await sql(app, days, item.seller.uid)).toEqual([
      { sales: 0, gross_lamports: PRICE_LAMPORTS - 1, fee_lamports: FEE_LAMPORTS },
    ]);
    expect(await sql(app, "SELECT * FROM product_days WHERE product_id = ?", item.id)).toEqual([]);
    await refund(orderId);
    await waitForStatus(app, buyer, orderId, "refunded");
    expect(await stock()).toEqual({ sold: 0, held: 0 });
    expect(await ledgerByKind(app, orderId)).toMatchObject({ partial_refund: 1 - PRICE_LAMPORTS });
    expect(await sql(app, `${days} AND gross_lamports <> 0`, item.seller.uid)).toEqual([]);
  });

  // spec: payment.short
  test("is refunded without ending the order, which is then paid in full", async () => {
    item = await product(app, { saleLimit: 1 });
    const { buyer, orderId, payer } = await shortOrder();
    const before = balanceOf(payer);
    await refund(orderId);
    await expect
      .poll(() => ledgerByKind(app, orderId), { interval: 150 })
      .toEqual({ short: PRICE_LAMPORTS - 1, returned: 1 - PRICE_LAMPORTS });
    expect(balanceOf(payer) - before).toBe(BigInt(PRICE_LAMPORTS - 1));
    expect((await readOrder(app, buyer, orderId)).status).toBe("pending");
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(409);
    await payOrder(app, orderId, payer);
    await waitForStatus(app, buyer, orderId, "paid");
  });

  // spec: refund.dismiss
  test("of a wallet that is empty can be dismissed, stays listed, and is refunded later", async () => {
    item = await product(app);
    const payer = fundedWallet(app);
    const buyer = await person(app);
    const { transactionId: orderId, recipient, reference } = await openOrder(app, buyer, item.id);
    // Above a hundredth of the price, and below the rent minimum.
    const lamports = 600_000;
    const signature = await sendTransfers(app, payer, [
      { to: recipient, lamports, references: [reference] },
    ]);
    await reportSignature(app, buyer, orderId, signature);
    await waitForShort(app, orderId, lamports);
    await advanceToFinality(app);
    const dismiss = (body: unknown = {}) =>
      postReviewAction(app, item.seller, orderId, "dismiss", body);
    const returnable = await dismiss();
    expect([returnable.status, await returnable.json()]).toMatchObject([
      409,
      { error: { code: "conflict" } },
    ]);
    const address = payer.publicKey.toBase58();
    setBalance(address, 0n);
    expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(409);
    expect((await postReviewAction(app, await person(app), orderId, "dismiss")).status).toBe(404);
    expect((await dismiss({ payer: address })).status).toBe(204);
    const listed = async () =>
      (
        await createIncomingPayments(openDb(localDatabase(app.worker))).short(item.seller.uid, {
          limit: 9,
        })
      ).map(({ waiting, isDismissed }) => ({ waiting, isDismissed }));
    expect(await listed()).toEqual([{ waiting: BigInt(lamports), isDismissed: true }]);
    setBalance(address, 1_000_000_000n);
    await refund(orderId);
    await expect
      .poll(() => ledgerByKind(app, orderId), { interval: 150 })
      .toEqual({ short: lamports, returned: -lamports });
    expect(await listed()).toEqual([]);
  });

  test("is not accepted without stock", async () => {
    item = await product(app, { saleLimit: 1 });
    const { orderId } = await shortOrder();
    await sold();
    const refused = await postReviewAction(app, item.seller, orderId, "accept");
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: { code: "sold_out" } },
    ]);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });
});

describe("a payment under review", () => {
  // spec: refund.dismiss
  test("that covers a price below the rent minimum can't be dismissed", async () => {
    item = await product(app);
    const { orderId, payer } = await misdirected();
    await changeOrder(app, orderId, {
      price_lamports: 600_000,
      seller_lamports: 594_000,
      fee_lamports: 6_000,
    });
    await advanceToFinality(app);
    setBalance(payer.publicKey.toBase58(), 0n);
    expect((await postReviewAction(app, item.seller, orderId, "dismiss")).status).toBe(409);
  });

  // spec: buying.claim
  test("from another wallet is claimed by the account of that wallet only", async () => {
    item = await product(app);
    const { buyer, orderId, payer } = await misdirected();
    const owner = await person(app);
    expect((await postReviewAction(app, owner, orderId, "claim")).status).toBe(404);
    await linkWallet(app, owner, fundedWallet(app).publicKey.toBase58());
    expect((await postReviewAction(app, owner, orderId, "claim")).status).toBe(404);
    expect((await postReviewAction(app, buyer, orderId, "claim")).status).toBe(404);
    await linkWallet(app, owner, payer.publicKey.toBase58());
    const claimed = await postReviewAction(app, owner, orderId, "claim");
    expect([claimed.status, await claimed.json()]).toEqual([200, { productId: item.id }]);
    expect((await postReviewAction(app, owner, orderId, "claim")).status).toBe(200);
    const { downloadUrl } = await waitForStatus(app, owner, orderId, "paid");
    expect((await fetch(String(downloadUrl))).status).toBe(200);
    expect(await ledgerByKind(app, orderId)).toEqual({
      misdirected: PRICE_LAMPORTS,
      accepted: -PRICE_LAMPORTS,
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
    });
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  test("from another wallet is refunded to that wallet, to the lamport", async () => {
    item = await product(app);
    const { buyer, orderId, payer } = await misdirected();
    const before = balanceOf(payer);
    await refund(orderId);
    await waitForStatus(app, buyer, orderId, "refunded");
    expect(balanceOf(payer) - before).toBe(BigInt(PRICE_LAMPORTS));
    expect(await ledgerByKind(app, orderId)).toEqual({
      misdirected: PRICE_LAMPORTS,
      returned: -PRICE_LAMPORTS,
    });
    const again = await postReviewAction(app, item.seller, orderId, "refund");
    expect(again.status).toBe(409);
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(409);
  });
});

describe("a rolled-back sale", () => {
  async function rolledBack() {
    const sale = await sold();
    const db = openDb(localDatabase(app.worker));
    const signature = String(
      (await waitForStatus(app, sale.buyer, sale.orderId, "paid")).signature,
    );
    await ordersIn(db).rollBack(sale.orderId, signature, Date.now());
    await waitForStatus(app, sale.buyer, sale.orderId, "review");
    expect((await fetch(sale.downloadUrl)).status).toBe(410);
    expect(await stock()).toEqual({ sold: 0, held: 1 });
    return sale;
  }

  test("has nothing to refund; dismissing it releases its unit", async () => {
    item = await product(app, { saleLimit: 1 });
    const { buyer, orderId } = await rolledBack();
    expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(409);
    expect((await postReviewAction(app, await person(app), orderId, "dismiss")).status).toBe(404);
    expect((await postReviewAction(app, item.seller, orderId, "dismiss")).status).toBe(204);
    expect((await postReviewAction(app, item.seller, orderId, "dismiss")).status).toBe(409);
    expect(await stock()).toEqual({ sold: 0, held: 0 });
    expect(
      await sql(app, "SELECT * FROM purchases WHERE uid = ? AND revoked_at IS NULL", buyer.uid),
    ).toEqual([]);
  });
});

describe("a refund of a sale", () => {
  // spec: refund.refund, delivery.ends
  test("returns the lamports, revokes the links, corrects every total", async () => {
    item = await product(app, { saleLimit: 1 });
    const { buyer, orderId, payer, downloadUrl } = await sold();
    const [buyerBefore, sellerBefore] = [balanceOf(payer), balanceOf(item.recipient)];
    expect((await postReviewAction(app, buyer, orderId, "refund")).status).toBe(404);
    expect((await postReviewAction(app, await person(app), orderId, "refund")).status).toBe(404);
    await refund(orderId);
    const view = await waitForStatus(app, buyer, orderId, "refunded");
    expect(view.downloadUrl).toBeUndefined();
    expect(balanceOf(payer) - buyerBefore).toBe(BigInt(PRICE_LAMPORTS));
    // The seller pays two signatures and the priority fee; the commission is not returned.
    expect(sellerBefore - balanceOf(item.recipient)).toBe(BigInt(PRICE_LAMPORTS + 10_200));
    expect((await fetch(downloadUrl)).status).toBe(410);
    expect(await stock()).toEqual({ sold: 0, held: 0 });
    expect(await ledgerByKind(app, orderId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
      refund: -PRICE_LAMPORTS,
    });
    const csv = await (
      await fetch(`${app.url}/dashboard/sales.csv`, { headers: item.seller.headers })
    ).text();
    expect(csv).toContain(`"${item.id}","A file",0,0.05,"active"`);
    // The unit is available again.
    await sold();
  });

  test("waits until the payment is finalized", async () => {
    item = await product(app);
    app.chain.pause();
    try {
      const buyer = await person(app);
      const payer = fundedWallet(app);
      const { transactionId: orderId } = await openOrder(app, buyer, item.id, payer);
      await payOrder(app, orderId, payer);
      app.chain.advanceSlots(2);
      await waitForStatus(app, buyer, orderId, "paid");
      const early = await postReviewAction(app, item.seller, orderId, "refund");
      expect(early.status).toBe(429);
      expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await sql(app, "SELECT * FROM refunds WHERE order_id = ?", orderId)).toEqual([]);
      await advanceToFinality(app);
      expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(200);
    } finally {
      app.chain.resume();
    }
  });

  test("is sent by the server for a sign-only wallet, and nothing else is", async () => {
    item = await product(app);
    const { buyer, orderId } = await sold();
    const hand = (who: Person, bytes: Uint8Array) => {
      const transaction = Buffer.from(bytes).toString("base64");
      return postReviewAction(app, who, orderId, "refund/send", { transaction });
    };
    expect((await hand(item.seller, new Uint8Array(200))).status).toBe(410);
    await advanceToFinality(app);
    const signed = await buildSignedRefund(app, item.seller, item.recipient, orderId);
    expect((await hand(buyer, signed)).status).toBe(404);
    const altered = Uint8Array.from(signed);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    const unsigned = Uint8Array.from(signed).fill(0, 1, 65);
    for (const other of [altered, unsigned, new Uint8Array(0)]) {
      expect((await hand(item.seller, other)).status).toBe(422);
    }
    const sent = await hand(item.seller, signed);
    expect([sent.status, await sent.json()]).toMatchObject([
      200,
      { signature: expect.any(String) },
    ]);
    await advanceToFinality(app);
    await waitForStatus(app, buyer, orderId, "refunded");
  });

  // spec: limit.saves
  test("is limited to 30 requests a minute", async () => {
    item = await product(app);
    const { orderId } = await sold();
    const other = await person(app);
    const asked = Array.from({ length: 31 }, () => postReviewAction(app, other, orderId, "refund"));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  // spec: refund.refund-once
  test("sent twice and requested twice, refunds once", async () => {
    item = await product(app);
    const { buyer, orderId, payer } = await sold();
    await advanceToFinality(app);
    const before = balanceOf(payer);
    const [one, two] = await Promise.all([
      askRefund(item.seller, orderId),
      askRefund(item.seller, orderId),
    ]);
    const given = [one, two].flatMap(({ transaction }) => transaction ?? []);
    expect(new Set(given).size).toBe(1);
    const bytes = await buildSignedRefund(app, item.seller, item.recipient, orderId);
    const more = await buildSignedRefund(app, item.seller, item.recipient, orderId);
    // The network processes the same bytes once.
    const sent = await Promise.allSettled(
      [bytes, bytes, more].map((one) => sendTransaction(app, one)),
    );
    expect(sent.some(({ status }) => status === "fulfilled")).toBe(true);
    await advanceToFinality(app);
    await waitForStatus(app, buyer, orderId, "refunded");
    expect(balanceOf(payer) - before).toBe(BigInt(PRICE_LAMPORTS));
    expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(409);
  });

  test("that was not signed expires, and another can be built", async () => {
    item = await product(app);
    const { buyer, orderId } = await sold();
    await advanceToFinality(app);
    const lost = await buildSignedRefund(app, item.seller, item.recipient, orderId);
    const other = () => postReviewAction(app, item.seller, orderId, "refund", { scope: "extra" });
    expect((await other()).status).toBe(409);
    app.chain.advanceSlots(160);
    // Past its last valid height at `confirmed`, and soon at `finalized`.
    app.chain.advanceSlots(40);
    await refund(orderId);
    await waitForStatus(app, buyer, orderId, "refunded");
    await expect(sendTransaction(app, lost)).rejects.toThrow();
    expect(await ledgerByKind(app, orderId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
      refund: -PRICE_LAMPORTS,
    });
  });

  // spec: payment.duplicate
  test("of a second payment does not change the sale", async () => {
    item = await product(app);
    const { buyer, orderId, payer, opened, downloadUrl } = await sold();
    const signature = await sendTransfers(app, payer, [
      { to: opened.recipient, lamports: PRICE_LAMPORTS, references: [opened.reference] },
    ]);
    app.chain.advanceSlots(40);
    await app.clock.advance(FINALITY_DELAY_MS);
    const snapshot = () => ledgerByKind(app, orderId);
    await reportSignature(app, buyer, orderId, signature);
    await expect.poll(snapshot).toMatchObject({ duplicate: PRICE_LAMPORTS });
    const before = balanceOf(payer);
    await refund(orderId, { scope: "extra" });
    await expect.poll(snapshot).toMatchObject({ returned: -PRICE_LAMPORTS });
    expect(balanceOf(payer) - before).toBe(BigInt(PRICE_LAMPORTS));
    await waitForStatus(app, buyer, orderId, "paid");
    expect((await fetch(downloadUrl)).status).toBe(200);
    expect(await stock()).toEqual({ sold: 1, held: 0 });
  });

  // spec: refund.refund-rent
  test("is refused where the network would refuse it", async () => {
    item = await product(app, { price: 400_000 });
    const { orderId, payer } = await soldCheaply();
    // The buyer's remaining balance would be below the rent minimum.
    expect(balanceOf(payer)).toBe(0n);
    await advanceToFinality(app);
    const refused = await postReviewAction(app, item.seller, orderId, "refund");
    expect(refused.status).toBe(409);
    const poor = await product(app);
    item = poor;
    const sale = await sold();
    const left = 900_000;
    await sendTransfers(app, item.recipient, [
      {
        to: Keypair.generate().publicKey,
        lamports: Number(balanceOf(item.recipient)) - left - 5_000,
        references: [],
      },
    ]);
    await advanceToFinality(app);
    const low = await postReviewAction(app, item.seller, sale.orderId, "refund");
    expect([low.status, await low.json()]).toMatchObject([422, { error: { code: "low_balance" } }]);
  });
});

async function askRefund(seller: Person, orderId: string): Promise<{ transaction?: string }> {
  return (await (await postReviewAction(app, seller, orderId, "refund")).json()) as {
    transaction?: string;
  };
}

/** A sale after which the buyer's wallet is empty. */
async function soldCheaply() {
  const buyer = await person(app);
  const payer = fundedWallet(app, 1_000_000);
  const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id, payer);
  const feePayer = fundedWallet(app);
  const leg = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: new PublicKey(recipient),
    lamports: 400_000,
  });
  leg.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
  const rest = SystemProgram.transfer({
    fromPubkey: payer.publicKey,
    toPubkey: feePayer.publicKey,
    lamports: 600_000,
  });
  const transaction = new Transaction({ feePayer: feePayer.publicKey }).add(leg, rest);
  const signature = await sendConfirmed(app, transaction, [feePayer, payer]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForStatus(app, buyer, transactionId, "paid");
  return { buyer, payer, orderId: transactionId };
}
