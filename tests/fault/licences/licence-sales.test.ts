import type { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import {
  buyAsGuest,
  openAsGuest,
  readAsGuest,
  sendAsGuest,
  signAsGuest,
  waitAsGuest,
} from "../../support/guest-api";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import { giveLicences, verifyLicence } from "../../support/licences";
import {
  openOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  sendTransfers,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { advanceToFinality, buildSignedRefund, sendTransaction } from "../../support/review-api";

let app: InProcessApp;
beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const KEYS = ["FIRST-KEY-OF-THE-LIST", "SECOND-KEY-OF-THE-LIST"];
const addressOf = (keys: Keypair) => keys.publicKey.toBase58();

async function licensed(keys?: readonly string[]) {
  const item = await product(app);
  await giveLicences(app, item, keys ? { keys } : {});
  return item;
}

const open = async (item: TestProduct) => {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  return { buyer, payer, ...(await openOrder(app, buyer, item.id, payer)) };
};

const keysOf = async ({ id }: TestProduct) =>
  (await sql(app, "SELECT capacity, held, sold FROM things WHERE id = ?", `key:${id}`))[0];

const statusOf = async (id: string) =>
  (await sql<{ status: string }>(app, "SELECT status FROM orders WHERE id = ?", id))[0]?.status;

async function codeOf(answer: Response) {
  const { error } = (await answer.json()) as { error?: { code: string } };
  return [answer.status, error?.code];
}

// spec: licences.scarce
test("a list of one key is sold once: signed by an account, by a guest, and paid by hand", async () => {
  const item = await licensed(KEYS.slice(0, 1));
  const [account, late] = [await open(item), await open(item)];
  const guest = fundedWallet(app);
  const guests = await openAsGuest(app, item.id, addressOf(guest));
  const signed = await signFirst(app, account.buyer, account.transactionId, account.payer);
  const signedByGuest = await signAsGuest(app, guests, guest);
  const answers = await Promise.all([
    sendSigned(app, account.buyer, account.transactionId, signed),
    sendAsGuest(app, guests, signedByGuest),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const isAccounts = answers[0].status === 200;
  const sold = isAccounts
    ? await waitForStatus(app, account.buyer, account.transactionId, "paid")
    : await waitAsGuest(app, guests, "paid");
  const { licenceKey } = isAccounts
    ? await readOrder(app, account.buyer, account.transactionId)
    : await readAsGuest(app, guests);
  expect(sold).toMatchObject({ paid: true });
  expect(licenceKey).toBe(KEYS[0]);
  expect(await keysOf(item)).toEqual({ capacity: 1, held: 0, sold: 1 });
  const refused = await requestTransaction(app, late.transactionId, addressOf(late.payer));
  expect(await codeOf(refused)).toEqual([409, "sold_out"]);
  // Whoever reads wallet and reference pays without asking.
  const signature = await sendTransfers(app, late.payer, [
    { to: late.recipient, lamports: PRICE_LAMPORTS, references: [late.reference] },
  ]);
  await reportSignature(app, late.buyer, late.transactionId, signature);
  await waitForStatus(app, late.buyer, late.transactionId, "review");
  expect(await keysOf(item)).toEqual({ capacity: 1, held: 0, sold: 1 });
  expect(await readOrder(app, late.buyer, late.transactionId)).not.toHaveProperty("licenceKey");
  // A key that the seller adds is for who has paid and waits.
  await giveLicences(app, item, { keys: KEYS.slice(1) });
  await waitForStatus(app, late.buyer, late.transactionId, "paid");
  expect((await readOrder(app, late.buyer, late.transactionId)).licenceKey).toBe(KEYS[1]);
  expect(await keysOf(item)).toEqual({ capacity: 2, held: 0, sold: 2 });
});

async function refund(item: TestProduct, orderId: string): Promise<void> {
  await advanceToFinality(app);
  await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, orderId));
  await advanceToFinality(app);
}

const verified = (item: TestProduct, key: unknown) =>
  expect.poll(() => verifyLicence(app, item.id, String(key)), { interval: 150 });

// spec: licences.revoked, licences.spent
test("a refund revokes a key within a poll; one that was seen is not sold again, one that nobody saw is", async () => {
  const item = await licensed(KEYS);
  const guests = await buyAsGuest(app, item.id, fundedWallet(app));
  // Nothing reads this order while it stands.
  const [payer, wallet] = [fundedWallet(app), fundedWallet(app)];
  const unseen = await openAsGuest(app, item.id, addressOf(payer));
  await sendAsGuest(app, unseen, await signAsGuest(app, unseen, payer));
  await expect.poll(() => statusOf(unseen.transactionId), { interval: 150 }).toBe("paid");
  const { licenceKey: key } = await readAsGuest(app, guests);
  expect(key).toBe(KEYS[0]);
  await verified(item, key).toEqual([200, true, "active"]);
  await refund(item, guests.transactionId);
  await verified(item, key).toEqual([200, false, "refunded"]);
  expect(await keysOf(item)).toEqual({ capacity: 1, held: 0, sold: 1 });
  await refund(item, unseen.transactionId);
  await expect.poll(() => statusOf(unseen.transactionId), { interval: 150 }).toBe("refunded");
  expect(await keysOf(item)).toEqual({ capacity: 1, held: 0, sold: 0 });
  const next = await buyAsGuest(app, item.id, wallet);
  expect((await readAsGuest(app, next)).licenceKey).toBe(KEYS[1]);
  await verified(item, key).toEqual([200, false, "refunded"]);
});

// spec: licences.generated
test("a payment by hand gets a generated key, which verifies for this product alone", async () => {
  const [item, other] = [await licensed(), await licensed()];
  const { buyer, payer, transactionId, recipient, reference } = await open(item);
  const signature = await sendTransfers(app, payer, [
    { to: recipient, lamports: PRICE_LAMPORTS, references: [reference] },
  ]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForStatus(app, buyer, transactionId, "paid");
  const { licenceKey: key } = await readOrder(app, buyer, transactionId);
  expect(key).toMatch(/^[\dA-F]{8}(-[\dA-F]{8}){3}$/);
  await verified(item, key).toEqual([200, true, "active"]);
  await verified(other, key).toEqual([404, undefined, undefined]);
  // The seller of the order reads it too, and has no key in it.
  expect(await readOrder(app, item.seller, transactionId)).not.toHaveProperty("licenceKey");
});
