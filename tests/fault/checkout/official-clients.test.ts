import { fetchTransaction, validateTransfer } from "@solana/pay";
import { type Keypair, PublicKey, SystemInstruction, Transaction } from "@solana/web3.js";
import BigNumber from "bignumber.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { productPaymentLink } from "../../../app/solana/payment-link";
import type { InProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { openOrder, sendSigned, signFirst, waitForStatus } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

const SELLER_SHARE_LAMPORTS = (PRICE_LAMPORTS * 99) / 100;

/**
 * What a shop does that proves a payment by Solana Pay's own library. Version 1 of it, whose installation
 * downloads a program, also asks that the last instruction pays the recipient.
 */
async function expectValid(signature: string, reference: string, { recipient }: TestProduct) {
  const fields = {
    recipient: recipient.publicKey,
    amount: new BigNumber(SELLER_SHARE_LAMPORTS).div(LAMPORTS_PER_SOL),
    reference: new PublicKey(reference),
  };
  const options = { commitment: "confirmed" } as const;
  const { transaction } = await validateTransfer(rpcConnection(app), signature, fields, options);
  const { instructions } = Transaction.populate(transaction.message, transaction.signatures);
  const last = instructions.at(-1);
  if (!last) throw new Error("no instruction");
  const { toPubkey, lamports } = SystemInstruction.decodeTransfer(last);
  expect(toPubkey.toBase58()).toBe(recipient.publicKey.toBase58());
  expect(Number(lamports)).toBe(SELLER_SHARE_LAMPORTS);
}

/** Pays a link with Solana Pay's own library; returns the transaction's signature. */
async function payOfficially(link: string, payer: Keypair): Promise<string> {
  const connection = rpcConnection(app);
  // Its `parseURL` accepts https alone.
  const address = decodeURIComponent(link.replace(/^solana:/, ""));
  const transaction = await fetchTransaction(connection, payer.publicKey, address);
  transaction.partialSign(payer);
  return connection.sendRawTransaction(transaction.serialize());
}

// spec: json.pay
// spec: buying.payment-request
test("fetch the transaction of an order's link, and find the seller's transfer in it", async () => {
  const item = await product(app);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const order = await openOrder(app, buyer, item.id);
  const signature = await payOfficially(order.solanaPayURL, payer);
  await waitForStatus(app, buyer, order.transactionId, "paid");
  await expectValid(signature, order.reference, item);
});

// spec: payment.seller-last
test("do so with a limited product's link, whose transaction the server has signed", async () => {
  const item = await product(app, { saleLimit: 5 });
  const signature = await payOfficially(productPaymentLink(item.id, app.url), fundedWallet(app));
  const paid = () =>
    sql<{ reference: string }>(
      app,
      "SELECT reference FROM orders WHERE product_id = ? AND status = 'paid'",
      item.id,
    );
  await expect.poll(paid).toHaveLength(1);
  const [order] = await paid();
  await expectValid(signature, order?.reference ?? "", item);
});

test("find the seller's transfer where the wallet signed first", async () => {
  const item = await product(app, { saleLimit: 1 });
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId, reference } = await openOrder(app, buyer, item.id);
  const signed = await signFirst(app, buyer, transactionId, payer);
  const answer = await sendSigned(app, buyer, transactionId, signed);
  const { signature } = (await answer.json()) as { signature: string };
  await waitForStatus(app, buyer, transactionId, "paid");
  await expectValid(signature, reference, item);
});
