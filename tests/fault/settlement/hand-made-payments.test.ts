import type { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { changeOrder, readyToPay } from "../../support/factories/order";
import { linkWallet, person } from "../../support/factories/person";
import { changeProduct, product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
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

const DAY_MS = 86_400_000;
const DOUBLE = PRICE_LAMPORTS * 2;
const HALF = PRICE_LAMPORTS / 2;

let app: InProcessApp;

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  app.chain.clearFaults();
  await expectLedgerConsistent(app);
});
afterAll(() => app?.stop());

type Ready = Awaited<ReturnType<typeof readyToPay>>;

const ready = (saleLimit: number | null = null) => readyToPay(app, { saleLimit });

/** Pays the seller the whole amount, by a transaction that the server has not built. */
function payByHand(
  { recipient, reference }: Pick<Ready, "recipient" | "reference">,
  payer: Keypair,
  lamports = PRICE_LAMPORTS,
): Promise<string> {
  return sendTransfers(app, payer, [{ to: recipient, lamports, references: [reference] }]);
}

const stockOf = async (id: string) =>
  (await sql(app, "SELECT sold, held FROM products WHERE id = ?", id))[0];

async function stateOf(orderId: string) {
  const rows = await sql<{ status: string; reason: string | null; buyer: string | null }>(
    app,
    "SELECT status, review_reason AS reason, buyer_uid AS buyer FROM orders WHERE id = ?",
    orderId,
  );
  return rows[0];
}

/** Polls the order once more, as the sweep does for one whose poll is overdue. */
async function pollAgain(orderId: string): Promise<void> {
  const due = async () =>
    (
      await sql<{ at: number | null }>(
        app,
        "SELECT next_poll_at AS at FROM orders WHERE id = ?",
        orderId,
      )
    )[0]?.at;
  await changeOrder(app, orderId, { next_poll_at: 1 });
  await fireCron(app.worker);
  await expect.poll(due).not.toBe(1);
}

/** The order's day is over, and its last poll has found nothing. */
async function expire(orderIds: string[]): Promise<void> {
  await app.clock.advance(DAY_MS + 60_000);
  app.chain.advanceSlots(40);
  for (const id of orderIds) await pollAgain(id);
  for (const id of orderIds)
    await expect.poll(() => stateOf(id)).toMatchObject({ status: "expired" });
}

/** Another buyer's pre-signed transaction holds a unit. */
async function holdUnit(productId: string): Promise<void> {
  const { transactionId } = await openOrder(app, await person(app), productId);
  const account = fundedWallet(app).publicKey.toBase58();
  expect((await requestTransaction(app, transactionId, account)).status).toBe(200);
}

interface Case {
  limit?: number | null;
  /** What happens between the opening of the order and the payment. */
  before?(order: Ready): Promise<unknown>;
  /** Why it goes to review; paid by default. */
  becomes?: string;
  /** Kind of its entry in the ledger; a sale by default. */
  recorded?: string;
  stock: { sold: number; held: number };
}

const SOLD = { sold: 1, held: 0 };
const OPEN_ORDERS: Record<string, Case> = {
  "an unlimited product, with nothing built": { stock: SOLD },
  "an unlimited product whose transaction was built": {
    before: ({ orderId, payer }) => requestTransaction(app, orderId, payer.publicKey.toBase58()),
    stock: SOLD,
  },
  "a unique product whose message a wallet has": {
    limit: 1,
    before: ({ buyer, orderId, payer }) =>
      requestUnsigned(app, buyer, orderId, payer.publicKey.toBase58()),
    stock: SOLD,
  },
  "a unique product whose pre-signed transaction holds the unit": {
    limit: 1,
    before: ({ orderId, payer }) => requestTransaction(app, orderId, payer.publicKey.toBase58()),
    stock: SOLD,
  },
  "a limited product whose last unit is held by another buyer": {
    limit: 1,
    before: ({ item }) => holdUnit(item.id),
    becomes: "no_stock",
    recorded: "unsettled",
    stock: { sold: 0, held: 1 },
  },
  "an order that was replaced": {
    before: async (order) => {
      await changeProduct(app, order.item.id, { price_lamports: HALF });
      const answer = await postOrder(app, order.buyer, { productId: order.item.id });
      expect(answer.status).toBe(201);
    },
    stock: SOLD,
  },
  "a product that its buyer bought by another wallet": {
    limit: 2,
    before: async ({ item, buyer }) => {
      const wallet = fundedWallet(app);
      await linkWallet(app, buyer, wallet.publicKey.toBase58());
      await buyByAction(item.id, wallet);
    },
    becomes: "owned",
    recorded: "duplicate",
    stock: SOLD,
  },
};

async function buyByAction(productId: string, payer: Keypair): Promise<void> {
  const { orderId, recipient, reference } = await press(productId, payer);
  await payByHand({ recipient, reference }, payer);
  await expect.poll(() => stateOf(orderId)).toMatchObject({ status: "paid" });
}

/** Opens an order by Action; nothing proves that the wallet asks. */
async function press(productId: string, payer: Keypair) {
  const account = payer.publicKey.toBase58();
  const answer = await fetch(`${app.url}/api/actions/buy/${productId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account }),
  });
  expect(answer.status).toBe(200);
  const shown = (await answer.json()) as Record<string, unknown>;
  const [order] = await sql<{ orderId: string; recipient: string; reference: string }>(
    app,
    "SELECT id AS orderId, recipient, reference FROM orders WHERE product_id = ? AND buyer_wallet = ?",
    productId,
    account,
  );
  if (!order) throw new Error("no order");
  return { ...order, shown };
}

describe("a payment made by hand for", () => {
  // spec: stock.review-stock
  test.each(Object.entries(OPEN_ORDERS))("%s", async (_, one) => {
    const order = await ready(one.limit);
    await one.before?.(order);
    const signature = await payByHand(order, order.payer);
    await reportSignature(app, order.buyer, order.orderId, signature);
    const [status, reason] = one.becomes ? ["review", one.becomes] : ["paid", null];
    await expect.poll(() => stateOf(order.orderId)).toMatchObject({ status, reason });
    expect(await stockOf(order.item.id)).toEqual(one.stock);
    const recorded = await ledgerByKind(app, order.orderId);
    expect(recorded).toMatchObject({ [one.recorded ?? "sale"]: PRICE_LAMPORTS });
    // The next poll decides the same.
    if (one.becomes) await pollAgain(order.orderId);
    expect(await stateOf(order.orderId)).toMatchObject({ status, reason });
  });

  // spec: payment.by-hand
  test("a unique product whose co-signed transaction holds the unit takes that unit", async () => {
    const order = await ready(1);
    const signed = await signFirst(app, order.buyer, order.orderId, order.payer);
    app.chain.pause();
    await payByHand(order, order.payer);
    app.chain.injectFault({ kind: "swallow", method: "sendTransaction" });
    expect((await sendSigned(app, order.buyer, order.orderId, signed)).status).toBe(200);
    expect(await stockOf(order.item.id)).toEqual({ sold: 0, held: 1 });
    app.chain.resume();
    await waitForStatus(app, order.buyer, order.orderId, "paid");
    expect(await stockOf(order.item.id)).toEqual(SOLD);
  });

  // spec: payment.late
  test("orders whose day is over counts for what it covers of today's terms", async () => {
    const cases: [Record<string, string | number>, number, string][] = [
      [{ status: "active" }, PRICE_LAMPORTS, "paid"],
      [{ price_lamports: HALF }, PRICE_LAMPORTS, "paid"],
      [{ price_lamports: DOUBLE }, PRICE_LAMPORTS, "late"],
      [{ price_lamports: DOUBLE }, DOUBLE - 1, "late"],
      [{ price_lamports: DOUBLE }, DOUBLE, "paid"],
      [{ status: "disabled" }, PRICE_LAMPORTS, "late"],
      [{ sale_type: "limited", sale_limit: 1, held: 0 }, PRICE_LAMPORTS, "paid"],
    ];
    const orders = await Promise.all(cases.map(() => ready()));
    await expire(orders.map(({ orderId }) => orderId));
    const outcomes: string[] = [];
    for (const [at, [changes, lamports]] of cases.entries()) {
      const order = orders[at] as Ready;
      await changeProduct(app, order.item.id, changes);
      await reportSignature(
        app,
        order.buyer,
        order.orderId,
        await payByHand(order, order.payer, lamports),
      );
      await expect.poll(() => stateOf(order.orderId)).not.toMatchObject({ status: "expired" });
      await pollAgain(order.orderId);
      const { status, reason } = (await stateOf(order.orderId)) ?? {};
      outcomes.push(reason ?? status ?? "");
      const unsettled = reason === "late" ? { unsettled: lamports } : {};
      expect(await ledgerByKind(app, order.orderId)).toMatchObject(unsettled);
    }
    expect(outcomes).toEqual(cases.map(([, , becomes]) => becomes));
  });
});

describe("the seller's own wallets", () => {
  // spec: buying.own-wallets
  test("pay nothing to themselves, and are told the same as strangers", async () => {
    const item = await product(app);
    const linked = fundedWallet(app);
    await linkWallet(app, item.seller, linked.publicKey.toBase58());
    const [own, strangers] = [
      await press(item.id, linked),
      await press(item.id, fundedWallet(app)),
    ];
    const shape = ({ transaction, ...rest }: Record<string, unknown>) => ({
      ...rest,
      transaction: typeof transaction,
    });
    const said = (shown: Record<string, unknown>, id: string) =>
      JSON.stringify(shape(shown)).replaceAll(id, "order");
    expect(said(own.shown, own.orderId)).toBe(said(strangers.shown, strangers.orderId));

    await payOrder(app, own.orderId, linked);
    const refused = { status: "review", reason: "owned", buyer: null };
    await expect.poll(() => stateOf(own.orderId)).toEqual(refused);
    app.chain.advanceSlots(40);
    for (let poll = 0; poll < 2; poll++) await pollAgain(own.orderId);
    expect(await stateOf(own.orderId)).toEqual(refused);
    expect(await stockOf(item.id)).toEqual({ sold: 0, held: 0 });
    expect(await sql(app, "SELECT uid FROM purchases WHERE product_id = ?", item.id)).toEqual([]);
    expect((await postReviewAction(app, item.seller, own.orderId, "accept")).status).toBe(409);
  });

  // spec: buying.own-wallets
  test("stop no order of another person, before or after its buyer pays", async () => {
    const order = await ready();
    await changeOrder(app, order.orderId, { buyer_wallet: null });
    const account = order.payer.publicKey.toBase58();
    expect((await requestTransaction(app, order.orderId, account)).status).toBe(200);
    const wallet = fundedWallet(app);
    await linkWallet(app, order.item.seller, wallet.publicKey.toBase58());
    const pay = (payer: Keypair) =>
      sendTransfers(app, payer, [
        { to: order.recipient, lamports: SHARE_LAMPORTS, references: [order.reference] },
        { to: app.platformWallet, lamports: FEE_LAMPORTS, references: [order.reference] },
      ]);
    const recorded = () => ledgerByKind(app, order.orderId);
    await pay(wallet);
    await expect.poll(recorded).toEqual({ duplicate: PRICE_LAMPORTS });
    app.chain.pause();
    const signature = await pay(order.payer);
    // The newest is found first.
    await pay(wallet);
    app.chain.resume();
    const paid = await waitForStatus(app, order.buyer, order.orderId, "paid");
    expect(paid.signature).toBe(signature);
    await expect
      .poll(recorded)
      .toMatchObject({ sale: PRICE_LAMPORTS, duplicate: 2 * PRICE_LAMPORTS });
    expect(await stockOf(order.item.id)).toEqual(SOLD);
  });
});

test("a payment for an order whose product was deleted meanwhile is the seller's to return", async () => {
  const order = await ready();
  const { orderId, item } = order;
  const deletion = await fetch(`${app.url}/edit/${item.id}/delete`, {
    method: "POST",
    headers: item.seller.headers,
    body: new URLSearchParams(),
    redirect: "manual",
  });
  expect(deletion.status).toBe(302);
  expect(await stateOf(orderId)).toMatchObject({ status: "expired" });

  await payByHand(order, order.payer);
  await pollAgain(orderId);
  await expect.poll(() => stateOf(orderId)).toMatchObject({ status: "review", reason: "late" });
  const page = await fetch(`${app.url}/dashboard/review`, { headers: item.seller.headers });
  expect(await page.text()).toContain(`data-order="${orderId}"`);

  const accepted = await postReviewAction(app, item.seller, orderId, "accept");
  expect([accepted.status, await accepted.json()]).toMatchObject([
    409,
    { error: { code: "conflict", message: expect.stringContaining("can only be returned") } },
  ]);
  app.chain.advanceSlots(40);
  const refund = await buildSignedRefund(app, item.seller, item.recipient, orderId);
  await sendTransaction(app, refund);
  await expect.poll(() => stateOf(orderId)).toMatchObject({ status: "refunded" });
});
