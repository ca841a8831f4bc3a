import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { networkFee } from "../../../app/solana/payment-constants";
import { compareWithChain } from "../../../dev/ledger/compare-with-chain";
import { readRecordedPayments } from "../../../dev/ledger/read-ledger-snapshot";
import { localDatabase } from "../../../dev/run/local-database";
import { fireCron } from "../../../dev/run/local-worker";
import { createSolanaChain } from "../../../workers/solana-chain";
import type { InProcessApp } from "../../support/app-here";
import {
  FEE_LAMPORTS,
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  SHARE_LAMPORTS,
  sql,
} from "../../support/app-under-test";
import { changeOrder, type ReadyToPay, readyToPay } from "../../support/factories/order";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { type AuthorTraits, product } from "../../support/factories/product";
import { buyAsGuest, signWire } from "../../support/guest-api";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  ledgerByKind,
  openOrder,
  payOrder,
  readOrder,
  requestTransaction,
  sendSigned,
  sendTransfers,
  signFirst,
  type Transfer,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import {
  advanceToFinality,
  buildSignedRefund,
  postReviewAction,
  sendTransaction,
} from "../../support/review-api";
import { changeRow } from "../../support/rows";

const DAY_MS = 86_400_000;
/** Of one signature. */
const NETWORK_FEE = 5_000;
/** Basis points of what is left of the price after the commission. */
const SHARES = [1_000, 500, 250, 100, 50, 1];
const authors = SHARES.map(() => Keypair.generate());
const addressOf = (wallet: Keypair | undefined) => wallet?.publicKey.toBase58() ?? "";
const shareOf = (bps: number) => Math.floor((SHARE_LAMPORTS * bps) / 10_000);
const SHARED = SHARES.map(shareOf).reduce((sum, lamports) => sum + lamports, 0);
const SELLERS = SHARE_LAMPORTS - SHARED;
const SETTLED = { sale: PRICE_LAMPORTS, fee: FEE_LAMPORTS, share: SHARED };

let app: InProcessApp;
/** The accounts of the authors, and their parts of each product here. One more than a product may have, in place of an affiliate. */
const people: Person[] = [];
const sharers: AuthorTraits[] = [];

const sharedProduct = (traits: Parameters<typeof product>[1] = {}) =>
  product(app, { ...traits, authors: sharers });
const sharedOrder = (traits: Parameters<typeof readyToPay>[1] = {}) =>
  readyToPay(app, { ...traits, authors: sharers });

beforeAll(async () => {
  app = await startPaymentApp();
  for (const [index, one] of authors.entries()) {
    const wallet = addressOf(one);
    app.chain.airdrop(wallet, LAMPORTS_PER_SOL);
    const account = await person(app, { wallet });
    people.push(account);
    sharers.push({ uid: account.uid, wallet, bps: SHARES[index] ?? 0 });
  }
});
afterEach(async () => {
  await expectLedgerConsistent(app);
  await advanceToFinality(app);
  const recorded = await readRecordedPayments(localDatabase(app.worker));
  const chain = createSolanaChain([app.chain.url]);
  const compared = await compareWithChain(chain, [app.platformWallet], recorded);
  expect(compared?.discrepancies ?? []).toEqual([]);
});
afterAll(() => app?.stop());

const balanceOf = (wallet: Keypair) => rpcConnection(app).getBalance(wallet.publicKey);

/** What those who share have on record of an order, by kind, and how many entries. */
async function sharesOf(orderId: string): Promise<Record<string, [number, number]>> {
  const rows = await sql<{ kind: string; lamports: number; entries: number }>(
    app,
    `SELECT kind, sum(lamports) AS lamports, count(*) AS entries FROM share_entries
     WHERE order_id = ? GROUP BY kind`,
    orderId,
  );
  return Object.fromEntries(rows.map(({ kind, lamports, entries }) => [kind, [lamports, entries]]));
}

async function stateOf(orderId: string) {
  const rows = await sql<{ status: string; reason: string | null }>(
    app,
    "SELECT status, review_reason AS reason FROM orders WHERE id = ?",
    orderId,
  );
  return rows[0];
}

/** One transfer for each leg, with the reference. */
function toEach({ recipient, reference }: Pick<ReadyToPay, "recipient" | "reference">): Transfer[] {
  const references = [reference];
  return [
    { to: app.platformWallet, lamports: FEE_LAMPORTS, references },
    ...authors.map((wallet, index) => ({
      to: addressOf(wallet),
      lamports: shareOf(SHARES[index] ?? 0),
      references,
    })),
    { to: recipient, lamports: SELLERS, references },
  ];
}

const toSeller = (
  { recipient, reference }: Pick<ReadyToPay, "recipient" | "reference">,
  lamports: number,
): Transfer[] => [{ to: recipient, lamports, references: [reference] }];

/** What was sent is final, and the sweep polls the order. */
async function sweep(orderId: string): Promise<void> {
  await advanceToFinality(app);
  await changeOrder(app, orderId, { next_poll_at: 1 });
  expect(await fireCron(app.worker)).toBe(true);
}

async function expireOrder(orderId: string): Promise<void> {
  await app.clock.advance(DAY_MS + 60_000);
  await sweep(orderId);
  await expect.poll(() => stateOf(orderId)).toMatchObject({ status: "expired" });
}

/** Presses an Action's button with a wallet; returns the order that it has paid. */
async function buyByAction(productId: string): Promise<string> {
  const payer = fundedWallet(app);
  const response = await fetch(`${app.url}/api/actions/buy/${productId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account: addressOf(payer) }),
  });
  expect(response.status).toBe(200);
  const { transaction } = (await response.json()) as { transaction: string };
  await sendTransaction(app, Buffer.from(signWire(transaction, payer), "base64"));
  const paid = () =>
    sql<{ id: string }>(
      app,
      "SELECT id FROM orders WHERE payer_wallet = ? AND status = 'paid'",
      addressOf(payer),
    );
  await expect.poll(paid).toHaveLength(1);
  return (await paid())[0]?.id ?? "";
}

/** A payment, and what becomes of the order, the ledger and the books of those who share. */
interface Case {
  pay(order: ReadyToPay): Promise<unknown>;
  becomes?: { status: string; reason: string | null };
  ledger?: Record<string, number>;
  shares?: Record<string, [number, number]>;
}

const PAID = { status: "paid", reason: null };
const ALL = { share: [SHARED, 6] } as Record<string, [number, number]>;
const NOT_SHARED = {
  becomes: { status: "review", reason: "not_shared" },
  ledger: { unsettled: PRICE_LAMPORTS },
  shares: {},
};

const WAYS: Record<string, Case> = {
  "by the order's QR code, whose wallet signs and sends": {
    pay: ({ orderId, payer }) => payOrder(app, orderId, payer),
  },
  "by hand, to each": { pay: (order) => sendTransfers(app, order.payer, toEach(order)) },
  "by hand, to each in another order": {
    pay: (order) => sendTransfers(app, order.payer, toEach(order).toReversed()),
  },
  "by hand, whole to the seller": {
    pay: (order) => sendTransfers(app, order.payer, toSeller(order, PRICE_LAMPORTS)),
    ...NOT_SHARED,
  },
  "by hand, whole to the seller, after its time": {
    async pay(order) {
      await expireOrder(order.orderId);
      return sendTransfers(app, order.payer, toSeller(order, PRICE_LAMPORTS));
    },
    ...NOT_SHARED,
  },
  "by hand, to each, after its time": {
    async pay(order) {
      await expireOrder(order.orderId);
      return sendTransfers(app, order.payer, toEach(order));
    },
  },
  "whole to the seller, from another wallet": {
    pay: (order) => sendTransfers(app, fundedWallet(app), toSeller(order, PRICE_LAMPORTS)),
    becomes: { status: "paid_by_other", reason: "not_shared" },
    ledger: { misdirected: PRICE_LAMPORTS },
    shares: {},
  },
  "to each, from another wallet": {
    pay: (order) => sendTransfers(app, fundedWallet(app), toEach(order)),
    becomes: { status: "paid_by_other", reason: null },
    // The rest can't be returned by the seller.
    ledger: { misdirected: SELLERS },
    shares: {},
  },
};

describe.each([
  ["an unlimited product", null],
  ["a limited product", 3],
])("%s that seven others share in is paid", (_, saleLimit) => {
  test.each(Object.entries(WAYS))("%s", async (_, way) => {
    const order = await sharedOrder({ saleLimit });
    await way.pay(order);
    await sweep(order.orderId);
    await expect.poll(() => stateOf(order.orderId)).toEqual(way.becomes ?? PAID);
    expect(await ledgerByKind(app, order.orderId)).toEqual(way.ledger ?? SETTLED);
    expect(await sharesOf(order.orderId)).toEqual(way.shares ?? ALL);
  });
});

test("a wallet that signs first, a guest and an Action pay each leg", async () => {
  const item = await sharedProduct({ saleLimit: 3 });
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  const signed = await signFirst(app, buyer, transactionId, payer);
  expect((await sendSigned(app, buyer, transactionId, signed)).status).toBe(200);
  await waitForStatus(app, buyer, transactionId, "paid");
  const guests = await buyAsGuest(app, item.id, fundedWallet(app));
  for (const id of [transactionId, guests.transactionId, await buyByAction(item.id)]) {
    expect(await ledgerByKind(app, id)).toEqual(SETTLED);
    expect(await sharesOf(id)).toEqual(ALL);
  }
});

test("one that was not shared can't be claimed by the wallet that paid for another", async () => {
  const { orderId, ...order } = await sharedOrder();
  const [other, wallet] = [await person(app), fundedWallet(app)];
  await linkWallet(app, other, addressOf(wallet));
  await sendTransfers(app, wallet, toSeller(order, PRICE_LAMPORTS));
  await sweep(orderId);
  const state = { status: "paid_by_other", reason: "not_shared" };
  await expect.poll(() => stateOf(orderId)).toEqual(state);
  expect((await postReviewAction(app, other, orderId, "claim")).status).toBe(409);
  expect(await stateOf(orderId)).toEqual(state);
});

test("less than the price is recorded by what reached the seller, and can't be accepted", async () => {
  const { item, orderId, payer, ...order } = await sharedOrder();
  const short = toEach(order).map((leg) =>
    leg.to === addressOf(authors[0]) ? { ...leg, lamports: leg.lamports - 1 } : leg,
  );
  await sendTransfers(app, payer, short);
  await sweep(orderId);
  await waitForShort(app, orderId, SELLERS);
  const accept = { payer: addressOf(payer) };
  expect((await postReviewAction(app, item.seller, orderId, "accept", accept)).status).toBe(409);
  expect(await sharesOf(orderId)).toEqual({});
});

/** An order in review: the whole price came to the seller, and is final. */
async function unshared() {
  const order = await sharedOrder();
  await sendTransfers(app, order.payer, toSeller(order, PRICE_LAMPORTS));
  await sweep(order.orderId);
  await waitForStatus(app, order.buyer, order.orderId, "review");
  await advanceToFinality(app);
  return order;
}

interface Sharing {
  transaction: string | null;
  recipient: string;
  owedLamports: string;
}

async function askToShare({ item, orderId }: Pick<ReadyToPay, "item" | "orderId">) {
  const response = await postReviewAction(app, item.seller, orderId, "share");
  expect(response.status).toBe(200);
  return (await response.json()) as Sharing;
}

/** Signs the shares as the seller, and sends them by the server or the wallet. */
async function share(order: Pick<ReadyToPay, "item" | "orderId">, by: "server" | "wallet") {
  const { item, orderId } = order;
  const built = await askToShare(order);
  expect(built.recipient).toBe(addressOf(item.recipient));
  const transaction = signWire(built.transaction ?? "", item.recipient);
  if (by === "wallet") await sendTransaction(app, Buffer.from(transaction, "base64"));
  else {
    const sent = await postReviewAction(app, item.seller, orderId, "share/send", { transaction });
    expect(sent.status).toBe(200);
  }
  await sweep(orderId);
  return built;
}

/** Runs with accounts of authors that hold nothing. */
async function withEmpty(emptied: readonly Keypair[], run: () => Promise<void>): Promise<void> {
  const sink = fundedWallet(app);
  for (const one of emptied) {
    const rest = (await balanceOf(one)) - NETWORK_FEE;
    await sendTransfers(app, one, [{ to: sink.publicKey, lamports: rest, references: [] }]);
  }
  try {
    await run();
  } finally {
    for (const one of emptied) app.chain.airdrop(addressOf(one), LAMPORTS_PER_SOL);
    // Confirmed, so that it counts.
    app.chain.advanceSlots(2);
  }
}

test.each(["server", "wallet"] as const)(
  "the seller accepts one that was not shared by paying the others, sent by the %s",
  async (by) => {
    const order = await unshared();
    const { item, orderId, buyer } = order;
    expect((await postReviewAction(app, item.seller, orderId, "accept")).status).toBe(409);
    const before = await balanceOf(item.recipient);
    expect(await share(order, by)).toMatchObject({ owedLamports: "0" });
    await waitForStatus(app, buyer, orderId, "paid");
    expect(before - (await balanceOf(item.recipient))).toBe(SHARED + Number(networkFee(2)));
    expect(await ledgerByKind(app, orderId)).toEqual({
      ...{ unsettled: PRICE_LAMPORTS, accepted: -PRICE_LAMPORTS, sale: PRICE_LAMPORTS },
      ...{ fee_owed: FEE_LAMPORTS, share: SHARED },
      ...{ share_owed: SHARED, share_owed_rolled_back: -SHARED },
    });
    expect(await sharesOf(orderId)).toEqual({
      ...ALL,
      ...{ share_owed: [SHARED, 6], share_owed_rolled_back: [-SHARED, 6] },
    });
    const net =
      "SELECT sum(gross_lamports - fee_lamports) AS net FROM seller_days WHERE owner_uid = ?";
    expect(await sql(app, net, item.seller.uid)).toEqual([{ net: SELLERS }]);
    // Nobody is paid twice.
    expect((await postReviewAction(app, item.seller, orderId, "share")).status).toBe(409);

    await advanceToFinality(app);
    await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, orderId));
    await sweep(orderId);
    await waitForStatus(app, buyer, orderId, "refunded");
    expect(await sharesOf(orderId)).toMatchObject({ due_back: [SHARED, 6] });
  },
);

test("while shares are being paid nothing is given back, and the same bytes are built", async () => {
  const order = await unshared();
  const { item, orderId, buyer } = order;
  const { transaction } = await askToShare(order);
  expect(await askToShare(order)).toMatchObject({ transaction });
  expect((await postReviewAction(app, item.seller, orderId, "refund")).status).toBe(429);
  // Once it can't land any more, the seller may decide otherwise.
  app.chain.advanceSlots(200);
  await sweep(orderId);
  const open = "SELECT count(*) AS open FROM share_payments WHERE order_id = ?";
  await expect.poll(() => sql(app, open, orderId)).toEqual([{ open: 0 }]);
  const refund = await buildSignedRefund(app, item.seller, item.recipient, orderId);
  expect((await postReviewAction(app, item.seller, orderId, "share")).status).toBe(429);
  await sendTransaction(app, refund);
  await sweep(orderId);
  await waitForStatus(app, buyer, orderId, "refunded");
  expect((await postReviewAction(app, item.seller, orderId, "share")).status).toBe(409);
  expect(await sharesOf(orderId)).toEqual({});
});

test("a share that can't be received stays owed, and is paid once it can", async () => {
  // Below the rent minimum, so that they can't stay in an empty account.
  const small = authors.slice(3);
  const left = SHARES.slice(3)
    .map(shareOf)
    .reduce((sum, lamports) => sum + lamports, 0);
  const order = await unshared();
  const { item, orderId, buyer } = order;
  await withEmpty(small, async () => {
    expect(await share(order, "server")).toMatchObject({ owedLamports: `${left}` });
    await waitForStatus(app, buyer, orderId, "paid");
    expect((await ledgerByKind(app, orderId)).share).toBe(SHARED - left);
    await advanceToFinality(app);
    expect((await postReviewAction(app, item.seller, orderId, "share")).status).toBe(409);
  });
  expect(await share(order, "wallet")).toMatchObject({ owedLamports: "0" });
  await expect.poll(() => ledgerByKind(app, orderId)).toMatchObject({ share: SHARED });
  expect((await sharesOf(orderId)).share_owed_rolled_back).toEqual([-SHARED, 6]);
});

/** An accepted payment of which none of the others could receive anything: their shares are too small. */
async function acceptedAndOwed() {
  const price = 1_000_000;
  const order = await sharedOrder({ price });
  await withEmpty(authors, async () => {
    await sendTransfers(app, order.payer, toSeller(order, price));
    await sweep(order.orderId);
    await waitForStatus(app, order.buyer, order.orderId, "review");
    await advanceToFinality(app);
    expect(await askToShare(order)).toMatchObject({ transaction: null });
    await waitForStatus(app, order.buyer, order.orderId, "paid");
  });
  const { share_owed: [owed, entries] = [0, 0] } = await sharesOf(order.orderId);
  expect(entries).toBe(6);
  await advanceToFinality(app);
  return { ...order, owed };
}

test("where none of the others can receive, the payment is accepted and all is owed", async () => {
  const { owed, ...order } = await acceptedAndOwed();
  await share(order, "wallet");
  await expect.poll(() => ledgerByKind(app, order.orderId)).toMatchObject({ share: owed });
});

test("what is paid of an order that another payment has settled meanwhile is due back", async () => {
  const order = await unshared();
  const { orderId, payer, buyer } = order;
  const { transaction } = await askToShare(order);
  await sendTransfers(app, payer, toEach(order));
  await sweep(orderId);
  await waitForStatus(app, buyer, orderId, "paid");
  expect(await sharesOf(orderId)).toEqual(ALL);
  const signed = signWire(transaction ?? "", order.item.recipient);
  await sendTransaction(app, Buffer.from(signed, "base64"));
  await sweep(orderId);
  await expect.poll(() => sharesOf(orderId)).toEqual({ ...ALL, due_back: [SHARED, 6] });
});

test("one that was not shared is refunded whole, and so is a shared sale", async () => {
  for (const transfers of [toSeller, toEach]) {
    const { item, orderId, buyer, payer, ...order } = await sharedOrder();
    await sendTransfers(app, payer, transfers(order, PRICE_LAMPORTS));
    await sweep(orderId);
    await waitForStatus(app, buyer, orderId, transfers === toEach ? "paid" : "review");
    await advanceToFinality(app);
    const refund = await buildSignedRefund(app, item.seller, item.recipient, orderId);
    await sendTransaction(app, refund);
    await sweep(orderId);
    await waitForStatus(app, buyer, orderId, "refunded");
    const { refund: ofSale, returned } = await ledgerByKind(app, orderId);
    expect(ofSale ?? returned).toBe(-PRICE_LAMPORTS);
    const wasShared = transfers === toEach;
    expect(await sharesOf(orderId)).toEqual(wasShared ? { ...ALL, due_back: [SHARED, 6] } : {});
  }
});

test("what others got of a refunded sale is taken off their shares of the seller's next one", async () => {
  const { item, orderId, buyer, payer } = await sharedOrder();
  await payOrder(app, orderId, payer);
  await waitForStatus(app, buyer, orderId, "paid");
  await advanceToFinality(app);
  const refund = await buildSignedRefund(app, item.seller, item.recipient, orderId);
  await sendTransaction(app, refund);
  await sweep(orderId);
  await waitForStatus(app, buyer, orderId, "refunded");

  for (const expected of [{ withheld: [SHARED, 6] }, ALL]) {
    const [next, wallet] = [await person(app), fundedWallet(app)];
    const { transactionId, reference } = await openOrder(app, next, item.id, wallet);
    const before = await balanceOf(item.recipient);
    await payOrder(app, transactionId, wallet);
    await waitForStatus(app, next, transactionId, "paid");
    expect(await sharesOf(transactionId), reference).toEqual(expected);
    const received = expected === ALL ? SELLERS : SHARE_LAMPORTS;
    expect((await balanceOf(item.recipient)) - before).toBe(received);
  }
});

test("what is owed of an accepted payment is not owed any more once it is refunded", async () => {
  const { item, orderId, buyer, owed } = await acceptedAndOwed();
  await sendTransaction(app, await buildSignedRefund(app, item.seller, item.recipient, orderId));
  await sweep(orderId);
  await waitForStatus(app, buyer, orderId, "refunded");
  expect(await sharesOf(orderId)).toEqual({
    share_owed: [owed, 6],
    share_owed_rolled_back: [-owed, 6],
  });
  expect(await ledgerByKind(app, orderId)).toMatchObject({
    share_owed: owed,
    share_owed_rolled_back: -owed,
  });
});

// spec: sharing.payer
test("an author who buys gets no share: it is the seller's where the wallet is known", async () => {
  const [author] = authors;
  const [buyer] = people;
  if (!author || !buyer) throw new Error("no author");
  const own = shareOf(SHARES[0] ?? 0);
  const others = { share: [SHARED - own, 5] };
  const item = await sharedProduct();
  const { transactionId, ...order } = await openOrder(app, buyer, item.id, author);
  const { recipient } = order;
  const toOthers = toEach(order).flatMap((leg) => {
    if (leg.to === addressOf(author)) return [];
    return leg.to === recipient ? [{ ...leg, lamports: SELLERS + own }] : [leg];
  });
  await sendTransfers(app, author, toOthers);
  await sweep(transactionId);
  await waitForStatus(app, buyer, transactionId, "paid");
  expect(await ledgerByKind(app, transactionId)).toEqual({ ...SETTLED, share: SHARED - own });
  expect(await sharesOf(transactionId)).toEqual(others);

  const limited = await sharedProduct({ saleLimit: 1 });
  const { transactionId: second } = await openOrder(app, buyer, limited.id, author);
  const signed = await signFirst(app, buyer, second, author);
  expect((await sendSigned(app, buyer, second, signed)).status).toBe(200);
  await waitForStatus(app, buyer, second, "paid");
  expect(await sharesOf(second)).toEqual(others);
});

test("an author whose wallet is found at the payment pays what is left without the own share", async () => {
  const [author] = authors;
  if (!author) throw new Error("no author");
  const own = shareOf(SHARES[0] ?? 0);
  const item = await sharedProduct();
  const { transactionId } = await buyAsGuest(app, item.id, author);
  expect(await ledgerByKind(app, transactionId)).toEqual({
    ...{ sale: PRICE_LAMPORTS - own, fee: FEE_LAMPORTS, share: SHARED - own },
  });
  expect(await sharesOf(transactionId)).toEqual({ share: [SHARED - own, 5] });
});

// spec: sharing.open-orders
test("another part, another wallet and a removal end the terms of open orders", async () => {
  const wallets = [fundedWallet(app), fundedWallet(app)].map(addressOf);
  const [wallet = "", next = ""] = wallets;
  const { uid } = await person(app, { wallet });
  const item = await product(app, { authors: [{ uid, wallet, bps: 1_000 }] });
  const db = localDatabase(app.worker);
  const share = { product_id: item.id, uid };
  const opened = async () => {
    const [buyer, payer] = [await person(app), fundedWallet(app)];
    return { buyer, payer, ...(await openOrder(app, buyer, item.id, payer)) };
  };
  const ends = async (change: () => Promise<void>) => {
    const { transactionId, payer } = await opened();
    await change();
    const answer = await requestTransaction(app, transactionId, addressOf(payer));
    expect(answer.status).toBe(409);
  };
  const sold = async ({ buyer, payer, transactionId }: Awaited<ReturnType<typeof opened>>) => {
    await payOrder(app, transactionId, payer);
    await waitForStatus(app, buyer, transactionId, "paid");
    return sql(app, "SELECT wallet, lamports FROM share_entries WHERE order_id = ?", transactionId);
  };
  await ends(() => changeRow(db, "authors", share, { bps: 2_000 }));
  await ends(() => changeRow(db, "users", { uid }, { wallet: next }));
  // Without a linked wallet the last one that was linked is paid.
  const open = await opened();
  await changeRow(db, "users", { uid }, { wallet: null });
  expect(await sold(open)).toEqual([{ wallet: next, lamports: shareOf(2_000) }]);
  await ends(() => changeRow(db, "authors", share, { ended_at: 1 }));
  expect(await sold(await opened())).toEqual([]);
});

test("the share of an author whose account is empty is paid to the seller, who owes it", async () => {
  const last = authors.at(-1);
  if (!last) throw new Error("no author");
  const sink = fundedWallet(app);
  const balance = await rpcConnection(app).getBalance(last.publicKey);
  const rest = { to: sink.publicKey, lamports: balance - 5_000, references: [] };
  await sendTransfers(app, last, [rest]);
  try {
    const { orderId, buyer, payer } = await sharedOrder();
    await payOrder(app, orderId, payer);
    await waitForStatus(app, buyer, orderId, "paid");
    const own = shareOf(SHARES.at(-1) ?? 0);
    expect(await ledgerByKind(app, orderId)).toEqual({
      ...SETTLED,
      ...{ share: SHARED - own, share_owed: own },
    });
    expect(await sharesOf(orderId)).toEqual({ share: [SHARED - own, 5], share_owed: [own, 1] });
  } finally {
    app.chain.airdrop(addressOf(last), LAMPORTS_PER_SOL);
  }
});

test("an order that the database has lost is settled by the legs of its record", async () => {
  const { orderId, buyer, payer, ...order } = await sharedOrder();
  const built = await requestTransaction(app, orderId, addressOf(payer));
  expect(built.status).toBe(200);
  await sql(app, "DELETE FROM orders WHERE id = ?", orderId);
  await sendTransfers(app, payer, toEach(order));
  await advanceToFinality(app);
  for (let run = 0; run < 3; run++) expect(await fireCron(app.worker)).toBe(true);
  await expect.poll(() => stateOf(orderId)).toEqual(PAID);
  expect(await readOrder(app, buyer, orderId)).toMatchObject({ status: "paid" });
  expect(await ledgerByKind(app, orderId)).toEqual(SETTLED);
  expect(await sharesOf(orderId)).toEqual(ALL);
});
