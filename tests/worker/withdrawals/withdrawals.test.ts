import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import type { Order } from "../../../app/orders/rules/order";
import {
  MAX_PROVED_PER_ORDER,
  MAX_UNPROVED_PER_DAY,
  MAX_UNPROVED_PER_ORDER,
  PROVED_RETENTION_MS,
  UNPROVED_RETENTION_MS,
} from "../../../app/withdrawals/rules/withdrawal-limits";
import { purgeWithdrawals } from "../../../app/withdrawals/use-cases/purge-withdrawals";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { contractsIn } from "../../../db/withdrawals/contracts";
import { type NewWithdrawal, withdrawalsIn } from "../../../db/withdrawals/withdrawals";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { insertProduct } from "../../support/factories/product";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";

const DAY_MS = 86_400_000;
const db = openDb(env.DB);
const [orders, withdrawals, contracts] = [ordersIn(db), withdrawalsIn(db), contractsIn(db)];

let seller: Seller;
let buyer: Seller;
let stranger: Seller;
let order: Order;
beforeEach(async () => {
  [seller, buyer, stranger] = [await newSeller(), await newSeller(), await newSeller()];
  order = await soldOrder();
});

async function soldOrder(traits: Partial<Order> = {}): Promise<Order> {
  const productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
  const of = { productId, ownerUid: seller.uid, buyerUid: buyer.uid, label: "Rain", ...traits };
  const opened = await insertOrder(env.DB, of);
  const payment = paymentOf(opened, { payer: buyer.wallet });
  expect(await orders.settle(opened.id, payment, Date.now())).toBe("settled");
  return (await orders.byId(opened.id)) as Order;
}

type Fields = Record<string, string>;
const DECLARED = { name: "Ada Example", contact: "ada@example.com" };

/** Posts a step of the page; without a person as a visitor. */
function post(fields: Fields, { who, ...headers }: { who?: Seller } & Fields = {} as Fields) {
  return SELF.fetch(`${ORIGIN}/retractation`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Origin: ORIGIN,
      Host: "localhost",
      Cookie: who ? `${who.cookie}; locale=en` : "locale=en",
      ...headers,
    },
    body: new URLSearchParams({ ...DECLARED, ...fields }),
  });
}

const secretIn = (html: string) => /name="secret" value="([\w-]{43})"/.exec(html)?.[1] ?? "";

/** Both steps; the address of the acknowledgement. */
async function declare(fields: Fields, options?: Parameters<typeof post>[1]): Promise<string> {
  const second = await post(fields, options);
  expect(second.status).toBe(200);
  const html = await second.text();
  expect(html).toContain("Confirm withdrawal");
  const done = await post({ ...fields, intent: "confirm", secret: secretIn(html) }, options);
  expect(done.status).toBe(303);
  return done.headers.get("Location") ?? "";
}

async function read(path: string, who?: Seller) {
  const headers = { Cookie: who ? `${who.cookie}; locale=en` : "locale=en" };
  const answer = await SELF.fetch(ORIGIN + path, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const main = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
const decisions = async () => main((await read("/dashboard/review", seller)).html);
const stored = (orderId = order.id) =>
  env.DB.prepare("SELECT * FROM withdrawals WHERE order_id = ?").bind(orderId).all();

async function noticesTo(who: Seller): Promise<number> {
  const sql = `SELECT count(*) AS n FROM messages m JOIN threads t ON t.id = m.thread_id
    WHERE t.buyer_uid = ? AND m.notice_order_id IS NOT NULL`;
  return Number(await env.DB.prepare(sql).bind(who.uid).first("n"));
}

describe("a declaration", () => {
  // spec: withdrawal.two-steps, withdrawal.acknowledgement
  test("is made in two steps without sign-in, and acknowledged with content and hour", async () => {
    const path = await declare({ contract: "Rain, bought on Monday" });
    const { html, headers } = await read(path);
    for (const text of ["Ada Example", "ada@example.com", "Rain, bought on Monday"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("not examined");
    expect(html).toMatch(/<time[^>]*>\w+ \d+, \d{4}, \d\d:\d\d:\d\d \([\w/]+\)</);
    expect(html).not.toContain("<script");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");

    const file = await read(`${path}/text`);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.txt"$/);
    expect(file.headers.get("Cache-Control")).toBe("private, no-store");
    const canonical = file.html.split("\r\n").find((line) => line.startsWith("{")) ?? "";
    expect(JSON.parse(canonical)).toMatchObject({
      ...DECLARED,
      contract: "Rain, bought on Monday",
    });
    expect(file.html).toContain(await hashToken(canonical));

    const statement = await read(`${path}/statement`);
    expect(file.html).toContain(statement.html.trim().split("\n")[1]);
    expect(JSON.parse(statement.html)).toMatchObject({
      kind: "received",
      subject: { sha256: await hashToken(canonical), examined: false },
    });
    for (const typed of Object.values(DECLARED)) expect(statement.html).not.toContain(typed);
    for (const one of ["", "/text", "/statement"]) {
      expect((await read(`/retractation/${"a".repeat(43)}${one}`)).status).toBe(404);
    }
  });

  // spec: withdrawal.two-steps
  test("that is sent twice is stored once, and one that is corrected shows what was typed", async () => {
    const html = await (await post({ contract: order.id })).text();
    const confirm = { contract: order.id, intent: "confirm", secret: secretIn(html) };
    const [first, second] = [await post(confirm), await post(confirm)];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect((await stored()).results).toHaveLength(1);
    const edit = await (await post({ contract: "An <old> book", intent: "edit" })).text();
    expect(edit).toContain("An &lt;old&gt; book");
    expect(edit).toContain('value="Ada Example"');
    expect(secretIn(edit)).toBe("");
  });

  // spec: withdrawal.input
  test.each([
    ["no name", { name: " ", contract: "x" }, "Give your name."],
    ["no contract", { contract: "\u202e\u0000" }, "Say which contract"],
    ["no contact", { contact: "", contract: "x" }, "Say how you can be reached."],
    ["a giant text", { contract: "x".repeat(50_000) }, "too long"],
  ])("with %s is refused at its field, and keeps the input", async (_, fields, words) => {
    for (const intent of ["", "confirm"]) {
      const secret = "s".repeat(43);
      const answer = await post({ ...fields, intent, secret } as unknown as Fields);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain(words);
      expect(html).toContain('aria-invalid="true"');
    }
  });

  // spec: withdrawal.input
  test("is text: without markup, control characters and other directions; another origin is refused", async () => {
    const name = "<b>Ada</b>\u202e\u0007 O’Neil\n\n";
    const path = await declare({ name, contract: `<script>alert(1)</script> ${order.id}` });
    const { html } = await read(path);
    expect(html).toContain("&lt;b&gt;Ada&lt;/b&gt; O’Neil");
    expect(html).not.toContain("<script");
    expect((await stored()).results[0]).toMatchObject({ name: "<b>Ada</b> O’Neil" });
    const foreign = await post({ contract: "x", intent: "confirm", secret: "f".repeat(43) }, {
      Origin: "https://evil.example",
    } as Fields);
    expect(foreign.status).toBe(403);
    expect((await post({ contract: "x".repeat(70_000) })).status).toBe(422);
  });
});

// spec: withdrawal.input
test("a contract is chosen or named, not both", async () => {
  const both = { order: order.id, contract: "Another book" };
  const answer = await post(both, { who: buyer } as never);
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("not both");
  expect(html).toContain("Another book");
  await declare({ order: "", contract: "Another book" }, { who: buyer } as never);
  expect((await stored()).results).toEqual([]);
});

describe("what nothing proves", () => {
  // spec: withdrawal.unproved, withdrawal.asks-buyer
  test("is a count beside the order, one by address, and the buyer is asked once", async () => {
    const same = { "CF-Connecting-IP": "192.0.2.1" } as Fields;
    await declare({ contract: `Order ${order.id}`, name: "A stranger" }, same);
    await declare({ contract: `Order ${order.id}`, name: "A stranger" }, same);
    // Two addresses of the network of one customer.
    for (const host of ["1", "2"]) {
      const headers = { "CF-Connecting-IP": `2001:db8:1:2::${host}` } as Fields;
      await declare({ contract: order.signature ?? "" }, headers);
    }
    expect(await decisions()).not.toContain("data-withdrawal");
    expect(main((await read("/dashboard/sales", seller)).html)).toContain(
      "2 unproved declarations of withdrawal",
    );
    expect(await noticesTo(buyer)).toBe(1);
    const list = main((await read("/messages", buyer)).html);
    expect(list).toContain("Withdrawal from the contract");
    expect(list).not.toContain("A stranger");
    const [, thread = ""] =
      /href="(\/messages\/[\w-]+)/.exec(list.split("data-thread")[1] ?? "") ?? [];
    const page = main((await read(thread, buyer)).html);
    expect(page).toContain(`/retractation?order=${order.id}`);
    expect(page).not.toContain("A stranger");
    expect(main((await read(thread, seller)).html)).not.toContain("/retractation?order=");
    // No address is stored as it is.
    const rows = JSON.stringify((await stored()).results);
    expect(rows).not.toContain("192.0.2.1");
    expect(rows).not.toContain("2001:db8");
  });

  // spec: withdrawal.unproved
  test("looks the same for an order, a wallet and nothing at all", async () => {
    const pages = [];
    for (const contract of [order.id, order.signature ?? "", "3".repeat(36), newAddress()]) {
      const { html, status } = await read(await declare({ contract }));
      const varying = [
        ...[contract, /\/retractation\/[\w-]{43}/g, /[\da-f]{64}/g, /[\da-f-]{36}/g],
        ...[/\d{4}-\d\d-\d\dT[\d:.]+Z/g, /\d\d:\d\d:\d\d/g],
      ];
      let text = main(html);
      for (const one of varying) text = text.replaceAll(one, "");
      pages.push({ status, text });
    }
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    expect(pages[0]?.text).not.toContain("Recognised");
  });

  // spec: withdrawal.bounded
  test("is bounded by address, by order and for the whole site; what is proved is taken beyond", async () => {
    const address = "192.0.2.99";
    const row = { key: `withdrawals:${address}`, count: 10_000, reset_at: Date.now() + DAY_MS };
    await insertRow(env.DB, "rate_limits", row);
    const headers = { "CF-Connecting-IP": address } as Fields;
    const confirm = { intent: "confirm", secret: "r".repeat(43) };
    expect((await post({ contract: "Rain", ...confirm }, headers)).status).toBe(429);
    expect(
      (await post({ contract: order.id, ...confirm }, { ...headers, who: buyer } as never)).status,
    ).toBe(303);

    const other = await soldOrder();
    for (let at = 0; at < MAX_UNPROVED_PER_ORDER + 5; at++) {
      expect(await withdrawals.declare(unproved(other, `${other.id} ${at}`))).toBe("declared");
    }
    expect((await withdrawals.countUnproved([other.id])).get(other.id)).toBe(
      MAX_UNPROVED_PER_ORDER,
    );
    const insert = (count: number) =>
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO withdrawals (id, name, contract, contact, locale, declared_at, hash, secret_hash)
        SELECT 'many' || i, '', '', '', 'en', ?, '', 'many' || i FROM n`).bind(count, Date.now());
    await insert(MAX_UNPROVED_PER_DAY).run();
    expect(await withdrawals.declare(unproved(null, "full"))).toBe("full");
    expect(
      (await post({ contract: "Rain", intent: "confirm", secret: "q".repeat(43) })).status,
    ).toBe(429);
    expect(await declare({ contract: other.id }, { who: buyer } as never)).toContain(
      "/retractation/",
    );
    await env.DB.prepare("DELETE FROM withdrawals WHERE id LIKE 'many%'").run();
  });

  function unproved(of: Order | null, key: string): NewWithdrawal {
    const at = Date.now();
    return {
      ...{ id: crypto.randomUUID(), name: "n", contract: "c", contact: "c", declaredAt: at },
      ...{
        order: of,
        proof: null,
        locale: "en",
        hash: "",
        statement: null,
        secretHash: key,
        addressKey: key,
      },
    };
  }
});

describe("a proved declaration", () => {
  // spec: withdrawal.proofs, withdrawal.decision
  test("of the signed-in buyer is among the seller's decisions, with the clock, until he has refunded", async () => {
    const page = main((await read(`/retractation?order=${order.id}`, buyer)).html);
    expect(page).toMatch(new RegExp(`<option value="${order.id}" selected="">Rain`));
    const path = await declare({ order: order.id, contract: "" }, { who: buyer } as never);
    const shown = await decisions();
    expect(shown).toContain(`data-withdrawal="${order.id}"`);
    for (const text of ["Ada Example", "ada@example.com", "Refund by", order.id, "account"]) {
      expect(shown).toContain(text);
    }
    expect(main((await read("/dashboard", seller)).html)).toContain("1 withdrawal to answer");
    expect(main((await read("/dashboard/review", stranger)).html)).not.toContain(order.id);
    expect((await read(path)).html).toContain("among the decisions");
    expect(shown).not.toContain("Right given up");
    await changeRow(env.DB, "orders", { id: order.id }, { waiver_version: 1, waived_at: 1 });
    expect(await decisions()).toContain("Right given up");
    const longAgo = { declared_at: Date.now() - 15 * DAY_MS };
    await changeRow(env.DB, "withdrawals", { order_id: order.id }, longAgo);
    expect(await decisions()).toContain("Late: refund was due by");
    // An account with decisions to make is not deleted.
    expect(main((await read("/profil/delete", seller)).html)).toContain("waits for your decision");

    const signature = await refund(order);
    expect(await decisions()).not.toContain("data-withdrawal");
    const closed = (await read(path)).html;
    expect(closed).toContain("has refunded");
    expect(closed).toContain(signature);
    expect(await noticesTo(buyer)).toBe(0);
  });

  // spec: withdrawal.proofs
  test("comes from the browser that paid, the wallet that paid, or the number on the receipt", async () => {
    const secret = "g".repeat(43);
    const guest = await soldOrder();
    const columns = {
      guest_secret_hash: await hashToken(secret),
      guest_wallet: buyer.wallet,
      guest_signature: guest.signature,
    };
    await changeRow(env.DB, "orders", { id: guest.id }, columns);
    const browser = { Cookie: `locale=en; checkout=${secret}` } as Fields;
    const page = await SELF.fetch(`${ORIGIN}/retractation`, { headers: browser });
    const [, number = ""] =
      /data-receipt-number[^>]*>([\dA-Z-]{19})</.exec(await page.text()) ?? [];
    await declare({ order: guest.id }, browser);
    await declare({ contract: `receipt ${number.replaceAll("-", " ").toLowerCase()}` });
    const wallets = await soldOrder();
    await changeRow(env.DB, "orders", { id: wallets.id }, { buyer_uid: stranger.uid });
    await declare({ contract: wallets.id }, { who: buyer } as never);
    const proofs = async (id: string) => (await stored(id)).results.map(({ proof }) => proof);
    expect(await proofs(guest.id)).toEqual(["browser", "receipt"]);
    expect(await proofs(wallets.id)).toEqual(["wallet"]);

    // Opened by this browser, paid by another: the payer may not know the browser.
    await changeRow(env.DB, "orders", { id: guest.id }, { guest_signature: newSignature() });
    await declare({ contract: guest.id }, browser);
    expect(await proofs(guest.id)).toEqual(["browser", "receipt", null]);
  });

  // spec: withdrawal.proofs
  test("is not the seller's, a stranger's or that of a guessed number", async () => {
    const receipt = main((await read(`/purchases/${order.id}/receipt`, buyer)).html);
    const [, number = ""] =
      /data-receipt-number[^>]*>.*?([\dA-Z]{4}(?:-[\dA-Z]{4}){3})/.exec(receipt) ?? [];
    expect(number).not.toBe("");
    expect(await contracts.receiptNumber(order.id, "another")).toBe(number);
    const sellers = await read(`/dashboard/sales/${order.id}/receipt`, seller);
    expect([sellers.status, sellers.html.includes(number)]).toEqual([200, false]);
    const guessed = number.slice(0, -1) + (number.endsWith("0") ? "1" : "0");
    for (const who of [seller, stranger, undefined]) {
      await declare({ contract: `${order.id} ${guessed}` }, { who } as never);
    }
    // Chosen from a list that this person does not have.
    await declare({ order: order.id, contract: order.id }, { who: stranger } as never);
    expect((await stored()).results.map(({ proof }) => proof)).toEqual([null, null, null, null]);
    expect(await decisions()).not.toContain("data-withdrawal");
  });

  // spec: withdrawal.refuse
  test("is refused by its seller alone, with a reason that the buyer reads", async () => {
    const path = await declare({ order: order.id }, { who: buyer } as never);
    const { id } = (await stored()).results[0] as { id: string };
    const refuse = (who: Seller, reason: string) =>
      who.call("/dashboard/review", {
        method: "POST",
        body: new URLSearchParams({ intent: "refuse", id, reason }),
      });
    expect((await refuse(stranger, "No.")).status).toBe(404);
    const empty = await refuse(seller, " \u202e");
    expect(empty.status).toBe(422);
    expect(await empty.text()).toContain("Give the reason of the refusal.");
    expect((await refuse(seller, "You waived <the> right.")).status).toBe(302);
    expect((await refuse(seller, "Again.")).status).toBe(404);
    expect(await decisions()).not.toContain("data-withdrawal");
    expect((await read(path)).html).toContain("You waived &lt;the&gt; right.");
    expect(main((await read("/messages", buyer)).html)).toContain("You waived &lt;the&gt; right.");
  });

  // spec: withdrawal.bounded, withdrawal.retention
  test("is taken a few times for an order, and is kept for years", async () => {
    for (let at = 0; at < MAX_PROVED_PER_ORDER; at++) {
      await declare({ order: order.id }, { who: buyer } as never);
    }
    const confirm = { order: order.id, intent: "confirm", secret: "z".repeat(43) };
    expect((await post(confirm, { who: buyer } as never)).status).toBe(409);
    expect((await decisions()).match(/data-withdrawal/g)).toHaveLength(1);

    const unproved = await declare({ contract: "Rain" });
    const purge = (at: number) => purgeWithdrawals({ clock: { now: () => at }, withdrawals });
    const now = Date.now();
    await purge(now + UNPROVED_RETENTION_MS + DAY_MS);
    expect((await read(unproved)).status).toBe(404);
    expect((await stored()).results).toHaveLength(MAX_PROVED_PER_ORDER);
    await purge(now + PROVED_RETENTION_MS + DAY_MS);
    expect((await stored()).results).toHaveLength(0);
  });
});

/** The seller's refund has landed. */
async function refund({ id, priceLamports }: Order): Promise<string> {
  const [reference, signature] = [newAddress(), newSignature()];
  const refunds = refundsIn(db);
  await refunds.open(
    {
      ...{ reference, orderId: id, payer: buyer.wallet, lamports: priceLamports, closes: true },
      ...{ transaction: "", encryptedSecret: "", builtAt: 1, lastValidBlockHeight: 1 },
    },
    2,
  );
  await refunds.complete(reference, { signature, slot: 7 }, Date.now());
  return signature;
}
