import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { Order } from "../../../app/orders/rules/order";
import {
  sweepUnnamedMedia,
  UNNAMED_KEPT_MS,
} from "../../../app/products/use-cases/sweep-unnamed-media";
import { createSettlePayment } from "../../../app/settlement/use-cases/apply-effect";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { productRemovalIn } from "../../../db/orders/product-removal";
import { stockLineIn } from "../../../db/orders/stock-line";
import { protectedFilesIn } from "../../../db/products/protected-files";
import { unnamedMediaIn } from "../../../db/products/unnamed-media";
import { sweepProgressIn } from "../../../db/settlement/sweep-progress";
import { PRODUCT_ROWS } from "../../../workers/claimed-rows";
import { r2FileStore } from "../../../workers/r2-file-store";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { insertPerson } from "../../support/factories/person";
import { insertProduct } from "../../support/factories/product";
import { noLog } from "../../support/log";
import { newAddress, newSignature } from "../../support/random-keys";
import { changeRow } from "../../support/rows";
import { newSeller, ORIGIN, type Seller } from "../../support/seller";
import { openReplacement, openUpload, PNG, publish, putPart } from "../../support/upload";
import { advanceClock } from "../../support/worker-clock";

const db = openDb(env.DB);
const orders = ordersIn(db);
const removal = productRemovalIn(db, PRODUCT_ROWS);
const clock = { now: () => Date.now() };
const MINUTE_MS = 60_000;
const MB = 1024 * 1024;

let seller: Seller;
let stranger: Seller;

beforeAll(async () => {
  [seller, stranger] = [await newSeller(), await newSeller()];
});

const all = async (sql: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;
const exists = async (id: string) =>
  (await all("SELECT 1 FROM products WHERE id = ?", id)).length === 1;

const deletePath = (id: string) => `/edit/${id}/delete`;
const remove = (id: string, by: Pick<Seller, "call"> = seller) =>
  by.call(deletePath(id), { method: "POST", body: new URLSearchParams() });
const pageOf = async (id: string) => (await seller.call(deletePath(id))).text();

const newProduct = (traits: Parameters<typeof insertProduct>[2] = {}) =>
  insertProduct(env.DB, seller.uid, { price: 1_000, ...traits });
const orderFor = (productId: string, traits: Partial<Order> = {}) =>
  insertOrder(env.DB, {
    productId,
    ownerUid: seller.uid,
    buyerUid: crypto.randomUUID(),
    ...traits,
  });
const settlePayment = createSettlePayment({ clock, log: noLog, orders });
const settle = (order: Order) => settlePayment(order, paymentOf(order, { payer: newAddress() }));
const change = (id: string, columns: Record<string, string | number | null>) =>
  changeRow(env.DB, "orders", { id }, columns);

describe("a product that was paid for, or still can be, stays with its file", () => {
  const KINDS: Record<string, [why: RegExp, make: (productId: string) => Promise<unknown>]> = {
    paid: [/has sales/, async (id) => settle(await orderFor(id))],
    refunded: [
      /has sales/,
      async (id) => {
        const order = await orderFor(id);
        await settle(order);
        await change(order.id, { status: "refunded", refunded_at: Date.now() });
        await env.DB.prepare("DELETE FROM purchases WHERE order_id = ?").bind(order.id).run();
        await changeRow(env.DB, "products", { id }, { sold: 0 });
      },
    ],
    "in review": [
      /has sales/,
      async (id) => {
        const order = await orderFor(id);
        await orders.review(order.id, "late", paymentOf(order), Date.now());
      },
    ],
    "paid by another wallet": [
      /has sales/,
      async (id) => {
        const order = await orderFor(id, { buyerWallet: newAddress() });
        await orders.misdirected(order.id, paymentOf(order), Date.now());
      },
    ],
    "rolled back and closed": [
      /has sales/,
      async (id) => {
        const order = await orderFor(id);
        const payment = paymentOf(order);
        await settlePayment(order, payment);
        await orders.rollBack(order.id, payment.signature, Date.now());
        await orders.dismiss(order.id, Date.now());
      },
    ],
    "paid below the price": [
      /has sales/,
      async (id) => {
        const order = await orderFor(id);
        const short = { sellerPaid: 0n, feePaid: 5n, covered: 5n, surplus: 0n };
        await orders.recordShort(order, paymentOf(order, short), Date.now());
      },
    ],
    "granted without a sale": [
      /has sales/,
      async (id) => {
        const order = await orderFor(id, { status: "expired" });
        await env.DB.prepare(
          "INSERT INTO purchases (uid, product_id, order_id, created_at) VALUES ('granted', ?, ?, 0)",
        )
          .bind(id, order.id)
          .run();
      },
    ],
    "being paid": [
      /may still arrive/,
      async (id) => change((await orderFor(id)).id, { status: "awaiting", built_at: Date.now() }),
    ],
    "with a held unit": [
      /may still arrive/,
      async (id) => change((await orderFor(id)).id, { hold: "held", built_at: Date.now() }),
    ],
    "reported as paid": [
      /may still arrive/,
      async (id) => orders.reportSignature((await orderFor(id)).id, newSignature(), Date.now()),
    ],
    "waiting in line with a signed payment": [
      /may still arrive/,
      async (id) => {
        const { id: orderId } = await orderFor(id);
        const signed = {
          transaction: "AAAA",
          account: newAddress(),
          signature: newSignature(),
          lastValidBlockHeight: 150,
        };
        const of = { orderId, productId: id, uid: crypto.randomUUID() };
        await stockLineIn(db).join(of, signed, { minValidHeight: 0, at: Date.now() });
      },
    ],
  };

  // spec: product.delete
  test.each(Object.entries(KINDS))("%s", async (_, [why, make]) => {
    const id = await publish(seller);
    const file = await all("SELECT * FROM files WHERE product_id = ?", id);
    await make(id);

    expect(await pageOf(id)).toMatch(why);
    const answer = await remove(id);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('role="alert"');
    expect(await exists(id)).toBe(true);
    expect(await all("SELECT * FROM files WHERE product_id = ?", id)).toEqual(file);
    expect(await env.FILES.head(String(file[0]?.storage_path))).not.toBeNull();
  });

  test("until the time that the page names, after which it can be deleted", async () => {
    const id = await newProduct();
    const order = await orderFor(id);
    await change(order.id, { status: "awaiting", built_at: Date.now() });
    const until = new Date(Date.now() + MINUTE_MS).toISOString().slice(11, 16);
    expect(await pageOf(id)).toMatch(new RegExp(`until about [^.]*${until}`));

    await change(order.id, { status: "expired", built_transaction: null });
    expect((await remove(id)).status).toBe(302);
    expect(await exists(id)).toBe(false);
  });
});

describe("a deletion and a payment at the same moment", () => {
  test("what settles after the page has asked wins", async () => {
    const id = await newProduct();
    const order = await orderFor(id);
    expect(await removal.facts({ id, ownerUid: seller.uid }, Date.now())).toMatchObject({
      hasPayments: false,
      bundle: null,
    });
    await settle(order);
    expect(await removal.remove({ id, ownerUid: seller.uid }, Date.now())).toBe(false);
    expect(await exists(id)).toBe(true);
  });

  // spec: product.delete-race
  test("either the buyer has product and file, or the seller has a payment to return", async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await publish(seller);
      const order = await orderFor(id);
      const [removed] = await Promise.all(
        round % 2 === 0 ? [remove(id), settle(order)] : [settle(order), remove(id)].reverse(),
      );
      const [row] = await all("SELECT status, review_reason FROM orders WHERE id = ?", order.id);
      const files = await all("SELECT 1 FROM files WHERE product_id = ?", id);
      const purchases = await all("SELECT 1 FROM purchases WHERE product_id = ?", id);
      const [paid] = await all(
        "SELECT sum(lamports) AS lamports FROM ledger WHERE order_id = ? AND kind IN ('sale', 'unsettled')",
        order.id,
      );
      expect(Number(paid?.lamports)).toBeGreaterThanOrEqual(1_000);
      expect((removed as Response).status).toBe(row?.status === "paid" ? 409 : 302);
      if (row?.status === "paid") {
        expect([await exists(id), files.length, purchases.length]).toEqual([true, 1, 1]);
      } else {
        expect(row).toEqual({ status: "review", review_reason: "late" });
        expect([await exists(id), files.length, purchases.length]).toEqual([false, 0, 0]);
      }
    }
  });
});

describe("a product without sales", () => {
  // spec: product.delete
  test("is deleted with all that names it, and its addresses are unknown", async () => {
    const png = (name: string) => new File([PNG], name, { type: "image/png" });
    const id = await publish(seller, { cover: png("a.png"), image: png("b.png") });
    const { key } = await openReplacement(seller, id, 9);
    await putPart(seller, key, 1, "the other");
    const media = await all("SELECT id, key FROM media WHERE product_id = ?", id);
    expect(media).toHaveLength(2);
    const fan = await insertPerson(env.DB);
    await env.DB.batch([
      env.DB.prepare("INSERT INTO favourites VALUES (?, ?, 0)").bind(fan.uid, id),
      env.DB.prepare("INSERT INTO sell_pages (uid, updated_at) VALUES (?, 0)").bind(seller.uid),
      env.DB.prepare("INSERT INTO sell_page_products VALUES (?, ?, 0)").bind(seller.uid, id),
      env.DB.prepare("INSERT INTO product_views VALUES (?, 1, 1)").bind(id),
      env.DB.prepare("INSERT INTO source_days VALUES (?, ?, ?, 'direct', 1, 0)").bind(
        seller.uid,
        Math.floor(Date.now() / 86_400_000) - 400,
        id,
      ),
    ]);
    const listed = async () => [
      (await all("SELECT products FROM product_counts WHERE scope = 0"))[0]?.products,
      (await all("SELECT count(*) AS n FROM product_search"))[0]?.n,
    ];
    const [products, indexed] = await listed();

    expect(await pageOf(id)).toContain("Delete for good");
    const answer = await remove(id);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/dashboard"]);
    expect(answer.headers.get("Set-Cookie")).toContain("productDeleted");

    const counted = ["product_views", "source_days"];
    for (const table of ["files", "favourites", "sell_page_products", ...counted, "media"]) {
      expect(await all(`SELECT * FROM ${table} WHERE product_id = ?`, id), table).toEqual([]);
    }
    expect(await all("SELECT 1 FROM file_parts WHERE file_key = ?", key)).toEqual([]);
    expect(await listed()).toEqual([Number(products) - 1, Number(indexed) - 1]);
    for (const one of media) expect(await env.FILES.head(String(one.key))).toBeNull();
    expect((await putPart(seller, key, 1, "the other")).status).toBe(404);

    const addresses = [`/acheter/${id}`, `/preview/${id}`, `/edit/${id}`, deletePath(id)];
    for (const path of [...addresses, `/media/${media[0]?.id}`])
      expect((await seller.call(path)).status, path).toBe(404);
    expect((await SELF.fetch(`${ORIGIN}/api/actions/buy/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test("is nobody else's to delete", async () => {
    const id = await newProduct();
    expect((await stranger.call(deletePath(id))).status).toBe(404);
    expect((await remove(id, stranger)).status).toBe(404);
    expect(await removal.remove({ id, ownerUid: stranger.uid }, Date.now())).toBe(false);
    expect(await exists(id)).toBe(true);
  });

  test("ends the orders that nobody has paid, and its buyers are told", async () => {
    const id = await newProduct();
    const { token, uid } = await insertPerson(env.DB);
    const order = await orderFor(id, { buyerUid: uid });
    await remove(id);
    const headers = { Cookie: `session=${token}; locale=en` };
    const call = (path: string) => SELF.fetch(ORIGIN + path, { headers });
    const state = await (await call(`/api/transactions/${order.id}`)).json();
    expect(state).toMatchObject({ status: "expired", paid: false });
    const page = await call(`/acheter/${id}`);
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining("An open order for it has then ended"),
    ]);
    const wallet = await SELF.fetch(`${ORIGIN}/api/pay/${order.id}?lang=en`);
    expect([wallet.status, await wallet.text()]).toEqual([
      410,
      expect.stringContaining("The seller has deleted this product"),
    ]);
  });

  test("as a draft: its upload is aborted with it", async () => {
    const { key, productId } = await openUpload(seller, 9);
    const [file] = await all("SELECT storage_path, upload_id FROM files WHERE key = ?", key);
    expect(await pageOf(productId)).toContain("Delete draft");
    const answer = await remove(productId);
    expect(answer.headers.get("Set-Cookie")).toContain("draftDeleted");
    expect(await exists(productId)).toBe(false);
    const upload = env.FILES.resumeMultipartUpload(
      String(file?.storage_path),
      String(file?.upload_id),
    );
    await expect(upload.uploadPart(1, "the goods")).rejects.toThrow();
  });
});

describe("the file of a deleted product", () => {
  const stored = (owner: Seller, max: number) => protectedFilesIn(db).storedBytes(owner.uid, max);

  test("gives its bytes back at once, and up to the bound a second time", async () => {
    const owner = await newSeller();
    const sizes = { before: await stored(owner, MB) };
    const id = await publish(owner);
    const bytes = await stored(owner, MB);
    expect(bytes).toBeGreaterThan(sizes.before);
    await remove(id, owner);
    expect(await stored(owner, MB)).toBe(sizes.before);
    // Objects that wait for their removal are bounded too.
    expect(await stored(owner, 4)).toBe(bytes - 4);
  });

  test("stays for copies of the database that sell it again, and goes after 45 days", async () => {
    const id = await publish(seller);
    const [file] = await all("SELECT * FROM files WHERE product_id = ?", id);
    const path = String(file?.storage_path);
    await remove(id);
    const sweep = () =>
      sweepUnnamedMedia({
        clock,
        files: r2FileStore(env.FILES),
        unnamedMedia: unnamedMediaIn(db),
        sweepProgress: sweepProgressIn(db),
      });
    advanceClock(UNNAMED_KEPT_MS - MINUTE_MS);
    await sweep();
    expect(await env.FILES.head(path)).not.toBeNull();
    // Another day, and a record that is as new as the objects.
    advanceClock(25 * 60 * MINUTE_MS);
    for (let run = 0; run < 4; run += 1) await sweep();
    expect(await env.FILES.head(path)).toBeNull();
  });
});
