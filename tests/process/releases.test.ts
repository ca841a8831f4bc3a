import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerSnapshot } from "../../app/orders/rules/reconcile";
import { openDb } from "../../db/client";
import { oldPurchasesIn } from "../../db/orders/rights";
import { readLedgerSnapshot } from "../../dev/ledger/read-ledger-snapshot";
import { buildIfChanged, SHIPPED } from "../../dev/run/build";
import { localDatabase } from "../../dev/run/local-database";
import { fireCron } from "../../dev/run/local-worker";
import { migrate } from "../../dev/run/migrate";
import { sql } from "../support/app-under-test";
import { callAsGuest, readAsGuest, sendAsGuest, signAsGuest } from "../support/guest-api";
import { expectLedgerConsistent } from "../support/ledger-checks";
import { reportSignature } from "../support/order-api";
import { BLOCKHASH_LIFETIME_MS } from "../support/pace";
import { newSignature } from "../support/random-keys";
import { DAY_MS, GOODS, type KeptShop, ShopHistory, walletOf } from "../support/releases/history";
import {
  lastRelease,
  readKeptShop,
  unpackData,
  unpackWorker,
} from "../support/releases/kept-release";
import { type ReleaseShop, startReleaseShop } from "../support/releases/shop";
import {
  cancelVersion,
  expectBoughtAsBefore,
  expectLinksAsBefore,
  expectOnSaleAsBefore,
  fileOnSale,
  finishVersion,
  type KeptVersions,
  makeVersions,
  NEXT,
  publishRelease,
  replaceFile,
  SECOND,
  THIRD,
  unzipBought,
} from "../support/releases/versions";
import { advanceToFinality, postReviewAction } from "../support/review-api";
import { changeRow } from "../support/rows";

const { folder } = lastRelease();
const work = mkdtempSync(join(tmpdir(), "comptoir-releases-"));
const oldWorker = join(work, "worker");

let kept: KeptShop;
let shop: ReleaseShop;
let history: ShopHistory;
let versions: KeptVersions;
/** The books when the release was cut. */
let before: LedgerSnapshot;

/** The release that is kept goes on, on its own schema. */
beforeAll(async () => {
  await buildIfChanged();
  kept = readKeptShop(folder);
  const dataDir = join(work, "data");
  unpackWorker(folder, oldWorker);
  await unpackData(folder, dataDir);
  const { platformWallet, takenAt: now } = kept;
  shop = await startReleaseShop({ dataDir, workerDir: oldWorker, platformWallet, now });
  history = ShopHistory.of(shop, kept);
});
afterAll(async () => {
  await shop?.stop();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
});

/** Sends what was signed under the version before, while none runs. */
async function sendSigned(names: string[]): Promise<void> {
  for (const name of names) await history.send(history.order(name).signed ?? "");
  shop.chain.advanceSlots(2);
}

/** Lets time pass for the objects of orders, so that their own alarms fire; nothing else asks for them. */
async function letAlarmsFire(names: string[], afterMs = 60_000): Promise<void> {
  const objects = await shop.worker.getDurableObjectNamespace("PENDING_TRANSACTION");
  for (const name of names) {
    const object = objects.get(objects.idFromName(history.order(name).id));
    // It is in memory then, where its alarm moves with the clock, and has no order of that name.
    expect((await object.fetch("http://object/")).status).toBe(404);
  }
  await shop.clock.advance(afterMs);
}

async function expectStatus(name: string, status: string): Promise<void> {
  const read = async () => [name, await history.status(history.order(name))];
  await expect.poll(read, { interval: 150 }).toEqual([name, status]);
}

async function expectRefunded(name: string): Promise<void> {
  await advanceToFinality(shop);
  await history.send(await history.signRefund(history.order(name)));
  await advanceToFinality(shop);
  await letAlarmsFire([name]);
  await expectStatus(name, "refunded");
}

/**
 * Who waits for a unit, after one more poll of its holder and a run of the cron: where a busy machine's
 * node answered late, the line moves with the next of them.
 */
async function lineAfterPoll() {
  const { id, buyer } = history.order("line-holder");
  await reportSignature(shop, history.person(buyer), id, newSignature());
  await fireCron(shop.worker);
  return sql(shop, "SELECT order_id FROM stock_line");
}

/** Number of purchases without a right, which the cron has not reached. */
async function countWithoutRight(): Promise<number> {
  const [row] = await sql<{ n: number }>(
    shop,
    `SELECT count(*) AS n FROM purchases p WHERE NOT EXISTS (
      SELECT 1 FROM rights r WHERE r.order_id = p.order_id AND r.product_id = p.product_id)`,
  );
  return row?.n ?? -1;
}

/** What was booked is booked; rights and units are those of the orders. */
async function expectNothingLost(): Promise<void> {
  await expectLedgerConsistent(shop);
  const after = await readLedgerSnapshot(localDatabase(shop.worker));
  expect(after.ledger.slice(0, before.ledger.length)).toEqual(before.ledger);
  const ended = new Set(after.orders.flatMap((one) => (one.status === "refunded" ? one.id : [])));
  const live = before.rights.filter(({ orderId }) => !ended.has(orderId));
  expect(after.rights).toEqual(expect.arrayContaining(live));
  expect(live.length).toBeGreaterThan(5);
}

/** Who bought a version has it, by old links and new ones; buyers and seller see the versions of then. */
async function expectVersionsKept(): Promise<void> {
  await expectLinksAsBefore(history, versions);
  await expectBoughtAsBefore(history, versions);
  await expectOnSaleAsBefore(history, versions);
}

// spec: product.replace-kept
test("the schema of this version leaves what the last release sold, while that release runs", async () => {
  // A release from before they were kept makes them here.
  versions = kept.versions ?? (await makeVersions(history));
  const bought = Object.values(versions.bought.links).map(({ text }) => text);
  expect(bought).toEqual([GOODS, SECOND.text]);
  const database = localDatabase(shop.worker);
  await migrate(database);
  before = await readLedgerSnapshot(database);
  await expectVersionsKept();
});

// spec: payment.upgrade
test("the last release sells, delivers and refunds on the schema of this version", async () => {
  expect(new Set(before.orders.map(({ status }) => status)).size).toBe(7);
  const without = await countWithoutRight();
  expect(without).toBe(before.purchases.length);
  expect(before.rights).toEqual(expect.arrayContaining(before.purchases));
  const order = await history.open("during");
  await history.pay(order);
  expect(await history.download(order)).toBe(GOODS);
  await history.open("opened-by-old");
  await history.build("built-by-old");
  // What it sells from now on has its right by a trigger.
  expect(await countWithoutRight()).toBe(without);
  await expectNothingLost();
});

// spec: payment.upgrade
test("this version takes its orders, objects and payments over", async () => {
  const landed = ["built", "built-2", "built-by-old"];
  await shop.replaceBy(SHIPPED.workerDir, () => sendSigned([...landed, "refunding"]));
  await letAlarmsFire(landed);
  for (const name of landed) await expectStatus(name, "paid");
  await expectVersionsKept();
  // Both before the backfill has reached their products.
  await finishVersion(history, versions.unfinished.toFinish);
  await cancelVersion(history, versions.unfinished.toCancel);
  // A part of the backfill, and the rest by the cron.
  await oldPurchasesIn(openDb(localDatabase(shop.worker)), 3).fill(kept.takenAt);
  await expectNothingLost();
  await fireCron(shop.worker);
  await expect.poll(countWithoutRight, { interval: 150 }).toBe(0);
  await expectVersionsKept();
  for (const name of ["pending", "opened-by-old"]) await history.pay(history.order(name));

  shop.chain.advanceSlots(kept.lineMovesAtSlot - shop.chain.slot);
  // A place in the line ends after three minutes, which the tests above may take on a busy machine.
  await changeRow(localDatabase(shop.worker), "stock_line", {}, { ends_at: Date.now() + DAY_MS });
  await letAlarmsFire(["line-holder", "in-line", "held"], BLOCKHASH_LIFETIME_MS + 1_000);
  await expect.poll(lineAfterPoll, { interval: 500 }).toEqual([]);
  await history.settles(history.order("in-line"));
  // What holds the unit of "held" has surely expired, and the refund is final.
  shop.chain.advanceSlots(200);
  await shop.clock.advance(BLOCKHASH_LIFETIME_MS);
  await letAlarmsFire(["held", "refunding"]);
  await expectStatus("held", "pending");
  await expectStatus("refunding", "refunded");
  await expectNothingLost();

  const bought = ["paid", "limited", "in-line", "pending", "opened-by-old", ...landed];
  for (const name of bought) expect(await history.download(history.order(name))).toBe(GOODS);
});

// spec: payment.upgrade
test("this version decides what waited for a decision, and knows the browsers of its guests", async () => {
  const { id } = history.order("short");
  expect((await postReviewAction(shop, history.person("seller"), id, "accept")).status).toBe(204);
  expect(await history.download(history.order("short"))).toBe(GOODS);
  const other = history.order("paid-by-other");
  const payer = history.person("other-payer");
  expect((await postReviewAction(shop, payer, other.id, "claim")).status).toBe(200);
  expect(await history.download({ ...other, buyer: "other-payer" })).toBe(GOODS);
  await expectRefunded("review");

  const paid = history.order("guest-paid");
  const file = await callAsGuest(shop, paid.secret ?? null, `/${paid.id}/file`);
  expect(await (await fetch(file.headers.get("Location") ?? "")).text()).toBe(GOODS);
  const { id: transactionId, secret = "" } = history.order("guest-open");
  const open = { transactionId, secret } as Parameters<typeof readAsGuest>[1];
  const signed = await signAsGuest(shop, open, walletOf("guest-open"));
  expect((await sendAsGuest(shop, open, signed)).status).toBe(200);
  const status = async () => {
    shop.chain.advanceSlots(1);
    return (await readAsGuest(shop, open)).status;
  };
  await expect.poll(status, { interval: 150 }).toBe("paid");
  await expectNothingLost();
});

/** Numbers of the releases of a product, in the order in which they went on sale. */
async function releaseNumbers(productId: string): Promise<number[]> {
  const statement = "SELECT number FROM releases WHERE product_id = ? ORDER BY published_at";
  return (await sql<{ number: number }>(shop, statement, productId)).map(({ number }) => number);
}

// spec: product.replace-kept
test("a release of this version leaves what was bought of the last release to its buyers", async () => {
  const { productId, unfinished } = versions;
  expect(await releaseNumbers(productId)).toEqual([1, 2, 3]);
  expect(await releaseNumbers(unfinished.toFinish.productId)).toEqual([1, 2]);
  const onSale = await fileOnSale(history, productId);
  const published = await publishRelease(history, productId, [NEXT, onSale]);
  await history.buy("release", productId);
  // The last release knows the first file of what was bought; the other one is the first of this release.
  await publishRelease(history, productId, published.reverse());
  expect(await releaseNumbers(productId)).toEqual([1, 2, 3, 4, 5]);
  await expectLinksAsBefore(history, versions);
  await expectBoughtAsBefore(history, versions);
  // Their seller looks at uploads that the last release began.
  for (const upload of [unfinished.toFinishLater, unfinished.toCancelLater]) {
    const page = await history.call("seller", `/edit/${upload.productId}`);
    expect(await page.text()).toContain(NEXT.fileName);
  }
});

// spec: payment.roll-back
test("the last release goes on with what this version wrote", async () => {
  await history.pay(await history.open("paid-by-new"));
  await history.open("opened-by-new");
  await history.build("built-by-new");
  await shop.replaceBy(oldWorker, () => sendSigned(["built-by-new"]));
  await letAlarmsFire(["built-by-new"]);
  await expectStatus("built-by-new", "paid");
  await history.pay(history.order("opened-by-new"));
  for (const name of ["built-by-new", "opened-by-new", "paid-by-new", "short", "paid"]) {
    expect(await history.download(history.order(name))).toBe(GOODS);
  }
  await expectRefunded("paid-by-new");
  expect(await countWithoutRight()).toBe(0);
  await history.pay(await history.open("after"));
  await expectRefunded("after");
  await expectNothingLost();
});

// spec: product.replace-kept
test("what was bought stays to its buyers where the last release replaces a file, and after it", async () => {
  const { productId, unfinished } = versions;
  await expectLinksAsBefore(history, versions);
  await expectBoughtAsBefore(history, versions);
  // It knows the first file of a release.
  expect(await history.download(history.order("release"))).toBe(THIRD.text);
  await replaceFile(history, productId, NEXT);
  await finishVersion(history, unfinished.toFinishLater, NEXT.text);
  await cancelVersion(history, unfinished.toCancelLater);
  await shop.clock.advance(2 * DAY_MS);
  await fireCron(shop.worker);
  await expectBoughtAsBefore(history, versions);

  await shop.replaceBy(SHIPPED.workerDir);
  await fireCron(shop.worker);
  await expectBoughtAsBefore(history, versions);
  const pack = { [NEXT.fileName]: NEXT.text, [THIRD.fileName]: THIRD.text };
  expect(await unzipBought(history, "release", productId)).toEqual(pack);
  for (const { productId: id } of [unfinished.toFinishLater, unfinished.toCancelLater])
    await replaceFile(history, id, THIRD);
  await expectNothingLost();
});
