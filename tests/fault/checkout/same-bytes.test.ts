import { type Keypair, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
} from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  readOrder,
  requestTransaction,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { LONG_RUN } from "../../support/test-scale";

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp({ only: /^none$/, slotMs: 400 });
  // Slots pass by the tests.
  app.chain.pause();
});
afterAll(async () => {
  if (app) await expectLedgerConsistent(app);
  await app?.stop();
});

/** What a wallet gets and signs for the order, base64; the refusal's message where it gets nothing. */
async function click(orderId: string, payer: Keypair): Promise<{ bytes?: string; said?: string }> {
  const answer = await requestTransaction(app, orderId, payer.publicKey.toBase58());
  const body = (await answer.json()) as { transaction: string; message: string };
  if (answer.status !== 200) return { said: body.message };
  const signed = VersionedTransaction.deserialize(Buffer.from(body.transaction, "base64"));
  signed.sign([payer]);
  return { bytes: Buffer.from(signed.serialize()).toString("base64") };
}

async function send(bytes: string | undefined): Promise<void> {
  if (bytes === undefined) return;
  const options = { skipPreflight: true };
  await rpcConnection(app).sendRawTransaction(Buffer.from(bytes, "base64"), options);
  app.chain.advanceSlots(2);
}

/** Times that the wallet has paid the price. */
function paidTimes(payer: Keypair): number {
  const spent = BigInt(LAMPORTS_PER_SOL) - app.chain.balance(payer.publicKey.toBase58());
  return Number(spent / BigInt(PRICE_LAMPORTS));
}

test("an unlimited order gives the same bytes until twenty seconds before they expire", async () => {
  const { payer, transactionId } = await readyToPay(app);
  const first = await click(transactionId, payer);
  app.chain.advanceSlots(90);
  expect(await click(transactionId, payer)).toEqual(first);
  app.chain.advanceSlots(20);
  const renewed = await click(transactionId, payer);
  expect(renewed.bytes).toBeDefined();
  expect(renewed).not.toEqual(first);
});

/** Slots between the first click and the payment; a blockhash lives for 150. */
const SIGNING_SLOTS = LONG_RUN
  ? Array.from({ length: 300 }, (_, at) => (at * 7) % 145)
  : [30, 85, 120];

// spec: stock.same-bytes
test(`a crash and a second click charge once, ${SIGNING_SLOTS.length} times`, {
  timeout: 3_600_000,
}, async () => {
  const item = await product(app);
  for (const slots of SIGNING_SLOTS) {
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const { transactionId } = await openOrder(app, buyer, item.id, payer);
    const first = await click(transactionId, payer);
    app.chain.advanceSlots(slots);
    const crashed = app.restart();
    await send(first.bytes);
    await crashed;
    const second = await click(transactionId, payer);
    await send(second.bytes);
    expect(paidTimes(payer), `${slots} slots after the first click`).toBe(1);
    await waitForStatus(app, buyer, transactionId, "paid");
  }
});

/** Requests at once with the same bytes. */
const PARALLEL = 30;

async function sendAtOnce(buyer: Person, id: string, bytes: string): Promise<unknown[]> {
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, () => sendSigned(app, buyer, id, bytes)),
  );
  return Promise.all(answers.map((answer) => answer.json()));
}

// spec: json.send
test("the same signed bytes, sent thirty times at once, are answered by their signature", async () => {
  for (const saleLimit of [1, null]) {
    const item = await product(app, { saleLimit });
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    const { transactionId: id } = await openOrder(app, buyer, item.id, payer);
    const bytes = saleLimit
      ? await signFirst(app, buyer, id, payer)
      : ((await click(id, payer)).bytes ?? "");
    const answers = await sendAtOnce(buyer, id, bytes);
    app.chain.advanceSlots(2);
    const { signature } = await waitForStatus(app, buyer, id, "paid");
    expect(answers).toEqual(answers.map(() => ({ signature })));
    expect(await (await sendSigned(app, buyer, id, bytes)).json()).toEqual({ signature });
    expect((await readOrder(app, buyer, id)).paid).toBe(true);
  }
});
