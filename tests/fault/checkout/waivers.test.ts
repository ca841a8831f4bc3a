import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WAIVER_VERSION } from "../../../app/orders/rules/waiver";
import type { InProcessApp } from "../../support/app-here";
import { startInProcessApp } from "../../support/app-here";
import { fundedWallet, LAMPORTS_PER_SOL, sql } from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import {
  callAsGuest,
  type GuestsOrder,
  readAsGuest,
  sendAsGuest,
  signAsGuest,
  waitAsGuest,
} from "../../support/guest-api";
import { openOrder, payOrder, postOrder, readOrder, waitForStatus } from "../../support/order-api";

/** An ordinary shop, and one that gives files only after a waiver. */
let app: InProcessApp;
let strict: InProcessApp;

beforeAll(async () => {
  [app, strict] = await Promise.all([start("0"), start("1")]);
});
afterAll(async () => {
  await app?.stop();
  await strict?.stop();
});

async function start(REQUIRE_WAIVER: string): Promise<InProcessApp> {
  const platformWallet = Keypair.generate().publicKey.toBase58();
  const env = { PLATFORM_WALLET: platformWallet, REQUIRE_WAIVER };
  const started = await startInProcessApp({ chain: { slotMs: 100 }, env });
  started.chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
  return started;
}

const waiverOf = async (shop: InProcessApp, orderId: string) => {
  const [row] = await sql<{ version: number | null; at: number | null }>(
    shop,
    "SELECT waiver_version AS version, waived_at AS at FROM orders WHERE id = ?",
    orderId,
  );
  return row;
};
const GIVEN = { version: WAIVER_VERSION, at: expect.any(Number) };
const NONE = { version: null, at: null };

/** A form of the purchase page. */
function submit(shop: InProcessApp, who: Person, productId: string, fields: object) {
  return fetch(`${shop.url}/acheter/${productId}?lang=en`, {
    method: "POST",
    redirect: "manual",
    headers: { ...who.headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields as Record<string, string>),
  });
}

async function openedAsGuest(shop: InProcessApp, body: object, secret: string | null = null) {
  const answer = await callAsGuest(shop, secret, "", body);
  expect([200, 201]).toContain(answer.status);
  return (await answer.json()) as GuestsOrder;
}

// spec: buying.waiver
test("an order has the waiver of its last request, in a version that the server knows", async () => {
  const item = await product(app);
  const buyer = await person(app);
  const productId = item.id;
  const { transactionId } = await openOrder(app, buyer, productId);
  expect(await waiverOf(app, transactionId)).toEqual(NONE);
  for (const [waiver, status, stored] of [
    [WAIVER_VERSION, 200, GIVEN],
    // A request that does not say keeps it.
    [undefined, 200, GIVEN],
    [null, 200, NONE],
    [WAIVER_VERSION + 1, 422, NONE],
    [0, 422, NONE],
    [true, 422, NONE],
  ] as const) {
    const answer = await postOrder(app, buyer, { productId, waiver });
    expect([waiver, answer.status]).toEqual([waiver, status]);
    expect([waiver, await waiverOf(app, transactionId)]).toEqual([waiver, stored]);
  }
  const wallet = fundedWallet(app).publicKey.toBase58();
  const first = await openedAsGuest(app, { productId, wallet, waiver: WAIVER_VERSION });
  expect(await waiverOf(app, first.transactionId)).toEqual(GIVEN);
  const again = await openedAsGuest(app, { productId, wallet, waiver: null }, first.secret);
  expect(again.transactionId).toBe(first.transactionId);
  expect(await waiverOf(app, first.transactionId)).toEqual(NONE);
});

// spec: buying.waiver
test("the box of an open order is declared by its buyer alone, and never after the payment", async () => {
  const item = await product(app);
  const [buyer, stranger] = [await person(app), await person(app)];
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  const waive = { intent: "waive", transactionId };
  const unticked = await submit(app, buyer, item.id, waive);
  expect(unticked.status).toBe(422);
  expect(await unticked.text()).toContain("Tick the box");
  const ticked = { ...waive, waiver: String(WAIVER_VERSION) };
  expect((await submit(app, stranger, item.id, ticked)).status).toBe(404);
  expect(await waiverOf(app, transactionId)).toEqual(NONE);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  // Without it the sale goes on, and the right stands: nobody takes it once the file was given.
  expect((await readOrder(app, buyer, transactionId)).downloadUrl).toContain("/download/");
  expect((await submit(app, buyer, item.id, ticked)).status).toBe(410);
  expect(await waiverOf(app, transactionId)).toEqual(NONE);
  const receipt = await fetch(`${app.url}/purchases/${transactionId}/receipt?lang=en`, {
    headers: buyer.headers,
  });
  expect(await receipt.text()).toContain("You can withdraw from this contract until");
});

// spec: buying.waiver-required
test("where it is required, no link, hand-over or file comes before the declaration", async () => {
  const item = await product(strict);
  const buyer = await person(strict);
  const payer = fundedWallet(strict);
  const { transactionId } = await openOrder(strict, buyer, item.id, payer);
  await payOrder(strict, transactionId, payer);
  const paid = await waitForStatus(strict, buyer, transactionId, "paid");
  expect(paid).toMatchObject({ waiverNeeded: true });
  expect(paid).not.toHaveProperty("downloadUrl");
  const ask = (path: string, method: string) =>
    fetch(`${strict.url}${path}`, { method, redirect: "manual", headers: buyer.headers });
  expect((await ask(`/api/purchases/${item.id}/refresh`, "POST")).status).toBe(409);
  expect((await ask(`/purchases/${item.id}/handover`, "POST")).status).toBe(409);
  const file = await ask(`/purchases/${item.id}/file`, "GET");
  expect(file.headers.get("Location")).toBe(`/acheter/${item.id}`);
  const page = await (await ask(`/acheter/${item.id}?lang=en`, "GET")).text();
  expect(page).toContain("Confirm and get the file");
  expect(page).not.toContain('id="download"');

  const waiver = String(WAIVER_VERSION);
  expect(
    (await submit(strict, buyer, item.id, { intent: "waive", transactionId, waiver })).status,
  ).toBe(302);
  expect((await readOrder(strict, buyer, transactionId)).downloadUrl).toContain("/download/");
  const [before] = [await waiverOf(strict, transactionId)];
  await submit(strict, buyer, item.id, { intent: "waive", transactionId, waiver });
  expect(await waiverOf(strict, transactionId)).toEqual(before);
  // The declaration repeats itself on the receipt, in its words.
  const receipt = await ask(`/purchases/${transactionId}/receipt?lang=en`, "GET");
  expect(await receipt.text()).toContain("I know that I then lose my right to withdraw");
});

// spec: buying.waiver-required
test("a guest declares before the payment or for the file", async () => {
  for (const waiver of [WAIVER_VERSION, null]) {
    const item = await product(strict);
    const payer = fundedWallet(strict);
    const wallet = payer.publicKey.toBase58();
    const order = await openedAsGuest(strict, { productId: item.id, wallet, waiver });
    const sent = await sendAsGuest(strict, order, await signAsGuest(strict, order, payer));
    expect(sent.status).toBe(200);
    await waitAsGuest(strict, order, "paid");
    const paid = await readAsGuest(strict, order);
    const file = () => callAsGuest(strict, order.secret, `/${order.transactionId}/file`);
    if (waiver !== null) {
      expect(paid.downloadUrl).toContain("/download/");
      continue;
    }
    expect(paid).toMatchObject({ waiverNeeded: true });
    expect((await file()).status).toBe(404);
    const fields = {
      intent: "waive",
      transactionId: order.transactionId,
      waiver: String(WAIVER_VERSION),
    };
    const browser = (Cookie: string) =>
      ({ headers: { Origin: strict.url, Cookie } }) as unknown as Person;
    // Another browser can't: its secret is none of this order.
    const other = browser(`checkout=${"x".repeat(43)}`);
    expect((await submit(strict, other, item.id, fields)).status).toBe(404);
    expect((await file()).status).toBe(404);
    const own = browser(`checkout=${order.secret}`);
    expect((await submit(strict, own, item.id, fields)).status).toBe(302);
    expect((await file()).status).toBe(302);
  }
});
