import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MAX_FOLLOWED_PER_ACCOUNT } from "../../../app/orders/rules/live-socket";
import { localDatabase } from "../../../dev/run/local-database";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import { sql } from "../../support/app-under-test";
import { insertOrder, readyToPay } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { type LivePage, openLivePage, refusedLivePage } from "../../support/live-page";
import { payOrder, readOrder, waitForStatus } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { insertRow } from "../../support/rows";

const MINUTE_MS = 60_000;
/** Of the addresses that documentation may use. */
const ADDRESS = { "CF-Connecting-IP": "203.0.113.7" };

let app: InProcessApp;
const opened: LivePage[] = [];

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((page) => page.close()));
});
afterAll(() => app?.stop());

async function openPage(orderId: string, who: Person, at: InProcessApp = app): Promise<LivePage> {
  const page = await openLivePage(at, orderId, { ...who.headers, ...ADDRESS });
  opened.push(page);
  return page;
}

/** Rows as open pages of other orders leave them. */
async function follow(who: Person, howMany: number): Promise<void> {
  const ends_at = Date.now() + 60 * MINUTE_MS;
  for (let at = 0; at < howMany; at += 1) {
    const order_id = crypto.randomUUID();
    const row = { order_id, uid: who.uid, address: `${who.uid}-${at}`, ends_at };
    await insertRow(localDatabase(app.worker), "followed_orders", row);
  }
}

const followedBy = (who: Person) =>
  sql<{ order_id: string; ends_at: number }>(
    app,
    "SELECT order_id, ends_at FROM followed_orders WHERE uid = ?",
    who.uid,
  );

/** Orders of one buyer, for products of as many sellers. */
async function ordersOf(buyer: Person, howMany: number, at: InProcessApp = app): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < howMany) {
    const { id: productId, seller } = await product(at);
    const traits = { productId, ownerUid: seller.uid, buyerUid: buyer.uid };
    ids.push((await insertOrder(localDatabase(at.worker), traits)).id);
  }
  return ids;
}

test("pages of 20 orders of an account have sockets; the next one polls until one is free", async () => {
  const { buyer, payer, orderId } = await readyToPay(app);
  const others = await ordersOf(buyer, MAX_FOLLOWED_PER_ACCOUNT);
  const [freed = ""] = others;
  const pages = await Promise.all(others.map((id) => openPage(id, buyer)));

  const refusal = await refusedLivePage(app, orderId, {
    ...buyer.headers,
    Cookie: `${buyer.headers.Cookie}; locale=en`,
  });
  expect([refusal?.status, refusal?.retryAfter]).toEqual([429, "30"]);
  expect(JSON.parse(refusal?.body ?? "")).toEqual({
    error: {
      code: "slow_down",
      message:
        "Too many purchase pages are open at the same time. This one stays up to date without a live connection.",
    },
  });
  const second = await openPage(freed, buyer);
  expect(pages.map(({ code }) => code())).toEqual(others.map(() => null));
  const stranger = await readyToPay(app);
  expect((await openPage(stranger.orderId, stranger.buyer)).code()).toBeNull();

  await payOrder(app, orderId, payer);
  const paid = await waitForStatus(app, buyer, orderId, "paid");
  expect(paid.downloadUrl).toEqual(expect.any(String));

  await pages[0]?.close();
  await expect.poll(() => pages[0]?.code()).not.toBeNull();
  expect(await refusedLivePage(app, orderId, buyer.headers)).toMatchObject({ status: 429 });
  await second.close();
  await expect
    .poll(async () => (await followedBy(buyer)).map((row) => row.order_id))
    .not.toContain(freed);
  expect((await openPage(orderId, buyer)).told).toMatchObject([{ status: "paid" }]);
});

test("an order counts while its page is open, also for longer than a count lasts", async () => {
  const { buyer, orderId } = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  const [atFirst] = await followedBy(buyer);
  await app.clock.advance(6 * MINUTE_MS);
  await expect
    .poll(async () => (await followedBy(buyer))[0]?.ends_at)
    .toBeGreaterThan((atFirst?.ends_at ?? 0) + 5 * MINUTE_MS);
  await page.close();
  await expect.poll(() => followedBy(buyer)).toEqual([]);
});

test("a page whose count was lost ends where the account has reached its bound without it", async () => {
  const { buyer, orderId } = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  await sql(app, "DELETE FROM followed_orders WHERE order_id = ?", orderId);
  await follow(buyer, MAX_FOLLOWED_PER_ACCOUNT);
  await app.clock.advance(6 * MINUTE_MS);
  await expect.poll(page.code).toBe(4429);
  expect(await readOrder(app, buyer, orderId)).toMatchObject({ status: "pending" });
});

// spec: limit.followed
test("an address follows a bounded number of orders, whatever the accounts", async () => {
  // 300 x 0.005: two.
  const limited = await startInProcessApp({ env: { RATE_SCALE: "0.005" } });
  try {
    const buyers = await Promise.all([0, 1, 2].map(() => person(limited)));
    const orders: string[] = [];
    for (const buyer of buyers) orders.push(...(await ordersOf(buyer, 1, limited)));
    const [one = "", two = "", three = ""] = orders;
    const [first, second, third] = buyers as [Person, Person, Person];
    await openPage(one, first, limited);
    await openPage(two, second, limited);
    const shared = { ...third.headers, ...ADDRESS };
    expect(await refusedLivePage(limited, three, shared)).toMatchObject({ status: 429 });
    expect((await readOrder(limited, third, three)).status).toBe("pending");
    const own = { ...third.headers, "CF-Connecting-IP": "203.0.113.8" };
    expect(await refusedLivePage(limited, three, own)).toBeNull();
  } finally {
    await Promise.all(opened.splice(0).map((page) => page.close()));
    await limited.stop();
  }
});
