import type { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { type CodeTraits, insertCode } from "../../support/factories/code";
import { changeOrder } from "../../support/factories/order";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { type ProductTraits, product, type TestProduct } from "../../support/factories/product";
import { callAsGuest, type GuestsOrder, sendAsGuest, signAsGuest } from "../../support/guest-api";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  type OpenedOrder,
  postOrder,
  reportSignature,
  requestTransaction,
  requestUnsigned,
  sendSigned,
  sendTransfers,
  signFirst,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { buildSignedRefund, postReviewAction, sendTransaction } from "../../support/review-api";
import { changeRow } from "../../support/rows";

const HOUR_MS = 3_600_000;
const HALF = PRICE_LAMPORTS / 2;
const CODE = "SPRING";
/** More than two signatures cost. */
const NETWORK_FEES = 20_000;

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  app.chain.resume();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

const addressOf = (keys: Keypair) => keys.publicKey.toBase58();

/** A product whose seller has a code that takes half of each price. */
async function offer(code: CodeTraits = {}, traits: ProductTraits = {}) {
  const item = await product(app, traits);
  const traitsOfCode = { value: 50, name: CODE, ...code };
  const codeId = await insertCode(localDatabase(app.worker), item.seller.uid, traitsOfCode);
  return { item, codeId };
}

interface Order {
  id: string;
  buyer: Person;
  payer: Keypair;
  recipient: string;
  reference: string;
}

/** An order of an account with the code. */
async function open(
  { id: productId }: TestProduct,
  { buyer, payer = fundedWallet(app) }: { buyer?: Person; payer?: Keypair } = {},
): Promise<Order> {
  const who = buyer ?? (await person(app));
  const answer = await postOrder(app, who, { productId, code: CODE });
  expect(answer.status).toBe(201);
  const { transactionId: id, ...order } = (await answer.json()) as OpenedOrder;
  return { ...order, id, buyer: who, payer };
}

/** An order of a browser without an account, with the code. */
async function openGuests({ id: productId }: TestProduct, payer: Keypair): Promise<GuestsOrder> {
  const body = { productId, wallet: addressOf(payer), code: CODE };
  const answer = await callAsGuest(app, null, "", body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as GuestsOrder;
}

/** Presses the button of an Action whose address has the code. */
const press = ({ id }: TestProduct, payer: Keypair) =>
  fetch(`${app.url}/api/actions/buy/${id}?code=${CODE}&lang=en`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account: addressOf(payer) }),
  });

/** The order that an Action opened for a wallet. */
async function orderOfWallet({ id }: TestProduct, payer: Keypair) {
  const [order] = await sql<{ id: string; recipient: string; reference: string }>(
    app,
    "SELECT id, recipient, reference FROM orders WHERE product_id = ? AND buyer_wallet = ?",
    id,
    addressOf(payer),
  );
  if (!order) throw new Error("no order");
  return order;
}

const payByHand = (
  { recipient: to, reference }: Pick<Order, "recipient" | "reference">,
  payer: Keypair,
  lamports = HALF,
) => sendTransfers(app, payer, [{ to, lamports, references: [reference] }]);

interface Refusal {
  error: { code: string; reason?: string; message: string };
}

/** Status, code, and reason where there is one. */
async function answerOf(answer: Response) {
  const { error } = (await answer.json()) as Partial<Refusal>;
  return [answer.status, error?.code, error?.reason].filter((part) => part !== undefined);
}

/** What a wallet shows beside the transaction. */
const messageOf = async (answer: Response) =>
  ((await answer.json()) as { message: string }).message.replace(/\u00a0/g, " ");

async function stateOf(orderId: string) {
  const [row] = await sql<{ status: string; reason: string | null; lamports: number }>(
    app,
    "SELECT status, review_reason AS reason, price_lamports AS lamports FROM orders WHERE id = ?",
    orderId,
  );
  return row;
}

/** `reason` is why it waits for its seller. */
const becomes = (orderId: string, status: string, reason?: string) =>
  expect
    .poll(() => stateOf(orderId), { interval: 150 })
    .toMatchObject({ status, ...(reason && { reason }) });

/** Polls the order once more, as the sweep does for one whose poll is overdue. */
async function pollAgain(orderId: string): Promise<void> {
  await changeOrder(app, orderId, { next_poll_at: 1 });
  await fireCron(app.worker);
}

const usesOf = async (codeId: string) =>
  (await sql(app, "SELECT held, sold FROM things WHERE id = ?", `use:${codeId}`))[0];

async function pay({ id, buyer, payer }: Order): Promise<void> {
  const sent = await sendSigned(app, buyer, id, await signFirst(app, buyer, id, payer));
  expect(sent.status).toBe(200);
  await becomes(id, "paid");
}

// spec: code.uses
test("of six ways to buy with a code of two uses two are sales with its discount, and nobody pays twice", async () => {
  const { item, codeId } = await offer({ capacity: 2 });
  const accounts = [await open(item), await open(item)] as const;
  const byQr = await open(item);
  const [guest, blink, late] = [fundedWallet(app), fundedWallet(app), await open(item)];
  const guests = await openGuests(item, guest);
  const before = new Map(
    [...accounts, byQr, late].map(({ payer }) => [payer, app.chain.balance(addressOf(payer))]),
  );
  for (const payer of [guest, blink]) before.set(payer, app.chain.balance(addressOf(payer)));
  // A wallet that can't return what it signs would keep a use from all others.
  expect(await answerOf(await requestTransaction(app, byQr.id, addressOf(byQr.payer)))).toEqual([
    409,
    "held",
  ]);
  expect(await answerOf(await press(item, blink))).toEqual([409, "held"]);
  expect(await usesOf(codeId)).toEqual({ held: 0, sold: 0 });

  app.chain.pause();
  const [first, second] = accounts;
  const signed = [
    await signFirst(app, first.buyer, first.id, first.payer),
    await signFirst(app, second.buyer, second.id, second.payer),
    await signAsGuest(app, guests, guest),
  ] as const;
  const send = [
    () => sendSigned(app, first.buyer, first.id, signed[0]),
    () => sendSigned(app, second.buyer, second.id, signed[1]),
    () => sendAsGuest(app, guests, signed[2]),
  ];
  const ids = [first.id, second.id, guests.transactionId];
  const answers = await Promise.all(send.map(async (one) => answerOf(await one())));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(2);
  const loser = answers.findIndex(([status]) => status !== 200);
  expect(answers[loser]).toEqual([409, "held", "use_held"]);
  expect(await usesOf(codeId)).toEqual({ held: 2, sold: 0 });
  app.chain.resume();
  for (const [at, id] of ids.entries()) if (at !== loser) await becomes(id, "paid");

  expect(await answerOf((await send[loser]?.()) as Response)).toEqual([409, "changed"]);
  const again = await postOrder(app, late.buyer, { productId: item.id, code: CODE });
  expect(await answerOf(again)).toEqual([422, "code_refused", "used_up"]);
  const orders = [byQr, late, await orderOfWallet(item, blink)] as const;
  for (const [at, order] of orders.entries()) {
    await payByHand(order, [byQr.payer, late.payer, blink][at] as Keypair);
    await pollAgain(order.id);
    await becomes(order.id, "review", "no_stock");
  }
  for (const [at, id] of ids.entries()) {
    const recorded = await ledgerByKind(app, id);
    expect(recorded.sale).toBe(at === loser ? undefined : HALF);
  }
  expect(await usesOf(codeId)).toEqual({ held: 0, sold: 2 });
  const spent = [...before].map(([payer, had]) =>
    Number((had ?? 0n) - (app.chain.balance(addressOf(payer)) ?? 0n)),
  );
  expect(spent.filter((lamports) => lamports >= HALF)).toHaveLength(5);
  expect(spent.filter((lamports) => lamports > HALF + NETWORK_FEES)).toEqual([]);
});

describe("a code of one use for each person", () => {
  const onePerPerson = async () => {
    const { item } = await offer({ perPerson: 1 });
    return { item, other: await product(app, { seller: item.seller }) };
  };

  // spec: code.person
  test("is refused to the account that has used it, and to the wallet of a guest", async () => {
    const { item, other } = await onePerPerson();
    const used = await open(item);
    await pay(used);
    const again = await postOrder(app, used.buyer, { productId: other.id, code: CODE });
    expect(await answerOf(again)).toEqual([422, "code_refused", "used_by_you"]);

    const wallet = fundedWallet(app);
    const first = await openGuests(item, wallet);
    expect((await sendAsGuest(app, first, await signAsGuest(app, first, wallet))).status).toBe(200);
    await becomes(first.transactionId, "paid");
    // Nobody has proved that the address is the visitor's: only what it has signed is refused.
    const second = await openGuests(other, wallet);
    const sent = await sendAsGuest(app, second, await signAsGuest(app, second, wallet));
    expect(await answerOf(sent)).toEqual([422, "code_refused", "used_by_you"]);
    expect(await ledgerByKind(app, second.transactionId)).toEqual({});
  });

  // spec: code.person
  test("paid a second time by a wallet of the account waits for the seller, who accepts or refunds", async () => {
    const { item, other } = await onePerPerson();
    const third = await product(app, { seller: item.seller });
    const used = await open(item);
    await pay(used);
    const { payer } = used;
    await linkWallet(app, used.buyer, addressOf(payer));
    const orders = [];
    for (const one of [other, third]) {
      // What the account has used is not told to who names its address.
      const pressed = await press(one, payer);
      expect(pressed.status).toBe(200);
      expect(await messageOf(pressed)).toContain(
        `Price 0.05 SOL. Code ${CODE}: -0.025 SOL. Total 0.025 SOL.`,
      );
      const order = await orderOfWallet(one, payer);
      await payByHand(order, payer);
      await pollAgain(order.id);
      await becomes(order.id, "review", "code_used");
      expect(await ledgerByKind(app, order.id)).toEqual({ unsettled: HALF });
      orders.push(order.id);
    }
    const [accepted = "", refunded = ""] = orders;
    const page = await fetch(`${app.url}/dashboard/review`, { headers: item.seller.headers });
    const explained = /This buyer had used code[^<]*/.exec(await page.text())?.[0];
    expect(explained).toContain(`code ${CODE} as often`);
    expect(explained).toContain("discount of 0.025 SOL:");

    expect((await postReviewAction(app, item.seller, accepted, "accept")).status).toBe(204);
    await becomes(accepted, "paid");
    app.chain.advanceSlots(40);
    const refund = await buildSignedRefund(app, item.seller, third.recipient, refunded);
    await sendTransaction(app, refund);
    await becomes(refunded, "refunded");
  });
});

describe("a code that is over after the order was opened", () => {
  // spec: code.ended
  test("is honoured for a day after its end, and not longer", async () => {
    const { item } = await offer({ endsAt: Date.now() + HOUR_MS });
    const [first, second, third] = [await open(item), await open(item), await open(item)];
    await app.clock.advance(2 * HOUR_MS);
    const fresh = await postOrder(app, await person(app), { productId: item.id, code: CODE });
    expect(await answerOf(fresh)).toEqual([422, "code_refused", "ended"]);
    const built = await requestTransaction(app, first.id, addressOf(first.payer));
    expect(built.status).toBe(200);
    expect(await messageOf(built)).toContain(
      `Prix 0,05 SOL. Code ${CODE} : -0,025 SOL. Total : 0,025 SOL.`,
    );
    await payByHand(first, first.payer);
    await pollAgain(first.id);
    await becomes(first.id, "paid");

    await app.clock.advance(22.5 * HOUR_MS);
    app.chain.advanceSlots(40);
    for (const { id } of [second, third]) await pollAgain(id);
    for (const { id } of [second, third]) await becomes(id, "expired");
    await payByHand(second, second.payer);
    await pollAgain(second.id);
    await becomes(second.id, "paid");
    await app.clock.advance(HOUR_MS);
    await payByHand(third, third.payer);
    await pollAgain(third.id);
    await becomes(third.id, "review", "late");
  });

  // spec: code.disabled
  test("and was disabled, takes nothing off what is still to be signed, and holds for what was named", async () => {
    const { item, codeId } = await offer({ capacity: 9 });
    const [open1, open2, open3] = [await open(item), await open(item), await open(item)];
    const signed = await signFirst(app, open1.buyer, open1.id, open1.payer);
    await changeRow(
      localDatabase(app.worker),
      "codes",
      { id: codeId },
      { disabled_at: Date.now() },
    );
    const send = () => sendSigned(app, open1.buyer, open1.id, signed);
    const account = addressOf(open1.payer);
    for (const refused of [
      await send(),
      await requestUnsigned(app, open1.buyer, open1.id, account),
    ]) {
      const { error } = (await refused.json()) as Refusal;
      expect([refused.status, error.code]).toEqual([409, "changed"]);
      expect(error.message).toMatch(/code .* the total is now 0\.05 SOL/);
    }
    expect(await answerOf(await requestTransaction(app, open2.id, account))).toEqual([
      409,
      "changed",
    ]);
    const signature = await payByHand(open2, open2.payer);
    await reportSignature(app, open2.buyer, open2.id, signature);
    await becomes(open2.id, "paid");
    await app.clock.advance(24 * HOUR_MS + 60_000);
    app.chain.advanceSlots(40);
    await pollAgain(open3.id);
    await becomes(open3.id, "expired");
    await payByHand(open3, open3.payer);
    await pollAgain(open3.id);
    await becomes(open3.id, "review", "late");
  });
});

describe("a code that leaves nothing to pay", () => {
  const free = async (code: CodeTraits = {}, traits: ProductTraits = {}) => {
    const { item, codeId } = await offer({ value: 100, ...code }, traits);
    const users = { uid: item.seller.uid };
    await changeRow(localDatabase(app.worker), "users", users, { may_give_free: 1 });
    return { item, codeId };
  };

  // spec: code.free
  test("gives the product to as many accounts as it has uses, of twenty at once", async () => {
    const kind = { kind: "amount", value: 2 * PRICE_LAMPORTS, capacity: 3 } as const;
    const { item, codeId } = await free(kind, { saleLimit: 5 });
    const people = await Promise.all(Array.from({ length: 20 }, () => person(app)));
    const answers = await Promise.all(
      people.map((who) => postOrder(app, who, { productId: item.id, code: CODE })),
    );
    const said = await Promise.all(answers.map((answer) => answer.json()));
    const owned = said.filter((one) => "status" in (one as object));
    expect(owned).toEqual(Array(3).fill({ status: "owned", productId: item.id }));
    const refused = said.filter((one) => "error" in (one as object)) as Refusal[];
    expect(refused.map(({ error }) => [error.code, error.reason])).toEqual(
      Array(17).fill(["code_refused", "used_up"]),
    );
    expect(await usesOf(codeId)).toEqual({ held: 0, sold: 3 });
    const counted = "SELECT sold, held, given FROM products WHERE id = ?";
    expect(await sql(app, counted, item.id)).toEqual([{ sold: 3, held: 0, given: 3 }]);
    expect(await sql(app, "SELECT uid FROM grants WHERE code_id = ?", codeId)).toHaveLength(3);
    expect(await sql(app, "SELECT id FROM orders WHERE product_id = ?", item.id)).toEqual([]);
  });

  // spec: code.free
  test("is for accounts alone, and for sellers who may offer free products", async () => {
    const { item } = await free();
    const refused = [422, "code_refused", "below_minimum"];
    const wallet = addressOf(fundedWallet(app));
    const guest = { productId: item.id, wallet, code: CODE };
    expect(await answerOf(await callAsGuest(app, null, "", guest))).toEqual(refused);
    expect(await answerOf(await press(item, fundedWallet(app)))).toEqual(refused);
    const shown = await fetch(`${app.url}/api/actions/buy/${item.id}?code=${CODE}&lang=en`);
    expect(await shown.json()).toMatchObject({
      disabled: true,
      error: { message: expect.stringContaining("Sign in") },
    });
    const { item: unsold } = await offer({ value: 100 });
    const asked = { productId: unsold.id, code: CODE };
    expect(await answerOf(await postOrder(app, await person(app), asked))).toEqual(refused);
    expect(await sql(app, "SELECT id FROM grants WHERE product_id = ?", unsold.id)).toEqual([]);
  });

  // spec: code.free
  test("and did not when the order was opened, is not paid by the code of that order", async () => {
    const { item, codeId } = await offer();
    const order = await open(item);
    await changeRow(localDatabase(app.worker), "codes", { id: codeId }, { value: 100 });
    const answer = await requestTransaction(app, order.id, addressOf(order.payer));
    expect(await answerOf(answer)).toEqual([422, "code_refused", "below_minimum"]);
  });
});
