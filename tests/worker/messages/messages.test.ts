import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { columnsContaining } from "../../support/database-dump";
import { insertProduct } from "../../support/factories/product";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { publish } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const DAY_MS = 86_400_000;
const orders = ordersIn(openDb(env.DB));

let seller: Seller;
let buyer: Seller;
let stranger: Seller;
let productId: string;
beforeEach(async () => {
  [seller, buyer, stranger] = [await newSeller(), await newSeller(), await newSeller()];
  productId = await insertProduct(env.DB, seller.uid, { title: "Rain" });
});

const openOrder = async (who: Seller | null, product = productId) =>
  (await newOrder({ productId: product, ownerUid: seller.uid, buyerUid: who?.uid ?? null })).id;

async function soldOrder(who = buyer, product = productId) {
  const id = await openOrder(who, product);
  expect(await orders.settle(id, newPayment(), OPENED_AT)).toBe("settled");
  return id;
}

function post(who: Seller, orderId: string, body: unknown = { text: "Hello" }) {
  return who.call(`/api/orders/${orderId}/messages`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

function submit(who: Seller, path: string, text: string) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ text }).toString();
  return who.call(path, { method: "POST", headers, body });
}

async function threadOf(who: Seller, orderId: string, text = "Hello"): Promise<string> {
  const answer = await post(who, orderId, { text });
  expect(answer.status).toBe(201);
  return (await answer.json<{ threadId: string }>()).threadId;
}

const read = async (who: Seller, path: string) => (await who.call(path)).text();
/** Texts of the messages on a page. */
const textsIn = (html: string) =>
  [...html.matchAll(/whitespace-pre-wrap[^>]*>([^<]*)</g)].map(([, text]) => text);
/** The roles that stand at the messages on a page. */
const rolesIn = (html: string) =>
  [...html.matchAll(/<li[^>]*data-message=.*?<\/li>/gs)].map(
    ([item]) => [...item.matchAll(/>(Buyer|Seller)<\/span>/g)].at(-1)?.[1],
  );
const toRead = (html: string) =>
  Number(/aria-label="Messages: (\d+) conversations? to read"/.exec(html)?.[1] ?? 0);

describe("a buyer and the seller", () => {
  // spec: contact.two-sides
  test("write to each other, see all of it, and what is new until they open it", async () => {
    const orderId = await soldOrder();
    const sent = await post(buyer, orderId, { text: "The file\nis silent." });
    const { threadId, ...message } = await sent.json<Record<string, string>>();
    expect(message).toEqual({
      id: expect.any(String),
      text: "The file\nis silent.",
      createdAt: expect.any(Number),
    });
    expect(toRead(await read(seller, "/about"))).toBe(1);
    const list = await read(seller, "/messages");
    expect(list).toContain("Rain");
    expect(list).toContain("1 new");
    expect(list).toContain("You sell");

    // Looking ahead of a link marks nothing.
    await seller.call(`/messages/${threadId}`, { headers: { "Sec-Purpose": "prefetch" } });
    expect(toRead(await read(seller, "/about"))).toBe(1);
    const page = await read(seller, `/messages/${threadId}`);
    expect(textsIn(page)).toEqual(["The file\nis silent."]);
    expect(rolesIn(page)).toEqual(["Buyer"]);
    expect([toRead(page), toRead(await read(seller, "/about"))]).toEqual([0, 0]);

    const answer = await submit(seller, `/messages/${threadId}`, "A new one is on its way.");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      `/messages/${threadId}#last`,
    ]);
    expect(toRead(await read(buyer, "/about"))).toBe(1);
    expect(await read(buyer, "/messages")).toContain("You buy");
    // The purchase leads to the same thread.
    for (const who of [buyer, seller]) {
      const path = who === buyer ? `product=${productId}` : `order=${orderId}`;
      const there = await who.call(`/messages/new?${path}`);
      expect(there.headers.get("Location")).toBe(`/messages/${threadId}#last`);
      expect(textsIn(await read(who, `/messages/${threadId}`))).toEqual([
        "The file\nis silent.",
        "A new one is on its way.",
      ]);
      expect(rolesIn(await read(who, `/messages/${threadId}`))).toEqual(["Buyer", "Seller"]);
    }
  });

  test("the seller writes first by the form, and pages go back to the first message", async () => {
    const orderId = await soldOrder();
    const path = `/messages/new?order=${orderId}`;
    expect(await read(seller, path)).toContain("Write to the buyer");
    const { headers } = await submit(seller, path, "Thank you");
    const threadPath = headers.get("Location")?.replace("#last", "") ?? "";
    const threadId = threadPath.split("/").at(-1);
    await env.DB.batch(
      Array.from({ length: 60 }, (_, at) =>
        env.DB.prepare(
          "INSERT INTO messages (id, thread_id, by_seller, text, created_at) VALUES (?, ?, 1, ?, 1)",
        ).bind(`${threadId}-${at}`, threadId, `number ${at}`),
      ),
    );
    const latest = await read(buyer, threadPath);
    expect(textsIn(latest)).toHaveLength(50);
    const [, before] = /\?before=(\d+)"[^>]*>Older messages/.exec(latest) ?? [];
    const oldest = textsIn(await read(buyer, `${threadPath}?before=${before}`));
    expect([oldest.length, oldest[0], oldest.at(-1)]).toEqual([11, "Thank you", "number 9"]);
    expect((await buyer.call(`${threadPath}?before=1e400`)).status).toBe(200);
  });

  test("find links to it on sales, purchases, the purchase page and orders in review", async () => {
    const orderId = await soldOrder();
    expect(await read(seller, "/dashboard/sales")).toContain(`/messages/new?order=${orderId}`);
    const byProduct = `/messages/new?product=${productId}`;
    expect(await read(buyer, "/purchases")).toContain(byProduct);
    expect(await read(buyer, `/acheter/${productId}`)).toContain(byProduct);
    expect(await read(stranger, `/acheter/${await publish(seller)}`)).not.toContain("messages/new");

    const other = await insertProduct(env.DB, seller.uid);
    const undecided = await openOrder(buyer, other);
    await orders.review(undecided, "no_stock", newPayment(), OPENED_AT);
    expect(await read(buyer, `/acheter/${other}`)).toContain(`/messages/new?product=${other}`);
    expect(await read(seller, "/dashboard/review")).toContain(`/messages/new?order=${undecided}`);
  });
});

// spec: contact.who
test("a person whom a missing file stops can write; a visitor signs in first, others have no reason to", async () => {
  const path = `/messages/new?product=${productId}`;
  const [page] = [await SELF.fetch(`${ORIGIN}/acheter/${productId}?lang=en`)];
  expect(await page.text()).toContain(path);
  const visitor = await SELF.fetch(ORIGIN + path, { redirect: "manual" });
  expect(visitor.headers.get("Location")).toBe(`/login?to=${encodeURIComponent(path)}`);
  expect((await stranger.call(path)).status).toBe(200);
  expect((await submit(stranger, path, "Your file is missing")).status).toBe(302);
  expect(toRead(await read(seller, "/about"))).toBe(1);

  const whole = await publish(seller);
  for (const product of [whole, "nothing", ""]) {
    expect((await stranger.call(`/messages/new?product=${product}`)).status).toBe(404);
    expect((await submit(stranger, `/messages/new?product=${product}`, "Hi")).status).toBe(404);
  }
  const own = await seller.call(`/messages/new?product=${whole}`);
  expect(own.status).toBe(409);
  expect(await own.text()).toContain("This product is your own");
});

// spec: contact.who, json.messages
test("threads and orders of others do not exist", async () => {
  const orderId = await soldOrder();
  const threadId = await threadOf(buyer, orderId, "Between us");
  const answers = [
    await post(stranger, orderId),
    await post(stranger, "nothing"),
    await stranger.call(`/messages/${threadId}`),
    await stranger.call(`/messages/${threadId}.data`),
    await stranger.call(`/messages/new?order=${orderId}`),
    await submit(stranger, `/messages/${threadId}`, "Me too"),
    await submit(stranger, `/messages/new?order=${orderId}`, "Me too"),
  ];
  for (const answer of answers) {
    expect([answer.url, answer.status]).toEqual([answer.url, 404]);
    expect(await answer.text()).not.toContain("Between us");
  }
  expect(await read(stranger, "/messages")).toContain("No messages yet.");
  expect(textsIn(await read(buyer, `/messages/${threadId}`))).toEqual(["Between us"]);
});

test("an order without a known buyer says so to its seller", async () => {
  const orderId = await openOrder(null);
  const answer = await post(seller, orderId);
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: { code: "conflict", message: expect.stringContaining("no known buyer yet") } },
  ]);
  expect((await post(buyer, orderId)).status).toBe(404);
});

describe("the text", () => {
  // spec: contact.plain
  test("is stored without control characters, and shown as text", async () => {
    const text = " \u202eA\u0000B\r\n<b>x</b> https://example.com\u200b \n\n\n\nend ";
    const threadId = await threadOf(buyer, await soldOrder(), text);
    const page = await read(seller, `/messages/${threadId}`);
    expect(page).toContain("AB\n&lt;b&gt;x&lt;/b&gt; https://example.com\n\nend</p>");
    expect(page).not.toContain('href="https://example.com');
  });

  // spec: contact.plain
  test.each([
    ["nothing", ""],
    ["blanks", " \n\u200b\t"],
    ["2,001 characters", "é".repeat(2_001)],
  ])("of %s is refused, and the form keeps it", async (_, text) => {
    const orderId = await soldOrder();
    expect((await post(buyer, orderId, { text })).status).toBe(422);
    const refused = await submit(buyer, `/messages/new?order=${orderId}`, text);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(`${text}</textarea>`);
    expect((await post(buyer, orderId, { text: "é".repeat(2_000) })).status).toBe(201);
  });

  test.each([null, {}, { text: 5 }, { text: null }, [], "x"])("can't be %j", async (body) => {
    expect((await post(buyer, await openOrder(buyer), body)).status).toBe(422);
  });
});

describe("a flood is refused", () => {
  const limitOf = (answer: Response) => [
    answer.status,
    Number(answer.headers.get("Retry-After") ?? 0) > 0,
  ];

  // spec: contact.bounds
  test("after five messages without an answer; then one a day, or more after an answer", async () => {
    const orderId = await soldOrder();
    for (let at = 0; at < 5; at++) expect((await post(buyer, orderId)).status).toBe(201);
    const refused = await post(buyer, orderId);
    expect(limitOf(refused)).toEqual([429, true]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(80_000);
    advanceClock(DAY_MS + 1);
    expect((await post(buyer, orderId)).status).toBe(201);
    expect((await post(buyer, orderId)).status).toBe(429);
    expect((await post(seller, orderId)).status).toBe(201);
    expect((await post(buyer, orderId)).status).toBe(201);
  });

  test("by the rate of one account, over all of its threads", async () => {
    const bought = await Promise.all(
      Array.from({ length: 7 }, async () =>
        soldOrder(buyer, await insertProduct(env.DB, seller.uid)),
      ),
    );
    const status = async (at: number) => (await post(buyer, bought[at % 7] ?? "")).status;
    for (let at = 0; at < 20; at++) expect(await status(at)).toBe(201);
    expect(limitOf(await post(buyer, bought[0] ?? ""))).toEqual([429, true]);
  });

  // spec: contact.bounds
  test("of threads without a payment, by person; a paid order is not kept out", async () => {
    for (let at = 0; at < 10; at++) {
      const product = await insertProduct(env.DB, seller.uid);
      expect((await post(stranger, await openOrder(stranger, product))).status).toBe(201);
    }
    const another = await openOrder(stranger, await insertProduct(env.DB, seller.uid));
    expect(limitOf(await post(stranger, another))).toEqual([429, true]);
    const path = `/messages/new?product=${productId}`;
    expect(limitOf(await submit(stranger, path, "Hi"))).toEqual([429, true]);
    expect((await post(stranger, await soldOrder(stranger))).status).toBe(201);
    advanceClock(DAY_MS + 1);
    expect((await post(stranger, another)).status).toBe(201);
  });

  test("of messages in one thread, also where they come at once", async () => {
    const orderId = await soldOrder();
    const threadId = await threadOf(buyer, orderId);
    const together = await Promise.all(Array.from({ length: 8 }, () => post(buyer, orderId)));
    expect(together.filter(({ status }) => status === 201)).toHaveLength(4);
    await changeRow(env.DB, "threads", { id: threadId }, { message_count: 500 });
    const full = await post(seller, orderId);
    expect([full.status, await full.text()]).toEqual([
      409,
      expect.stringContaining("500 messages"),
    ]);
  });
});

describe("what buyers write before a payment", () => {
  const REQUESTS = "/messages?requests=1";
  const threadsIn = (html: string) =>
    [...html.matchAll(/data-thread="([^"]+)"/g)].map(([, id]) => id);
  const untilIn = (html: string) => /name="until" value="(\d+)"/.exec(html)?.[1] ?? "";
  const empty = (who: Seller, until: string) => {
    const body = new URLSearchParams({ intent: "empty", until });
    return who.call(REQUESTS, { method: "POST", body });
  };
  const requestOf = async (who: Seller, text = "Hello") =>
    threadOf(who, await openOrder(who), text);

  // spec: contact.requests
  test("is a list apart, which keeps nobody from writing, and which the seller can empty", async () => {
    const strangers = await Promise.all(Array.from({ length: 22 }, () => newSeller()));
    const spam: string[] = [];
    for (const one of strangers) spam.push(await requestOf(one, "Look at my shop"));
    const honest = await newSeller();
    const asked = await requestOf(honest, "Does it print on A3?");
    const paid = await threadOf(buyer, await soldOrder(), "Thank you");

    const list = await read(seller, "/messages");
    expect(threadsIn(list)).toEqual([paid]);
    expect(list).toContain("23 message requests");
    const requests = await read(seller, REQUESTS);
    expect([...threadsIn(requests)].sort()).toEqual([...spam, asked].sort());
    // The buyer finds it among the conversations.
    expect(threadsIn(await read(honest, "/messages"))).toEqual([asked]);

    // A payment and an answer end a request; what is written after the page was made stays.
    const [first = "", second = ""] = spam;
    await orders.settle(
      (await orders.latestOf(strangers[0]?.uid ?? "", productId))?.id ?? "",
      newPayment(),
      OPENED_AT,
    );
    expect((await submit(seller, `/messages/${asked}`, "It does")).status).toBe(302);
    advanceClock(1_000);
    const late = await requestOf(await newSeller(), "Late");
    const emptied = await empty(seller, untilIn(requests));
    expect([emptied.status, emptied.headers.get("Location")]).toEqual([302, REQUESTS]);
    expect(threadsIn(await read(seller, REQUESTS))).toEqual([late]);
    expect(new Set(threadsIn(await read(seller, "/messages")))).toEqual(
      new Set([paid, asked, first]),
    );
    expect((await strangers[1]?.call(`/messages/${second}`))?.status).toBe(404);
    const left = "SELECT count(*) AS n FROM messages WHERE thread_id = ?";
    expect(await env.DB.prepare(left).bind(second).first()).toEqual({ n: 0 });
  });

  test("belongs to its seller, and nothing else is emptied", async () => {
    const asked = await requestOf(stranger);
    expect((await empty(stranger, String(Date.now() + DAY_MS))).status).toBe(302);
    expect(threadsIn(await read(seller, REQUESTS))).toEqual([asked]);
    for (const until of ["", "x", "-1", "1e400"])
      expect([until, (await empty(seller, until)).status]).toEqual([
        until,
        until === "" ? 302 : 422,
      ]);
    expect(threadsIn(await read(seller, REQUESTS))).toEqual([asked]);
  });

  test("keeps the newest 200, and those that were not read", async () => {
    const at = Date.now() - DAY_MS;
    await env.DB.batch(
      Array.from({ length: 201 }, (_, index) => [
        env.DB.prepare(
          `INSERT INTO threads (id, product_id, owner_uid, buyer_uid, title, unpaid, created_at, last_at,
             message_count, last_message_id, owner_unread)
           VALUES (?1, ?2, ?3, ?1, 'Rain', 1, ?4, ?4, 1, ?1, ?5)`,
        ).bind(`${productId}-${index}`, productId, seller.uid, at + index, index === 150 ? 0 : 1),
        env.DB.prepare(
          "INSERT INTO messages (id, thread_id, by_seller, text, created_at) VALUES (?1, ?1, 0, 'x', 1)",
        ).bind(`${productId}-${index}`),
      ]).flat(),
    );
    const asked = await requestOf(stranger);
    const kept = await env.DB.prepare("SELECT id FROM threads WHERE owner_uid = ?")
      .bind(seller.uid)
      .all<{ id: string }>();
    const ids = kept.results.map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(ids).toContain(asked);
    for (const gone of [150, 0]) expect(ids).not.toContain(`${productId}-${gone}`);
  });
});

describe("where an account ends", () => {
  const lifecycle = createAccountLifecycle(openDb(env.DB), ABOVE_ACCOUNTS);
  const remove = ({ uid }: Seller) => lifecycle.remove(uid, crypto.randomUUID(), Date.now());

  test.each(["seller", "buyer"] as const)("the %s's side keeps its name no more", async (side) => {
    const orderId = await soldOrder();
    const threadId = await threadOf(buyer, orderId, "Before");
    const [gone, left] = side === "seller" ? [seller, buyer] : [buyer, seller];
    expect(await remove(gone)).toBe(true);
    expect(await columnsContaining(gone.uid)).toEqual(["users.uid"]);
    const page = await read(left, `/messages/${threadId}`);
    expect(textsIn(page)).toEqual(["Before"]);
    expect(page).toContain("Deleted account");
    expect(page).not.toContain("<textarea");
    expect(await read(left, "/messages")).toContain("Deleted account");
    const refused = await submit(left, `/messages/${threadId}`, "Still there?");
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("This account was deleted"),
    ]);
    // Nobody can read it after both.
    expect(await remove(left)).toBe(true);
    for (const table of ["threads", "messages"]) {
      const column = table === "threads" ? "id" : "thread_id";
      const rows = env.DB.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).bind(threadId);
      expect((await rows.all()).results).toEqual([]);
    }
  });

  test("by a merge, its threads go to the other account; two about one product become one", async () => {
    const [from, to] = [await newSeller(), await newSeller()];
    const own = await insertProduct(env.DB, from.uid, { title: "Theirs" });
    const asSeller = await threadOf(
      buyer,
      (await newOrder({ productId: own, ownerUid: from.uid, buyerUid: buyer.uid })).id,
      "To the seller",
    );
    const alone = await insertProduct(env.DB, seller.uid, { title: "Alone" });
    const kept = await threadOf(from, await openOrder(from, alone), "From one");
    const [first, second] = [await openOrder(from), await openOrder(to)];
    await threadOf(from, first, "one");
    const remaining = await threadOf(to, second, "two");
    await threadOf(seller, first, "three");
    await threadOf(
      from,
      (
        await newOrder({
          productId: await insertProduct(env.DB, to.uid),
          ownerUid: to.uid,
          buyerUid: from.uid,
        })
      ).id,
      "To oneself",
    );

    const accounts = { from: from.uid, to: to.uid, wallet: from.wallet };
    expect(await lifecycle.merge(accounts, Date.now())).toBe(true);
    expect(await columnsContaining(from.uid)).toEqual(["users.uid"]);
    expect(textsIn(await read(to, `/messages/${asSeller}`))).toEqual(["To the seller"]);
    expect(textsIn(await read(to, `/messages/${kept}`))).toEqual(["From one"]);
    const list = await read(to, "/messages");
    expect(list.match(/data-thread=/g)).toHaveLength(2);
    // The order of that buyer is unpaid.
    expect(await read(to, "/messages?requests=1")).toContain(`data-thread="${asSeller}"`);
    expect(list).not.toContain("To oneself");
    expect(toRead(list)).toBe(1);
    for (const who of [to, seller]) {
      const page = await read(who, `/messages/${remaining}`);
      expect(textsIn(page)).toEqual(["one", "two", "three"]);
    }
    expect((await submit(seller, `/messages/${remaining}`, "four")).status).toBe(302);
    expect((await submit(to, `/messages/${remaining}`, "five")).status).toBe(302);
  });
});
