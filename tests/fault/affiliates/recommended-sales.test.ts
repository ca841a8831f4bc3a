import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { withReferral } from "../../../app/affiliates/rules/referral-cookie";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import type { InProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { insertAffiliate, payAffiliates } from "../../support/factories/affiliate";
import { changeOrder } from "../../support/factories/order";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { type GuestsOrder, sendAsGuest, signAsGuest, signWire } from "../../support/guest-api";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  type OpenedOrder,
  payOrder,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { advanceToFinality, buildSignedRefund, sendTransaction } from "../../support/review-api";
import { changeRow } from "../../support/rows";

/** Basis points of what is left of the price after the commission. */
const BPS = 2_000;
const PART = (SHARE_LAMPORTS * BPS) / 10_000;

let app: InProcessApp;
beforeAll(async () => {
  app = await startPaymentApp();
});
afterEach(() => expectLedgerConsistent(app));
afterAll(() => app?.stop());

interface Recommended {
  item: TestProduct;
  affiliate: Person;
  wallet: Keypair;
  code: string;
  /** Of a browser that has followed the link. */
  cookie: string;
}

const addressOf = (wallet: Keypair) => wallet.publicKey.toBase58();

/** A product that somebody recommends, and the cookie that their link sets. */
async function recommended(item?: TestProduct, by?: Recommended): Promise<Recommended> {
  const on = item ?? (await product(app));
  const db = localDatabase(app.worker);
  await payAffiliates(db, on.id, { bps: BPS });
  const wallet = by?.wallet ?? Keypair.generate();
  app.chain.airdrop(addressOf(wallet), LAMPORTS_PER_SOL);
  await advanceToFinality(app);
  const name = "Ada Recommends";
  const affiliate = by?.affiliate ?? (await person(app, { name, wallet: addressOf(wallet) }));
  const code = await insertAffiliate(db, { productId: on.id, uid: affiliate.uid });
  return { item: on, affiliate, wallet, code, cookie: follow(code, on.id) };
}

/** What a visit of the link sets: Node's `fetch` can't send the headers of a navigation. */
function follow(code: string, productId: string): string {
  return `ref=${withReferral(null, { productId, code }, Date.now())}`;
}

const withCookie = ({ headers }: Person, cookie: string): Person["headers"] => ({
  ...headers,
  Cookie: `${headers.Cookie}; ${cookie}`,
  "Content-Type": "application/json",
});

async function open(buyer: Person, productId: string, cookie = "", body: object = {}) {
  const response = await fetch(`${app.url}/api/transactions`, {
    method: "POST",
    headers: withCookie(buyer, cookie),
    body: JSON.stringify({ productId, ...body }),
  });
  return { status: response.status, order: (await response.json()) as OpenedOrder };
}

/** Lamports of the affiliate's leg in the terms of an order; null without one. */
async function partOf(orderId: string): Promise<number | null> {
  const [row] = await sql<{ amount: string | null }>(
    app,
    `SELECT (SELECT value ->> 'amount' FROM json_each(terms, '$.legs')
      WHERE value ->> 'role' = 'affiliate') AS amount FROM orders WHERE id = ?`,
    orderId,
  );
  return row?.amount == null ? null : Number(row.amount);
}

const balanceOf = (wallet: Keypair) => rpcConnection(app).getBalance(wallet.publicKey);

async function books(wallet: Keypair): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; lamports: number }>(
    app,
    "SELECT kind, sum(lamports) AS lamports FROM share_entries WHERE wallet = ? GROUP BY kind",
    addressOf(wallet),
  );
  return Object.fromEntries(rows.map(({ kind, lamports }) => [kind, lamports]));
}

async function pageOf(path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(app.url + path, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
}

// spec: affiliate.sale
test("a sale to an account pays the affiliate by the order's own QR code", async () => {
  const { item, wallet, cookie } = await recommended();
  const before = await balanceOf(wallet);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { order } = await open(buyer, item.id, cookie);
  expect(order.amount).toBe(String(PRICE_LAMPORTS / LAMPORTS_PER_SOL));
  expect(await partOf(order.transactionId)).toBe(PART);
  // The wallet that scans the code has no cookie.
  await payOrder(app, order.transactionId, payer);
  await waitForStatus(app, buyer, order.transactionId, "paid");
  expect((await balanceOf(wallet)) - before).toBe(PART);
  expect(await books(wallet)).toEqual({ share: PART });
});

// spec: affiliate.sale
test("a guest's sale and an Action's pay the affiliate, an Action without `ref` does not", async () => {
  const { item, wallet, cookie, code } = await recommended();
  const payer = fundedWallet(app);
  const opened = await fetch(`${app.url}/api/checkout`, {
    method: "POST",
    headers: { Origin: app.url, Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ productId: item.id, wallet: addressOf(payer) }),
  });
  const order = (await opened.json()) as GuestsOrder;
  expect((await sendAsGuest(app, order, await signAsGuest(app, order, payer))).status).toBe(200);
  await expect.poll(() => books(wallet)).toEqual({ share: PART });

  const press = async (query: string) => {
    const account = fundedWallet(app);
    const answer = await fetch(`${app.url}/api/actions/buy/${item.id}${query}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie },
      body: JSON.stringify({ account: addressOf(account) }),
    });
    expect(answer.status).toBe(200);
    const { transaction } = (await answer.json()) as { transaction: string };
    await sendTransaction(app, Buffer.from(signWire(transaction, account), "base64"));
    const paid = "SELECT id FROM orders WHERE payer_wallet = ? AND status = 'paid'";
    await expect.poll(() => sql(app, paid, addressOf(account))).toHaveLength(1);
  };
  await press("");
  expect(await books(wallet)).toEqual({ share: PART });
  await press("?ref=not-a-code");
  await press(`?ref=${code}`);
  expect(await books(wallet)).toEqual({ share: 2 * PART });
});

// spec: affiliate.own
test("nobody gets a part of their own purchase, and a claimed wallet tells nothing of an account", async () => {
  const { item, affiliate, wallet, cookie } = await recommended();
  const own = await open(affiliate, item.id, cookie);
  expect(await partOf(own.order.transactionId)).toBeNull();
  // A second account that has taken over the wallet of the first.
  const second = await person(app);
  await linkWallet(app, affiliate, addressOf(fundedWallet(app)));
  await linkWallet(app, second, addressOf(wallet));
  const taken = await open(second, item.id, cookie);
  expect(await partOf(taken.order.transactionId)).toBeNull();
  await linkWallet(app, second, null);
  await linkWallet(app, affiliate, addressOf(wallet));
  // The leg's own address, named by somebody.
  const named = await open(await person(app), item.id, cookie, { buyerWallet: addressOf(wallet) });
  expect(await partOf(named.order.transactionId)).toBeNull();
  // The seller's affiliate is never the seller.
  await changeRow(
    localDatabase(app.worker),
    "affiliates",
    { uid: affiliate.uid },
    {
      uid: item.seller.uid,
    },
  );
  const sellers = await open(await person(app), item.id, cookie);
  expect(await partOf(sellers.order.transactionId)).toBeNull();
});

// spec: affiliate.ended
test("an order keeps its affiliate where the browser knows of none, until the affiliate ends", async () => {
  const { item, affiliate, cookie } = await recommended();
  const buyer = await person(app);
  const first = await open(buyer, item.id, cookie);
  // Another browser of the buyer.
  const again = await open(buyer, item.id);
  expect([again.status, again.order.transactionId]).toEqual([200, first.order.transactionId]);
  const account = addressOf(fundedWallet(app));
  expect((await requestTransaction(app, first.order.transactionId, account)).status).toBe(200);
  await advanceToFinality(app);

  const other = await person(app);
  const open2 = await open(other, item.id, cookie);
  await changeRow(
    localDatabase(app.worker),
    "affiliates",
    { uid: affiliate.uid },
    {
      state: "ended",
    },
  );
  const refused = await requestTransaction(app, open2.order.transactionId, account);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { code: "changed" } });
  const replaced = await open(other, item.id, cookie);
  expect(replaced).toMatchObject({ status: 201, order: { replaces: open2.order.transactionId } });
  expect(await partOf(replaced.order.transactionId)).toBeNull();
});

// spec: affiliate.page
test("the page names the affiliate to this browser, and an open order is replaced after a removal", async () => {
  const { item, cookie } = await recommended();
  const buyer = await person(app);
  const path = `/acheter/${item.id}`;
  expect(await pageOf(path, withCookie(buyer, cookie))).toContain("Ada Recommends");
  expect(await pageOf(path, buyer.headers)).not.toContain("Ada Recommends");
  const first = await open(buyer, item.id, cookie);
  const removal = await fetch(app.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...buyer.headers, Cookie: `${buyer.headers.Cookie}; ${cookie}` },
    body: new URLSearchParams({ intent: "remove-referral" }),
  });
  const removed = removal.headers.getSetCookie().find((one) => one.startsWith("ref=")) ?? "";
  const without = removed.split(";")[0] ?? "";
  const page = await pageOf(path, withCookie(buyer, without));
  expect(page).not.toContain("Ada Recommends");
  expect(page).toContain("Who recommended this product has changed");
  const second = await open(buyer, item.id, without);
  expect(second.order).toMatchObject({
    replaces: first.order.transactionId,
    amount: first.order.amount,
  });
  expect(await partOf(second.order.transactionId)).toBeNull();
});

// spec: affiliate.sale
test("a wallet that can't receive gets no leg, and neither does a person without one", async () => {
  const { item, affiliate, cookie } = await recommended();
  await linkWallet(app, affiliate, addressOf(Keypair.generate()));
  const empty = await open(await person(app), item.id, cookie);
  expect(await partOf(empty.order.transactionId)).toBeNull();
  await linkWallet(app, affiliate, null);
  const none = await open(await person(app), item.id, cookie);
  expect(await partOf(none.order.transactionId)).toBeNull();
  await payOrder(app, none.order.transactionId, fundedWallet(app));
});

// spec: affiliate.refund
test("a part of a refunded sale is due back, and the next sale withholds it", async () => {
  const first = await recommended();
  const { item, affiliate, wallet } = first;
  const buyer = await person(app);
  const { order } = await open(buyer, item.id, first.cookie);
  await payOrder(app, order.transactionId, fundedWallet(app));
  await waitForStatus(app, buyer, order.transactionId, "paid");
  await advanceToFinality(app);
  const id = order.transactionId;
  await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, id));
  await advanceToFinality(app);
  await changeOrder(app, id, { next_poll_at: 1 });
  expect(await fireCron(app.worker)).toBe(true);
  await waitForStatus(app, buyer, id, "refunded");
  expect(await books(wallet)).toEqual({ share: PART, due_back: PART });
  const mine = await pageOf("/affiliate", affiliate.headers);
  expect(mine).toMatch(/You received[\s\S]*0\.0099[\s\S]*data-due-back[\s\S]*0\.0099/);

  // Of another product of the same seller.
  const next = await recommended(await product(app, { seller: item.seller }), first);
  const other = await person(app);
  const sale = await open(other, next.item.id, next.cookie);
  expect(await partOf(sale.order.transactionId)).toBeNull();
  await payOrder(app, sale.order.transactionId, fundedWallet(app));
  await waitForStatus(app, other, sale.order.transactionId, "paid");
  expect(await books(wallet)).toEqual({ share: PART, due_back: PART, withheld: PART });
  const third = await open(await person(app), item.id, first.cookie);
  expect(await partOf(third.order.transactionId)).toBe(PART);
  const even = await pageOf("/affiliate", affiliate.headers);
  expect(even).not.toContain("data-due-back");
  const report = await pageOf("/affiliate/report", affiliate.headers);
  expect(report.trim().split("\r\n")).toHaveLength(4);
  const receipt = await pageOf(`/affiliate/sales/${id}`, affiliate.headers);
  expect(receipt).toContain("due back to the seller");
  // Another's are not theirs to see.
  const strangers = await fetch(`${app.url}/affiliate/sales/${id}`, { headers: buyer.headers });
  expect(strangers.status).toBe(404);
});
