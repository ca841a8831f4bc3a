import {
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { changeOrder } from "../../support/factories/order";
import { person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendConfirmed,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { newSignature } from "../../support/random-keys";
import { advanceToFinality, buildSignedRefund } from "../../support/review-api";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

/** At most 250 calls fit into a request to a node. */
const JUNK_PER_REQUEST = 200;

/** Transactions of another wallet that name an order's reference and pay nothing for it. */
async function junk(reference: string, count: number): Promise<void> {
  const stranger = fundedWallet(app);
  const connection = rpcConnection(app);
  const self = { fromPubkey: stranger.publicKey, toPubkey: stranger.publicKey };
  const isOther = { isSigner: false, isWritable: false };
  for (let sent = 0; sent < count; sent += JUNK_PER_REQUEST) {
    // A new one each time: on a busy machine the first would expire before the last is sent.
    const { blockhash } = await connection.getLatestBlockhash();
    const amounts = numbers(sent, Math.min(count, sent + JUNK_PER_REQUEST));
    const calls = amounts.map((lamports) => {
      const leg = SystemProgram.transfer({ ...self, lamports });
      leg.keys.push({ pubkey: new PublicKey(reference), ...isOther });
      const transaction = new Transaction({ feePayer: stranger.publicKey }).add(leg);
      transaction.recentBlockhash = blockhash;
      transaction.sign(stranger);
      const bytes = transaction.serialize({ verifySignatures: false }).toString("base64");
      const params = [bytes, { encoding: "base64", skipPreflight: true }];
      return { jsonrpc: "2.0", id: lamports, method: "sendTransaction", params };
    });
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(calls);
    const answer = await fetch(app.chain.url, { method: "POST", headers, body });
    const sends = (await answer.json()) as { result?: string }[];
    expect(sends.filter(({ result }) => result)).toHaveLength(calls.length);
  }
  app.chain.advanceSlots(1);
  const { length } = await connection.getSignaturesForAddress(stranger.publicKey);
  // At most a thousand are told; the airdrop is one of them.
  expect(length).toBe(Math.min(1_000, count + 1));
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);

/** The amount of the refund that the seller is given to sign, once the payment is final. */
async function refundLamports(item: TestProduct, orderId: string, body = {}): Promise<number> {
  await advanceToFinality(app);
  app.chain.airdrop(item.recipient.publicKey.toBase58(), LAMPORTS_PER_SOL);
  app.chain.advanceSlots(2);
  const bytes = await buildSignedRefund(app, item.seller, item.recipient, orderId, body);
  const { message } = VersionedTransaction.deserialize(bytes);
  const transfers = TransactionMessage.decompile(message).instructions.filter(({ programId }) =>
    programId.equals(SystemProgram.programId),
  );
  return transfers.reduce(
    (sum, one) => sum + Number(SystemInstruction.decodeTransfer(one).lamports),
    0,
  );
}

describe("an incomplete or invalid payment", () => {
  // spec: transition.order.own-wallet
  test("another wallet answers 409, and is recorded as misdirected when it pays by itself", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const other = fundedWallet(app);
    const { transactionId, recipient, reference } = await openOrder(
      app,
      buyer,
      item.id,
      fundedWallet(app),
    );
    const refused = await requestTransaction(app, transactionId, other.publicKey.toBase58());
    expect(refused.status).toBe(409);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const { error, message } = (await refused.json()) as { error: object; message: string };
    expect(error).toEqual({ code: "other_wallet", message });

    const signature = await sendTransfers(app, other, [
      { to: recipient, lamports: SHARE_LAMPORTS, references: [reference] },
      { to: app.platformWallet, lamports: FEE_LAMPORTS, references: [reference] },
    ]);
    await reportSignature(app, buyer, transactionId, signature);
    expect((await waitForStatus(app, buyer, transactionId, "paid_by_other")).paid).toBe(false);
    expect(await ledgerByKind(app, transactionId)).toEqual({ misdirected: PRICE_LAMPORTS });
    expect(await sql(app, "SELECT * FROM purchases WHERE product_id = ?", item.id)).toEqual([]);
  });

  // spec: payment.short
  test("one lamport short is recorded and changes no state; a full payment settles", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id);
    const short = await sendTransfers(app, payer, [
      { to: recipient, lamports: PRICE_LAMPORTS - 1, references: [reference] },
    ]);
    await reportSignature(app, buyer, transactionId, short);
    await waitForShort(app, transactionId, PRICE_LAMPORTS - 1);
    expect((await readOrder(app, buyer, transactionId)).status).toBe("pending");
    const whole = await sendTransfers(app, payer, [
      { to: recipient, lamports: PRICE_LAMPORTS, references: [reference] },
    ]);
    await reportSignature(app, buyer, transactionId, whole);
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(await ledgerByKind(app, transactionId)).toEqual({
      short: PRICE_LAMPORTS - 1,
      sale: PRICE_LAMPORTS,
      fee_owed: FEE_LAMPORTS,
    });
  });

  test("hundreds of junk transactions with the reference do not hide a payment", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId, reference } = await openOrder(app, buyer, item.id, payer);
    await junk(reference, 310);
    await payOrder(app, transactionId, payer);
    await junk(reference, 30);
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  // spec: payment.failed
  test("a failed payment is ignored, and a valid one after it settles", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    const asked = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
    const { transaction } = (await asked.json()) as { transaction: string };
    // Its balance is spent before it sends.
    await sendTransfers(app, payer, [
      {
        to: fundedWallet(app).publicKey,
        lamports: LAMPORTS_PER_SOL - PRICE_LAMPORTS,
        references: [],
      },
    ]);
    const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
    signed.sign([payer]);
    const connection = rpcConnection(app);
    const options = { skipPreflight: true };
    const failed = await connection.sendRawTransaction(signed.serialize(), options);
    app.chain.advanceSlots(2);
    expect((await connection.getSignatureStatus(failed)).value?.err).toBeTruthy();
    await reportSignature(app, buyer, transactionId, failed);
    const seen = { status: "awaiting", paid: false };
    expect(await readOrder(app, buyer, transactionId)).toMatchObject(seen);
    expect(await ledgerByKind(app, transactionId)).toEqual({});

    app.chain.airdrop(payer.publicKey.toBase58(), LAMPORTS_PER_SOL);
    // Before, the wallet gets the same bytes, which can't land twice.
    app.chain.advanceSlots(115);
    const signature = await payOrder(app, transactionId, payer);
    expect(await waitForStatus(app, buyer, transactionId, "paid")).toMatchObject({ signature });
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee: FEE_LAMPORTS,
    });
  });

  // spec: payment.junk
  test("a thousand transactions with the reference do not hide a payment", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id);
    const legs = [{ to: recipient, lamports: PRICE_LAMPORTS, references: [reference] }];
    await sendTransfers(app, fundedWallet(app), legs);
    await junk(reference, 1_005);
    app.chain.advanceSlots(40);
    // Only the database has the time of the next poll.
    await changeOrder(app, transactionId, { next_poll_at: 1 });
    await fireCron(app.worker);
    await waitForStatus(app, buyer, transactionId, "paid");
  });

  // spec: payment.one-reference
  test("a transfer with two references settles nothing, and is recorded for the first order", async () => {
    const item = await product(app);
    const [one, two] = [await person(app), await person(app)];
    const first = await openOrder(app, one, item.id);
    const second = await openOrder(app, two, item.id);
    const references = [first.reference, second.reference];
    const signature = await sendTransfers(app, fundedWallet(app), [
      { to: first.recipient, lamports: SHARE_LAMPORTS, references },
      { to: app.platformWallet, lamports: FEE_LAMPORTS, references },
    ]);
    await reportSignature(app, two, second.transactionId, signature);
    await reportSignature(app, one, first.transactionId, signature);
    await waitForShort(app, first.transactionId, PRICE_LAMPORTS);
    expect(await ledgerByKind(app, first.transactionId)).toEqual({ short: PRICE_LAMPORTS });
    expect((await readOrder(app, two, second.transactionId)).status).toBe("pending");
    expect(await ledgerByKind(app, second.transactionId)).toEqual({});
    expect(await refundLamports(item, first.transactionId)).toBe(PRICE_LAMPORTS);
  });

  test("what another wallet sends in the same transaction is recorded and refunded to it", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id);
    const [payer, other] = [fundedWallet(app), fundedWallet(app)];
    const transaction = new Transaction();
    for (const [from, lamports] of [
      [payer, PRICE_LAMPORTS],
      [other, 7_000_000],
    ] as const) {
      const toPubkey = new PublicKey(recipient);
      const leg = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey, lamports });
      const pubkey = new PublicKey(reference);
      leg.keys.push({ pubkey, isSigner: false, isWritable: false });
      transaction.add(leg);
    }
    const signature = await sendConfirmed(app, transaction, [payer, other]);
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
    expect(await ledgerByKind(app, transactionId)).toEqual({
      sale: PRICE_LAMPORTS,
      fee_owed: FEE_LAMPORTS,
      unsettled: 7_000_000,
    });
    const wallet = other.publicKey.toBase58();
    const refund = { payer: wallet, scope: "extra" };
    expect(await refundLamports(item, transactionId, refund)).toBe(7_000_000);
  });

  // spec: json.signature
  test("a reported signature that does not exist has no effect", async () => {
    const item = await product(app);
    const buyer = await person(app);
    const payer = fundedWallet(app);
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    expect((await reportSignature(app, buyer, transactionId, "not a signature")).status).toBe(422);
    expect(
      (await reportSignature(app, await person(app), transactionId, newSignature())).status,
    ).toBe(404);
    const signature = await payOrder(app, transactionId, payer);
    await reportSignature(app, buyer, transactionId, newSignature());
    await reportSignature(app, buyer, transactionId, signature);
    await waitForStatus(app, buyer, transactionId, "paid");
  });
});
