import { fetchTransaction, validateTransfer } from "@solana/pay";
import {
  type Keypair,
  PublicKey,
  SystemInstruction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
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
import {
  openOrder,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
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

/** The transaction as versions before built it, with the seller's transfer before the fee; signed. */
async function inOlderOrder(built: Response, payer: Keypair): Promise<string> {
  const { transaction } = (await built.json()) as { transaction: string };
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  const terms = TransactionMessage.decompile(message);
  const [fee, share] = terms.instructions.splice(2);
  if (!fee || !share) throw new Error("not our transaction");
  terms.instructions.push(share, fee);
  const signed = new VersionedTransaction(terms.compileToLegacyMessage());
  signed.sign([payer]);
  return Buffer.from(signed.serialize()).toString("base64");
}

test.each([1, null])(
  "a transaction built with the seller's transfer first still pays (limit %s)",
  async (saleLimit) => {
    const item = await product(app, { saleLimit });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const account = payer.publicKey.toBase58();
    const { transactionId } = await openOrder(app, buyer, item.id);
    const built = saleLimit
      ? await requestUnsigned(app, buyer, transactionId, account)
      : await requestTransaction(app, transactionId, account);
    const signed = await inOlderOrder(built, payer);
    const answer = await sendSigned(app, buyer, transactionId, signed);
    expect(answer.status).toBe(200);
    await waitForStatus(app, buyer, transactionId, "paid");
  },
);
