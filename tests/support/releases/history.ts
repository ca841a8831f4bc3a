// Fills a shop through its own Worker, so that a release keeps what its version really writes.
import { createHash } from "node:crypto";
import { Keypair, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { expect } from "vitest";
import { fireCron } from "../../../dev/run/local-worker";
import {
  FEE_LAMPORTS,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  SHARE_LAMPORTS,
  sql,
} from "../app-under-test";
import type { Person } from "../factories/person";
import { openAsGuest, readAsGuest, sendAsGuest, signAsGuest } from "../guest-api";
import { expectLedgerConsistent } from "../ledger-checks";
import {
  openOrder,
  payOrder,
  readOrder,
  reportSignature,
  requestTransaction,
  sendSigned,
  sendTransfers,
  signFirst,
  waitForShort,
  waitForStatus,
} from "../order-api";
import { advanceToFinality, buildSignedRefund, sendTransaction } from "../review-api";
import {
  newChallenge,
  postForm,
  postJson,
  signChallenge,
  signInWithKeys,
  signUp,
} from "../sign-in";
import { complete, openUpload, productForm, putPart } from "../upload";
import type { ReleaseShop } from "./shop";
import { type KeptVersions, makeVersions } from "./versions";

/** Someone of a shop, as a request needs them. */
interface KeptPerson extends Person {
  /** Secret key of the person's wallet, base58. */
  wallet: string;
}

/** An order of a shop, with what its people still have in hand. */
export interface KeptOrder {
  id: string;
  productId: string;
  /** Names of the people. */
  seller: string;
  buyer: string;
  /** A signed transaction that was not sent, base64. */
  signed?: string;
  /** Of the browser without an account that opened it. */
  secret?: string;
}

export interface KeptShop {
  /** The shop's time when it was kept (epoch ms). */
  takenAt: number;
  platformWallet: string;
  /** The unit of `line-holder` is free then, for `in-line`. */
  lineMovesAtSlot: number;
  people: Record<string, KeptPerson>;
  orders: Record<string, KeptOrder>;
  /** None in a release from before they were kept. */
  versions?: KeptVersions;
}

/** What every file of the shop contains. */
export const GOODS = "the goods";

export const DAY_MS = 86_400_000;
/** The shop is open for so long when it is kept. */
export const HISTORY_MS = 2 * DAY_MS;
const PRICE = "0.05";

/** The wallet of somebody: the same in each history. */
export function walletOf(name: string): Keypair {
  return Keypair.fromSeed(createHash("sha256").update(`release: ${name}`).digest());
}

/** A shop in which people act by their names. */
export class ShopHistory {
  readonly people: Record<string, KeptPerson> = {};
  readonly orders: Record<string, KeptOrder> = {};

  constructor(readonly shop: ReleaseShop) {}

  /** The people and orders of a shop that was kept, at its address of now. */
  static of(shop: ReleaseShop, kept: KeptShop): ShopHistory {
    const history = new ShopHistory(shop);
    for (const [name, { headers, ...person }] of Object.entries(kept.people)) {
      history.people[name] = { ...person, headers: { ...headers, Origin: shop.url } };
    }
    Object.assign(history.orders, kept.orders);
    return history;
  }

  site() {
    return { origin: this.shop.url, fetch };
  }

  /** Signs up by the form, with a wallet that has 10 SOL. */
  async signUp(name: string): Promise<KeptPerson> {
    const email = `${name}@example.com`;
    const session = await signUp(this.site(), email);
    const [row] = await sql<{ uid: string }>(
      this.shop,
      "SELECT uid FROM users WHERE email = ?",
      email,
    );
    return this.#enter(name, row?.uid ?? "", session);
  }

  /** Signs in with a wallet alone. */
  async signInByWallet(name: string): Promise<KeptPerson> {
    const keys = nacl.sign.keyPair.fromSecretKey(walletOf(name).secretKey);
    const session = await signInWithKeys(this.site(), keys);
    const uid = createHash("sha256").update(walletOf(name).publicKey.toBase58());
    return this.#enter(name, uid.digest("base64url"), session);
  }

  #enter(name: string, uid: string, session: string): KeptPerson {
    const wallet = walletOf(name);
    this.fund(wallet);
    const headers = { Cookie: `${session}; locale=en`, Origin: this.shop.url };
    const person = { uid, headers, wallet: bs58.encode(wallet.secretKey) };
    this.people[name] = person;
    return person;
  }

  fund(wallet: Keypair): void {
    this.shop.chain.airdrop(wallet.publicKey.toBase58(), 10 * LAMPORTS_PER_SOL);
    this.shop.chain.advanceSlots(1);
  }

  order(name: string): KeptOrder {
    const found = this.orders[name];
    if (!found) throw new Error(`no order is called ${name}`);
    return found;
  }

  person(name: string): KeptPerson {
    const found = this.people[name];
    if (!found) throw new Error(`nobody is called ${name}`);
    return found;
  }

  /** Sends a request as a page of a person does; redirects are not followed. */
  call(name: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...this.person(name).headers, ...init.headers };
    return fetch(this.shop.url + path, { redirect: "manual", ...init, headers });
  }

  /** Submits a form as a page without script does; fails where it is not accepted. */
  async submit(name: string, path: string, fields: Record<string, string>): Promise<void> {
    const { Cookie: cookie = "" } = this.person(name).headers;
    const answer = await postForm(this.site(), path, fields, { cookie });
    expect([path, answer.status]).toEqual([path, 302]);
  }

  /** Uploads a file by the calls of the form and publishes it; the seller's wallet is paid. */
  async publish(seller: string, fields: Record<string, string> = {}): Promise<string> {
    const wallet = walletOf(seller).publicKey.toBase58();
    const caller = { wallet, call: (path: string, init = {}) => this.call(seller, path, init) };
    const { key } = await openUpload(caller, GOODS.length, { price: PRICE, ...fields });
    expect((await putPart(caller, key, 1, GOODS)).ok).toBe(true);
    const answer = await complete(caller, key);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { productId: string }).productId;
  }

  /** A new buyer opens an order, of a new product of `seller` by default; both are kept by `name`. */
  async open(
    name: string,
    { seller = "seller", productId = "", boundTo = name, units = 0 } = {},
  ): Promise<KeptOrder & { recipient: string; reference: string }> {
    const saleType = units === 0 ? "infinite" : units === 1 ? "unique" : "limited";
    const fields = { title: name, saleType, saleLimit: String(units || 1) };
    const item = productId || (await this.publish(seller, fields));
    if (!this.people[name]) await this.signUp(name);
    const wallet = boundTo ? walletOf(boundTo) : undefined;
    const opened = await openOrder(this.shop, this.person(name), item, wallet);
    const order = { id: opened.transactionId, productId: item, seller, buyer: name };
    this.orders[name] = order;
    return { ...order, recipient: opened.recipient, reference: opened.reference };
  }

  /** The transaction that a wallet gets by a payment link, signed and not sent; base64. */
  async sign({ id, buyer }: KeptOrder): Promise<string> {
    const payer = walletOf(buyer);
    const answer = await requestTransaction(this.shop, id, payer.publicKey.toBase58());
    expect(answer.status).toBe(200);
    const { transaction } = (await answer.json()) as { transaction: string };
    return signedBy(payer, transaction);
  }

  /** An order whose transaction is signed and not sent. */
  async build(name: string): Promise<void> {
    await this.open(name);
    const order = this.order(name);
    order.signed = await this.sign(order);
  }

  /** Pays an open order and waits until it is settled. */
  async pay({ id, buyer }: KeptOrder): Promise<string> {
    const signature = await payOrder(this.shop, id, walletOf(buyer));
    this.shop.chain.advanceSlots(2);
    await reportSignature(this.shop, this.person(buyer), id, signature);
    await waitForStatus(this.shop, this.person(buyer), id, "paid");
    return signature;
  }

  /** A new buyer pays for a product. */
  async buy(name: string, productId: string): Promise<void> {
    await this.pay(await this.open(name, { productId }));
  }

  /**
   * Waits until an order is settled that the server sends the payment of, after its answer. A slot each
   * time that it looks confirms it; too many of them before it has landed would end its blockhash.
   */
  async settles({ id, buyer }: KeptOrder): Promise<void> {
    const status = async () => {
      this.shop.chain.advanceSlots(1);
      return (await readOrder(this.shop, this.person(buyer), id)).status;
    };
    await expect.poll(status, { interval: 400 }).toBe("paid");
  }

  /** The refund of an order, signed by its seller and not sent; base64. */
  async signRefund({ id, seller }: KeptOrder): Promise<string> {
    const bytes = await buildSignedRefund(this.shop, this.person(seller), walletOf(seller), id);
    return Buffer.from(bytes).toString("base64");
  }

  send(transaction: string): Promise<string> {
    return sendTransaction(this.shop, Buffer.from(transaction, "base64"));
  }

  /** Pays both parts by a transaction that the server has not built. */
  payByHand(
    { recipient, reference }: { recipient: string; reference: string },
    payer: Keypair,
  ): Promise<string> {
    return sendTransfers(this.shop, payer, [
      { to: recipient, lamports: SHARE_LAMPORTS, references: [reference] },
      { to: this.shop.platformWallet, lamports: FEE_LAMPORTS, references: [reference] },
    ]);
  }

  /** The state of an order by the database: asking the Worker could poll the chain. */
  async status({ id }: Pick<KeptOrder, "id">): Promise<string | undefined> {
    const statement = "SELECT status FROM orders WHERE id = ?";
    return (await sql<{ status: string }>(this.shop, statement, id))[0]?.status;
  }

  /** What a new link to a purchase gives. */
  async download({ buyer, productId }: KeptOrder): Promise<string> {
    const path = `/api/purchases/${productId}/refresh`;
    const answer = await this.call(buyer, path, { method: "POST" });
    expect([buyer, answer.status]).toEqual([buyer, 200]);
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    return (await fetch(downloadUrl)).text();
  }
}

/** Adds a wallet's signature to bytes in base64. */
export function signedBy(payer: Keypair, transaction: string): string {
  const signed = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  signed.sign([payer]);
  return Buffer.from(signed.serialize()).toString("base64");
}

/**
 * Orders in every state, accounts and products that are there or gone, messages, favourites and pages.
 * The shop has to be empty and `HISTORY_MS` younger than it will be kept.
 */
export async function makeHistory(shop: ReleaseShop): Promise<KeptShop> {
  const history = new ShopHistory(shop);
  shop.chain.airdrop(shop.platformWallet, LAMPORTS_PER_SOL);
  await history.signUp("seller");
  await pastDays(history);
  await paidOrders(history);
  await undecidedOrders(history);
  await rolledBackOrder(history);
  await withoutAccounts(history);
  await goneAccountsAndProducts(history);
  await otherRecords(history);
  const versions = await makeVersions(history);
  const lineMovesAtSlot = await openOrders(history);
  await expectLedgerConsistent(shop);
  const { people, orders } = history;
  const { platformWallet } = shop;
  return { takenAt: Date.now(), platformWallet, lineMovesAtSlot, people, orders, versions };
}

/** What ended or settled days ago. */
async function pastDays(history: ShopHistory): Promise<void> {
  const { shop } = history;
  const expired = await history.open("expired");
  await history.pay(await history.open("paid"));
  const refunded = await history.open("refunded");
  await history.pay(refunded);
  await advanceToFinality(shop);
  await history.send(await history.signRefund(refunded));
  await advanceToFinality(shop);
  await waitForStatus(shop, history.person("refunded"), refunded.id, "refunded");
  await shop.clock.advance(HISTORY_MS);
  await fireCron(shop.worker);
  await expect.poll(() => history.status(expired)).toBe("expired");
}

async function paidOrders(history: ShopHistory): Promise<void> {
  const { shop } = history;
  const limited = await history.publish("seller", {
    title: "limited",
    saleType: "limited",
    saleLimit: "5",
  });
  for (const [name, productId] of [
    ["unique", ""],
    ["limited", limited],
    ["limited-2", limited],
  ] as const) {
    const order = await history.open(name, { productId, units: 1 });
    const signed = await signFirst(shop, history.person(name), order.id, walletOf(name));
    const answer = await sendSigned(shop, history.person(name), order.id, signed);
    expect(answer.status).toBe(200);
    await history.settles(order);
  }
  const refunding = await history.open("refunding");
  await history.pay(refunding);
  await history.pay(await history.open("recent"));
}

/** Payments that the seller or another wallet has to decide on. */
async function undecidedOrders(history: ShopHistory): Promise<void> {
  const { shop } = history;
  const short = await history.open("short");
  const part = { to: short.recipient, lamports: PRICE_LAMPORTS - 1, references: [short.reference] };
  const signature = await sendTransfers(shop, walletOf("short"), [part]);
  await reportSignature(shop, history.person("short"), short.id, signature);
  await waitForShort(shop, short.id, PRICE_LAMPORTS - 1);

  await history.signInByWallet("other-payer");
  const other = await history.open("paid-by-other", { boundTo: "nobody" });
  const paid = await history.payByHand(other, walletOf("other-payer"));
  await reportSignature(shop, history.person("paid-by-other"), other.id, paid);
  await waitForStatus(shop, history.person("paid-by-other"), other.id, "paid_by_other");

  const review = await history.open("review");
  await history.submit("seller", `/edit/${review.productId}/delete`, {});
  const late = await history.payByHand(review, walletOf("review"));
  await reportSignature(shop, history.person("review"), review.id, late);
  await expect.poll(() => history.status(review)).toBe("review");
}

/** A payment that a fork has dropped after its file was delivered. */
async function rolledBackOrder(history: ShopHistory): Promise<void> {
  const { shop } = history;
  const order = await history.open("rolled-back");
  await advanceToFinality(shop);
  const signature = await history.pay(order);
  expect(shop.chain.reorg()).toContain(signature);
  shop.chain.advanceSlots(200);
  const later = async () => {
    await shop.clock.advance(30_000);
    return history.status(order);
  };
  await expect.poll(later, { interval: 300 }).not.toBe("paid");
  await advanceToFinality(shop);
}

/** Buyers who pay without an account: by the page, and by an Action. */
async function withoutAccounts(history: ShopHistory): Promise<void> {
  const { shop } = history;
  for (const name of ["guest-paid", "guest-open"]) {
    const productId = await history.publish("seller", { title: name });
    const payer = walletOf(name);
    history.fund(payer);
    const opened = await openAsGuest(shop, productId, payer.publicKey.toBase58());
    const { transactionId: id, secret } = opened;
    history.orders[name] = { id, productId, seller: "seller", buyer: name, secret };
    if (name === "guest-open") continue;
    const sent = await sendAsGuest(shop, opened, await signAsGuest(shop, opened, payer));
    expect(sent.status).toBe(200);
    const status = async () => {
      shop.chain.advanceSlots(1);
      return (await readAsGuest(shop, opened)).status;
    };
    await expect.poll(status, { interval: 150 }).toBe("paid");
  }
  const productId = await history.publish("seller", { title: "wallet-paid" });
  const payer = walletOf("wallet-paid");
  history.fund(payer);
  const answer = await fetch(`${shop.url}/api/actions/buy/${productId}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://blink.example" },
    body: JSON.stringify({ account: payer.publicKey.toBase58() }),
  });
  const { transaction } = (await answer.json()) as { transaction: string };
  await history.send(signedBy(payer, transaction));
  shop.chain.advanceSlots(2);
  const read = async () =>
    (
      await sql<{ id: string; status: string }>(
        shop,
        "SELECT id, status FROM orders WHERE product_id = ?",
        productId,
      )
    )[0];
  const later = async () => {
    await shop.clock.advance(5_000);
    return (await read())?.status;
  };
  await expect.poll(later, { interval: 300 }).toBe("paid");
  const id = (await read())?.id ?? "";
  history.orders["wallet-paid"] = { id, productId, seller: "seller", buyer: "wallet-paid" };
}

async function goneAccountsAndProducts(history: ShopHistory): Promise<void> {
  await history.signUp("leaving-seller");
  await history.pay(await history.open("gone-buyer"));
  await history.pay(await history.open("of-gone-seller", { seller: "leaving-seller" }));
  for (const name of ["gone-buyer", "leaving-seller"]) {
    await history.submit(name, "/profil/delete", { word: "DELETE" });
  }
  const disabled = await history.open("product-disabled");
  await history.submit("seller", `/edit/${disabled.productId}/status`, { status: "disabled" });
  const draft = { title: "draft", price: PRICE };
  const wallet = walletOf("seller").publicKey.toBase58();
  const call = (path: string, init = {}) => history.call("seller", path, init);
  await openUpload({ wallet, call }, 100, draft);
}

/** Messages, favourites, a sales page, a linked wallet, a message to the operator. */
async function otherRecords(history: ShopHistory): Promise<void> {
  const [paid, recent] = [history.order("paid"), history.order("recent")];
  const json = { "Content-Type": "application/json" };
  const message = (name: string, text: string) =>
    history.call(name, `/api/orders/${paid.id}/messages`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ text }),
    });
  expect((await message("paid", "Which program opens it?")).status).toBe(201);
  expect((await message("seller", "Any player.")).status).toBe(201);
  const favourite = new URLSearchParams({ intent: "add", productId: recent.productId });
  const added = await history.call("recent", "/api/favourites", {
    method: "POST",
    body: favourite,
  });
  expect(added.ok || added.status === 302).toBe(true);
  const page = productForm("", {});
  for (const name of [...page.keys()]) page.delete(name);
  const fields = { updatedAt: "0", description: "Field recordings", website: "" };
  for (const [name, value] of Object.entries(fields)) page.set(name, value);
  for (const name of ["row", "listed"]) page.append(name, recent.productId);
  const saved = await history.call("seller", "/manage-sell", { method: "POST", body: page });
  expect(saved.status).toBe(302);
  const cookie = history.person("recent").headers.Cookie;
  const keys = nacl.sign.keyPair.fromSecretKey(walletOf("recent").secretKey);
  const proof = signChallenge(keys, await newChallenge(history.site(), "link", cookie));
  expect((await postJson(history.site(), "/api/wallet/link", proof, cookie)).status).toBe(200);
  await history.submit("paid", "/contact", { email: "paid@example.com", message: "A question" });
}

/**
 * The last: their transactions can still land, and somebody waits for a unit. Returns the slot at which
 * it is free.
 */
async function openOrders(history: ShopHistory): Promise<number> {
  const { shop } = history;
  await advanceToFinality(shop);
  const holder = await history.open("line-holder", { units: 1 });
  await history.sign(holder);
  const lineMovesAtSlot = shop.chain.slot + LINE_MOVES_AFTER_SLOTS;
  shop.chain.advanceSlots(LINE_SLOTS);
  const waiting = await history.open("in-line", { productId: holder.productId, units: 1 });
  const signed = await signFirst(shop, history.person("in-line"), waiting.id, walletOf("in-line"));
  const place = await sendSigned(shop, history.person("in-line"), waiting.id, signed);
  expect([place.status, ((await place.json()) as { error: { code: string } }).error.code]).toEqual([
    409,
    "held",
  ]);
  await history.open("pending");
  await history.sign(await history.open("held", { units: 1 }));
  for (const name of ["built", "built-2"]) {
    await history.build(name);
  }
  const refunding = history.order("refunding");
  refunding.signed = await history.signRefund(refunding);
  return lineMovesAtSlot;
}

/** Slots from the transaction that holds a unit to the one that waits for it: they end so far apart. */
const LINE_SLOTS = 90;
/** The transaction of the holder has then surely expired, and what waits for its unit can still land. */
const LINE_MOVES_AFTER_SLOTS = 190;
