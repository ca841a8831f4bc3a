import { env, SELF } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { purgeHandovers } from "../../../app/library/use-cases/handovers";
import { openDb } from "../../../db/client";
import { handoversIn, MAX_HANDOVERS } from "../../../db/library/handovers";
import { ordersIn } from "../../../db/orders/orders";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { advanceClock } from "../../support/worker-clock";
import { newOrder, newPayment } from "../../support/worker-orders";

const MINUTE_MS = 60_000;
const FILE = "what was bought";

const db = openDb(env.DB);
const orders = ordersIn(db);

let seller: Seller;
let buyer: Seller;
let productId: string;
let orderId: string;

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM handovers").run();
  [seller, buyer] = [await newSeller(), await newSeller()];
  ({ productId, orderId } = await newSale());
});

async function newSale() {
  const key = crypto.randomUUID();
  const path = `protectedFiles/${key}`;
  await env.FILES.put(path, FILE);
  const productId = await insertProduct(
    env.DB,
    seller.uid,
    { title: "Rain" },
    { key, name: "rain.txt" },
  );
  await insertRow(env.DB, "files", {
    key,
    storage_path: path,
    owner_uid: seller.uid,
    product_id: productId,
    file_name: "rain.txt",
    content_type: "text/plain",
    size_bytes: FILE.length,
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: 0,
  });
  const order = await newOrder({ productId, ownerUid: seller.uid, buyerUid: buyer.uid });
  expect(await orders.settle(order.id, newPayment(), Date.now())).toBe("settled");
  return { productId, orderId: order.id };
}

/** Makes a link as the page without script does; null where it was refused. */
async function handOver(who: Seller, id = productId): Promise<string | null> {
  const answer = await who.call(`/purchases/${id}/handover`, { method: "POST" });
  return /\/take\/[\w-]{43}/.exec(await answer.text())?.[0] ?? null;
}

/** A browser without a session. */
async function visit(path: string | null, init: RequestInit = {}) {
  const headers = { Host: "localhost", Origin: ORIGIN, Cookie: "locale=en", ...init.headers };
  return SELF.fetch(ORIGIN + path, { redirect: "manual", ...init, headers });
}

const take = (path: string | null) => visit(path, { method: "POST" });
const downloadIn = (html: string) => /\/download\/[\w-]{43}/.exec(html)?.[0] ?? null;
const rows = async () => (await env.DB.prepare("SELECT * FROM handovers").all()).results;

describe("a handover", () => {
  // spec: delivery.handover, json.take
  test("gives another browser the file, once, and signs nobody in", async () => {
    const path = await handOver(buyer);
    const page = await visit(path);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("Rain");
    expect(html).toContain("Get the file");
    expect(downloadIn(html)).toBeNull();
    const taken = await take(path);
    expect(taken.status).toBe(200);
    const link = downloadIn(await taken.text());
    expect(await (await visit(link)).text()).toBe(FILE);

    for (const answer of [page, taken]) {
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
      expect(answer.headers.get("Set-Cookie") ?? "").not.toContain("session");
    }
    for (const again of [await visit(path), await take(path)]) {
      expect(again.status).toBe(410);
      const text = await again.text();
      expect(text).toContain("This link no longer works");
      expect(downloadIn(text)).toBeNull();
    }
  });

  // spec: delivery.handover-bots
  test("is not used up by previews, prefetches and bots", async () => {
    const path = await handOver(buyer);
    const requests: RequestInit[] = [
      { method: "HEAD" },
      { headers: { "Sec-Purpose": "prefetch;prerender" } },
      { headers: { Purpose: "prefetch" } },
      { headers: { "User-Agent": "WhatsApp/2.23 facebookexternalhit/1.1" } },
      { headers: { Accept: "*/*" } },
    ];
    for (const init of requests) {
      const answer = await visit(path, init);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      expect(downloadIn(await answer.text())).toBeNull();
    }
    expect(await rows()).toMatchObject([{ used_at: null }]);
    // A form of another site can't use it up either.
    const foreign = await visit(path, {
      method: "POST",
      headers: { Origin: "https://other.example" },
    });
    expect(foreign.status).toBe(403);
    expect((await take(path)).status).toBe(200);
  });

  // spec: delivery.handover
  test("is given to one of 20 browsers that ask at once", async () => {
    const path = await handOver(buyer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)]);
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
  });

  // spec: delivery.handover
  test("ends after ten minutes", async () => {
    const [early, late] = [await handOver(buyer), await handOver(buyer)];
    advanceClock(9 * MINUTE_MS);
    expect((await take(early)).status).toBe(200);
    advanceClock(MINUTE_MS);
    expect((await visit(late)).status).toBe(410);
    expect((await take(late)).status).toBe(410);
    const clock = { now: () => Date.now() };
    advanceClock(MINUTE_MS);
    await purgeHandovers({ clock, handovers: handoversIn(db) });
    expect(await rows()).toEqual([]);
  });

  // spec: delivery.ends
  test("ends with the purchase", async () => {
    const path = await handOver(buyer);
    await changeRow(env.DB, "purchases", { order_id: orderId }, { revoked_at: 1 });
    for (const answer of [await visit(path), await take(path)]) {
      expect(answer.status).toBe(404);
      expect(downloadIn(await answer.text())).toBeNull();
    }
  });

  test("is stored as a hash, and works at no other address", async () => {
    const path = await handOver(buyer);
    const token = path?.split("/").at(-1) ?? "";
    const [row] = await rows();
    expect(row?.token_hash).toBe(await hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await visit(`/download/${token}`)).status).toBe(404);
    const link = downloadIn(await (await take(path)).text());
    expect((await take(`/take/${link?.split("/").at(-1)}`)).status).toBe(404);
  });

  test("is made by the buyer alone", async () => {
    expect(await handOver(seller)).toBeNull();
    expect(await handOver(await newSeller())).toBeNull();
    expect((await visit(`/purchases/${productId}/handover`, { method: "POST" })).status).toBe(302);
    expect(await rows()).toEqual([]);
  });

  test("is bounded per person, over all products", async () => {
    const other = await newSale();
    const made: (string | null)[] = [];
    for (let at = 0; at < MAX_HANDOVERS + 3; at += 1) {
      made.push(await handOver(buyer, at % 2 ? productId : other.productId));
    }
    expect(await rows()).toHaveLength(MAX_HANDOVERS);
    expect((await visit(made[0] ?? null)).status).toBe(404);
    expect((await take(made.at(-1) ?? null)).status).toBe(200);
  });
});
