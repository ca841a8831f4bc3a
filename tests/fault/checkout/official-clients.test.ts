import { fetchTransaction, validateTransfer } from "@solana/pay";
import { Keypair, PublicKey, SystemInstruction, Transaction } from "@solana/web3.js";
import BigNumber from "bignumber.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { productPaymentLink } from "../../../app/solana/payment-link";
import { localDatabase } from "../../../dev/run/local-database";
import type { InProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { insertCode } from "../../support/factories/code";
import { person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  type OpenedOrder,
  openOrder,
  postOrder,
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
async function expectValid(
  signature: string,
  reference: string,
  { recipient }: TestProduct,
  share = SELLER_SHARE_LAMPORTS,
) {
  const fields = {
    recipient: recipient.publicKey,
    amount: new BigNumber(share).div(LAMPORTS_PER_SOL),
    reference: new PublicKey(reference),
  };
  const options = { commitment: "confirmed" } as const;
  const { transaction } = await validateTransfer(rpcConnection(app), signature, fields, options);
  const { instructions } = Transaction.populate(transaction.message, transaction.signatures);
  const last = instructions.at(-1);
  if (!last) throw new Error("no instruction");
  const { toPubkey, lamports } = SystemInstruction.decodeTransfer(last);
  expect(toPubkey.toBase58()).toBe(recipient.publicKey.toBase58());
  expect(Number(lamports)).toBe(share);
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

/** Four fifths of the price by a code, of which an author gets a quarter after the commission: three legs. */
async function sharedWithCode() {
  const [author, { uid }] = [Keypair.generate().publicKey.toBase58(), await person(app)];
  app.chain.airdrop(author, LAMPORTS_PER_SOL);
  await expect.poll(() => balanceOf(author)).toBe(LAMPORTS_PER_SOL);
  const item = await product(app, { authors: [{ uid, wallet: author, bps: 2_500 }] });
  await insertCode(localDatabase(app.worker), item.seller.uid, { name: "SPRING", value: 20 });
  const left = (PRICE_LAMPORTS * 0.8 * 99) / 100;
  return { item, author, authors: left / 4, sellers: left - left / 4 };
}

const balanceOf = (address: string) => rpcConnection(app).getBalance(new PublicKey(address));

// spec: payment.seller-last
test("pay an order's link with a code and three legs, and find the seller's transfer in it", async () => {
  const { item, author, authors, sellers } = await sharedWithCode();
  const buyer = await person(app);
  const opened = await postOrder(app, buyer, { productId: item.id, code: "spring" });
  const order = (await opened.json()) as OpenedOrder;
  expect(order).toMatchObject({ amount: `${(PRICE_LAMPORTS * 0.8) / LAMPORTS_PER_SOL}` });
  const signature = await payOfficially(order.solanaPayURL, fundedWallet(app));
  await waitForStatus(app, buyer, order.transactionId, "paid");
  await expectValid(signature, order.reference, item, sellers);
  expect(await balanceOf(author)).toBe(LAMPORTS_PER_SOL + authors);
});

test("a blink shows a code's price line by line, and pays three legs", async () => {
  const { item, author, authors } = await sharedWithCode();
  const headers = { "Content-Type": "application/json", "Accept-Language": "en" };
  const path = `${app.url}/api/actions/buy/${item.id}?code=SPRING`;
  const action = (await (await fetch(path, { headers })).json()) as {
    description: string;
    links: { actions: { href: string }[] };
  };
  expect(action.description).toMatch(
    /^Price 0\.05 SOL\. Code SPRING: -0\.01 SOL\. Total 0\.04 SOL\./,
  );
  const payer = fundedWallet(app);
  const body = JSON.stringify({ account: payer.publicKey.toBase58() });
  const href = new URL(action.links.actions[0]?.href ?? "");
  const asked = await fetch(app.url + href.pathname + href.search, {
    method: "POST",
    headers,
    body,
  });
  const { transaction, message } = (await asked.json()) as Record<
    "transaction" | "message",
    string
  >;
  expect(message).toContain("Code SPRING: -0.01 SOL");
  const signed = Transaction.from(Buffer.from(transaction, "base64"));
  signed.partialSign(payer);
  await rpcConnection(app).sendRawTransaction(signed.serialize());
  const paid = () =>
    sql<{ total: number }>(
      app,
      "SELECT price_lamports AS total FROM orders WHERE product_id = ? AND status = 'paid'",
      item.id,
    );
  await expect.poll(paid).toEqual([{ total: PRICE_LAMPORTS * 0.8 }]);
  expect(await balanceOf(author)).toBe(LAMPORTS_PER_SOL + authors);
});
