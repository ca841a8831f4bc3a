import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { InProcessApp } from "../../support/app-here";
import { PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import type { Person } from "../../support/factories/person";
import { type LivePage, openLivePage } from "../../support/live-page";
import { payOrder, readOrder, sendTransfers, waitForStatus } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

let app: InProcessApp;
const opened: LivePage[] = [];

beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((page) => page.close()));
});
afterAll(() => app?.stop());

/** Opens the WebSocket of an order's page, which is closed after the test. */
async function openPage(orderId: string, who: Person): Promise<LivePage> {
  const page = await openLivePage(app, orderId, who.headers);
  opened.push(page);
  return page;
}

// spec: payment.by-hand
test("a payment by hand that names the order alone is seen within a minute on an open page", async () => {
  const { item, buyer, payer, orderId, reference } = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  expect(await readOrder(app, buyer, orderId)).toMatchObject({ paymentRequested: false });
  const to = item.recipient.publicKey;
  await sendTransfers(app, payer, [{ to, lamports: PRICE_LAMPORTS, references: [reference] }]);
  await app.clock.advance(MINUTE_MS);
  await expect.poll(() => page.told.at(-1)?.status).toBe("paid");
});

const endSessions = (who: Person) => sql(app, "DELETE FROM sessions WHERE uid = ?", who.uid);
const tokensOf = (who: Person) =>
  sql<{ issued_at: number; started_at: number | null }>(
    app,
    "SELECT * FROM download_tokens WHERE uid = ?",
    who.uid,
  );

// spec: json.live-call
// spec: delivery.first-link
test("the settlement writes the first link, which only the buyer's GET gives", async () => {
  const { item, buyer, payer, orderId } = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  await payOrder(app, orderId, payer);
  await expect.poll(() => page.told.at(-1)?.status).toBe("paid");
  for (const message of page.told) expect(message).not.toHaveProperty("downloadUrl");

  const written = await tokensOf(buyer);
  const [order] = await sql<{ settled_at: number }>(
    app,
    "SELECT settled_at FROM orders WHERE id = ?",
    orderId,
  );
  expect(written).toMatchObject([{ issued_at: order?.settled_at, started_at: null }]);
  expect((await readOrder(app, item.seller, orderId)).downloadUrl).toBeUndefined();
  const { downloadUrl } = await readOrder(app, buyer, orderId);
  expect((await readOrder(app, buyer, orderId)).downloadUrl).toBe(downloadUrl);
  expect(await tokensOf(buyer)).toEqual(written);
  expect(JSON.stringify(written)).not.toContain(String(downloadUrl).split("/").at(-1));

  const file = Buffer.from(await (await fetch(String(downloadUrl))).arrayBuffer());
  expect(file.equals(item.bytes)).toBe(true);
  const second = (await readOrder(app, buyer, orderId)).downloadUrl;
  expect(second).not.toBe(downloadUrl);
  expect((await fetch(String(second))).status).toBe(200);
});

test("a first link that is too old is replaced by a new one", async () => {
  const { buyer, payer, orderId } = await readyToPay(app);
  await payOrder(app, orderId, payer);
  const { downloadUrl } = await waitForStatus(app, buyer, orderId, "paid");
  await app.clock.advance(16 * MINUTE_MS);
  const later = (await readOrder(app, buyer, orderId)).downloadUrl;
  expect(later).not.toBe(downloadUrl);
  expect((await fetch(String(downloadUrl))).status).toBe(410);
  expect((await fetch(String(later))).status).toBe(200);
});

// spec: buying.live-bounds
test("a page whose session has ended is told nothing more", async () => {
  const { buyer, payer, orderId } = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  await endSessions(buyer);
  await payOrder(app, orderId, payer);
  await expect.poll(page.code).toBe(4401);
  expect(page.told).toMatchObject([{ status: "pending" }]);
});

test("an ended session has no socket after a minute, although nothing changes", async () => {
  const { buyer, orderId } = await readyToPay(app);
  const other = await readyToPay(app);
  const page = await openPage(orderId, buyer);
  const kept = await openPage(other.orderId, other.buyer);
  await app.clock.advance(55 * SECOND_MS);
  await endSessions(buyer);
  await app.clock.advance(55 * SECOND_MS);
  await expect.poll(page.code).toBe(4401);
  expect(kept.code()).toBeNull();
});

// spec: buying.live-bounds
test("five pages of an order have a socket, the newest ones", async () => {
  const { buyer, payer, orderId } = await readyToPay(app);
  const pages: LivePage[] = [];
  for (let at = 0; at < 7; at += 1) pages.push(await openPage(orderId, buyer));
  await expect
    .poll(() => pages.map(({ code }) => code()))
    .toEqual([4429, 4429, ...Array(5).fill(null)]);
  await payOrder(app, orderId, payer);
  await expect
    .poll(() => pages.map(({ told }) => told.at(-1)?.status))
    .toEqual(["pending", "pending", ...Array(5).fill("paid")]);
});
