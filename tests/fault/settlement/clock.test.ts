import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import { fundedWallet } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { person } from "../../support/factories/person";
import { type FailpointApp, startFailpointApp } from "../../support/failpoints/app";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  signFirst,
  waitForStatus,
} from "../../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../../support/pace";
import { newSignature } from "../../support/random-keys";
import { signInWithKeys } from "../../support/sign-in";

const HOUR = 3_600_000;

let app: FailpointApp;

beforeAll(async () => {
  app = await startFailpointApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

async function holdLastUnit() {
  const ready = await readyToPay(app, { saleLimit: 1 });
  expect(
    (await requestTransaction(app, ready.orderId, ready.payer.publicKey.toBase58())).status,
  ).toBe(200);
  return ready;
}

describe.each([
  ["an hour fast", HOUR],
  ["an hour slow", -HOUR],
])("with the server's clock %s", (_, clockSkewMs) => {
  beforeAll(() => app.restart({ clockSkewMs }));

  // spec: payment.clock
  test("a payment settles", async () => {
    const { buyer, payer, orderId, item } = await readyToPay(app);
    const signature = await payOrder(app, orderId, payer);
    app.chain.advanceSlots(2);
    await reportSignature(app, buyer, orderId, signature);
    const { downloadUrl } = await waitForStatus(app, buyer, orderId, "paid");
    const file = await fetch(String(downloadUrl));
    expect(Buffer.from(await file.arrayBuffer()).equals(item.bytes)).toBe(true);
  });

  // spec: payment.clock, stock.hold-free
  test("a hold is released by block height only", async () => {
    const { item, orderId, buyer, payer } = await holdLastUnit();
    await app.clock.advance(BLOCKHASH_LIFETIME_MS + 1_000);
    await reportSignature(app, buyer, orderId, newSignature());
    const other = await openOrder(app, await person(app), item.id);
    const wallet = fundedWallet(app).publicKey.toBase58();
    const refused = await requestTransaction(app, other.transactionId, wallet);
    expect(await refused.json()).toMatchObject({ error: { code: "held" } });
    expect((await readOrder(app, buyer, orderId)).status).toBe("awaiting");
    app.chain.advanceSlots(200);
    await reportSignature(app, buyer, orderId, newSignature());
    await waitForStatus(app, buyer, orderId, "pending");
    const signed = await signFirst(app, buyer, orderId, payer);
    expect((await sendSigned(app, buyer, orderId, signed)).status).toBe(200);
    app.chain.advanceSlots(2);
    await waitForStatus(app, buyer, orderId, "paid");
  });

  test("a wallet signs in", async () => {
    const cookie = await signInWithKeys({ origin: app.url, fetch });
    const page = await fetch(`${app.url}/profil`, { headers: { Cookie: cookie } });
    expect(page.status).toBe(200);
  });
});

describe("when the server's clock is set back an hour", () => {
  test("a payment that landed before is found", async () => {
    await app.restart({ clockSkewMs: HOUR });
    const { buyer, payer, orderId } = await readyToPay(app);
    app.chain.pause();
    await payOrder(app, orderId, payer);
    await app.restartWithoutObjectState({ clockSkewMs: 0 });
    app.chain.resume();
    app.chain.advanceSlots(40);
    await fireCron(app.worker);
    await waitForStatus(app, buyer, orderId, "paid");
  });

  test("a hold from before is released by the next poll", async () => {
    await app.restart({ clockSkewMs: HOUR });
    const { orderId, buyer } = await holdLastUnit();
    await app.restart({ clockSkewMs: 0 });
    app.chain.advanceSlots(200);
    await reportSignature(app, buyer, orderId, newSignature());
    await waitForStatus(app, buyer, orderId, "pending");
  });
});
