import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { insertCode } from "../../support/factories/code";
import { person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  type OpenedOrder,
  postOrder,
  reportSignature,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  sendTransfers,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { buildSignedRefund, postReviewAction, sendTransaction } from "../../support/review-api";

const CODE = "SPRING";

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

/** A product of five units, and a code of one use. */
async function codeOfOne() {
  const item = await product(app, { saleLimit: 5 });
  const traits = { name: CODE, value: 50, capacity: 1 };
  const id = await insertCode(localDatabase(app.worker), item.seller.uid, traits);
  return { item, thing: `use:${id}` };
}

/** A buyer's order that takes a unit, and a use of the code. */
async function orderWithUse({ item }: Awaited<ReturnType<typeof codeOfOne>>) {
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const account = payer.publicKey.toBase58();
  const asked = { productId: item.id, buyerWallet: account, code: CODE };
  const answer = await postOrder(app, buyer, asked);
  expect(answer.status).toBe(201);
  const { transactionId: id, reference } = (await answer.json()) as OpenedOrder;
  return { id, reference, buyer, payer, account };
}

const answerOf = async (response: Response) => {
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return [response.status, error?.code];
};

const countersOf = async ({ item, thing }: Awaited<ReturnType<typeof codeOfOne>>) => [
  ...(await sql(app, "SELECT held, sold FROM things WHERE id = ?", thing)),
  ...(await sql(app, "SELECT held, sold FROM products WHERE id = ?", item.id)),
];

// spec: stock.things
test("the only use of a code is held for who signed first, then sold; who pays by hand is refunded", async () => {
  const world = await codeOfOne();
  const [first, second] = [await orderWithUse(world), await orderWithUse(world)];
  // Bytes that can't come back would hold several things unproved.
  expect(await answerOf(await requestTransaction(app, first.id, first.account))).toEqual([
    409,
    "held",
  ]);
  expect(await countersOf(world)).toEqual([
    { held: 0, sold: 0 },
    { held: 0, sold: 0 },
  ]);
  const signed = [
    await signFirst(app, first.buyer, first.id, first.payer),
    await signFirst(app, second.buyer, second.id, second.payer),
  ] as const;
  app.chain.pause();
  expect((await sendSigned(app, first.buyer, first.id, signed[0])).status).toBe(200);
  expect(await countersOf(world)).toEqual([
    { held: 1, sold: 0 },
    { held: 1, sold: 0 },
  ]);
  const send = () => sendSigned(app, second.buyer, second.id, signed[1]);
  const build = () => requestUnsigned(app, second.buyer, second.id, second.account);
  expect(await answerOf(await send())).toEqual([409, "held"]);
  expect(await answerOf(await build())).toEqual([409, "held"]);
  // Four units are free, and nobody waits for the fifth.
  expect(await sql(app, "SELECT id FROM stock_line")).toEqual([]);
  app.chain.resume();
  await waitForStatus(app, first.buyer, first.id, "paid");
  // The order of today has no code.
  expect(await answerOf(await build())).toEqual([409, "changed"]);

  const { item } = world;
  const transfer = {
    to: item.recipient.publicKey.toBase58(),
    lamports: PRICE_LAMPORTS / 2,
    references: [second.reference],
  };
  const signature = await sendTransfers(app, second.payer, [transfer]);
  await reportSignature(app, second.buyer, second.id, signature);
  await waitForStatus(app, second.buyer, second.id, "review");
  const accepted = await postReviewAction(app, item.seller, second.id, "accept");
  expect(await answerOf(accepted)).toEqual([409, "sold_out"]);
  expect(await countersOf(world)).toEqual([
    { held: 0, sold: 1 },
    { held: 0, sold: 1 },
  ]);

  // The refund of the sale gives the use back, so that the seller can accept the other payment.
  app.chain.advanceSlots(40);
  const refund = await buildSignedRefund(app, item.seller, item.recipient, first.id);
  await sendTransaction(app, refund);
  await expect
    .poll(() => countersOf(world))
    .toEqual([
      { held: 0, sold: 0 },
      { held: 0, sold: 0 },
    ]);
  expect((await postReviewAction(app, item.seller, second.id, "accept")).status).toBe(204);
  await waitForStatus(app, second.buyer, second.id, "paid");
  expect(await countersOf(world)).toEqual([
    { held: 0, sold: 1 },
    { held: 0, sold: 1 },
  ]);
});
