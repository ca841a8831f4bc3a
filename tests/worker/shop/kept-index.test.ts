import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { formatSol } from "../../../app/lib/lamports";
import { CATEGORIES } from "../../../app/products/rules/categories";
import { type RandomInt, seededRandom } from "../../../app/products/rules/cover-shapes";
import { NO_IMAGE } from "../../../app/products/rules/pictures";
import { searchTextOf } from "../../../app/products/rules/search-text";
import { imageColumns } from "../../../app/products/use-cases/images";
import { newUpload } from "../../../app/products/use-cases/start-file";
import { readShopState } from "../../../app/shop/http/shop-state";
import { browseShop } from "../../../app/shop/use-cases/browse-shop";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { productsIn } from "../../../db/products/products";
import { catalogueIn } from "../../../db/shop/catalogue";
import { reindex } from "../../../db/shop/reindex";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { insertPerson } from "../../support/factories/person";
import { changeRow } from "../../support/rows";
import { pick, productRow, words } from "../../support/shop/corpus";
import { newOrder, newPayment, OPENED_AT } from "../../support/worker-orders";

const HISTORIES = 4;
const STEPS = 60;

const db = openDb(env.DB);
const products = productsIn(db);
const orders = ordersIn(db);
const refunds = refundsIn(db);
const accountLifecycle = createAccountLifecycle(db, ABOVE_ACCOUNTS);
const short = () => crypto.randomUUID();
const deps = { catalogue: catalogueIn(db), clock: { now: () => 0 } };

const FILE = { name: "file", sizeBytes: 1, contentType: "text/plain", modifiedAt: null };
const NO_BOUNDS = { products: 1_000, bytes: 1_000, maxStoredBytes: 1_000_000 };

interface History {
  random: RandomInt;
  sellers: string[];
  /** Numbers in titles, so that each is found by its own. */
  nextNumber: number;
}

describe("index and counts match the products", () => {
  test.each(Array.from({ length: HISTORIES }, (_, at) => at))(
    "after random writes (%i)",
    async (at) => {
      const random = seededRandom(`history ${at}`);
      const people = await Promise.all(
        [1, 2, 3].map(() => insertPerson(env.DB, { name: "Seller" })),
      );
      const history = {
        random,
        sellers: people.map(({ uid }) => uid),
        nextNumber: 100_000 * (at + 1),
      };
      for (let step = 0; step < STEPS; step += 1) await write(history);
      await expectKept();
    },
  );

  // spec: command.reindex
  test("after the command that writes them again", async () => {
    await changeRow(env.DB, "products", {}, { search_text: "stale", type: "Photo" });
    await env.DB.prepare("DELETE FROM product_search WHERE rowid % 3 = 0").run();
    await changeRow(env.DB, "product_counts", {}, { products: 999 });
    await reindex(env.DB);
    await expectKept();
    const other = await env.DB.prepare("SELECT count(*) AS n FROM products WHERE type = 'Photo'");
    expect(await other.first("n")).toBe(0);
  });
});

/** One write of the app, at random. */
async function write(history: History): Promise<void> {
  const { random } = history;
  const kind = random(12);
  if (kind < 3) return publishNew(history);
  const target = await randomProduct(history);
  if (!target) return;
  const { id, ownerUid, updatedAt, version, imageKey } = target;
  if (kind < 6)
    await products.update(
      { id, ownerUid, updatedAt, version, imageKey },
      newTerms(history),
      updatedAt + 1,
    );
  else if (kind < 7) await products.setStatus([id], ownerUid, "disabled", updatedAt + 1);
  else if (kind < 8) await products.setStatus([id], ownerUid, "active", updatedAt + 1);
  else if (kind < 9) await products.removeUpload({ key: id, productId: id, ownerUid });
  else if (kind < 11 && target.status === "active") await sell(id, ownerUid, random(2) === 0);
  else if (kind === 11 && random(4) === 0) await deleteSeller(history);
}

function newTerms({ random, ...history }: History) {
  const row = productRow(history.nextNumber, random);
  return {
    title: row.title,
    description: `**${words(6, random)}**`,
    descriptionFormat: "markdown" as const,
    categoryId: row.categoryId,
    subcategoryId: row.subcategoryId,
    type: row.type,
    priceLamports: BigInt(row.priceLamports),
    isFree: false,
    isPriceChosen: false,
    suggestedLamports: null,
    ...imageColumns({ cover: NO_IMAGE, image: NO_IMAGE }),
    recipient: "wallet",
    saleType: "infinite" as const,
    saleLimit: null,
  };
}

/** A draft, which is published or stays one. */
async function publishNew(history: History): Promise<void> {
  const { random, sellers } = history;
  history.nextNumber += 1;
  const [id, ownerUid] = [`p${history.nextNumber}`, pick(sellers, random)];
  const times = { createdAt: OPENED_AT, updatedAt: OPENED_AT };
  const file = { releaseId: null, productFileName: "file" };
  const draft = { ...newTerms(history), ...file, ...times, id, ownerUid, status: "draft" as const };
  const upload = newUpload({ uid: ownerUid, productId: id }, FILE, {
    clock: deps.clock,
    ids: { short },
  });
  const names = [{ key: upload.key, name: "file" }];
  const its = { files: names, uploads: [upload], newBytes: 1 };
  const release = { id: `r-${id}`, productId: id, ownerUid, note: "", at: OPENED_AT, ...its };
  expect(await products.insertDraft(draft, release, NO_BOUNDS)).toBe(true);
  if (random(5) === 0) return;
  const stored = { key: upload.key, sha256: "x", sizeBytes: 1 };
  const publishing = { at: OPENED_AT, purgeCheckAt: OPENED_AT };
  expect(await products.recordVerified({ id, ownerUid }, stored, publishing)).toBe(true);
}

async function randomProduct({ random, sellers }: History) {
  const { results } = await env.DB.prepare(
    `SELECT id FROM products WHERE owner_uid IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  )
    .bind(JSON.stringify(sellers))
    .all<{ id: string }>();
  return results.length === 0 ? null : products.byId(pick(results, random).id);
}

/** A sale, which is refunded or not. */
async function sell(productId: string, ownerUid: string, isRefunded: boolean): Promise<void> {
  const { uid } = await insertPerson(env.DB, { name: "Buyer" });
  const order = await newOrder({ productId, ownerUid, buyerUid: uid });
  const payment = newPayment();
  expect(await orders.settle(order.id, payment, OPENED_AT)).toBe("settled");
  if (!isRefunded) return;
  const reference = crypto.randomUUID();
  const terms = {
    orderId: order.id,
    reference,
    payer: payment.payer,
    lamports: payment.sellerPaid,
    closes: true,
  };
  const opened = { ...terms, encryptedSecret: "x", transaction: "x", builtAt: OPENED_AT };
  expect(await refunds.open({ ...opened, lastValidBlockHeight: 1 }, OPENED_AT)).toBe(true);
  await refunds.complete(reference, { signature: crypto.randomUUID(), slot: 6 }, OPENED_AT);
}

/** Deletes one of the sellers. */
async function deleteSeller({ random, sellers }: History): Promise<void> {
  if (sellers.length < 2) return;
  const [uid = ""] = sellers.splice(random(sellers.length), 1);
  await accountLifecycle.remove(uid, crypto.randomUUID(), OPENED_AT);
}

interface Truth {
  seq: number;
  id: string;
  title: string;
  description: string;
  description_format: "plain" | "markdown";
  category_id: number;
  subcategory_id: number | null;
  price_lamports: number;
  status: string;
  search_text: string;
}

/** Compares counts and index with all products, read one by one. */
async function expectKept(): Promise<void> {
  const all = (await env.DB.prepare("SELECT * FROM products ORDER BY seq").all<Truth>()).results;
  const active = all.filter(({ status }) => status === "active");
  for (const { description_format: descriptionFormat, ...row } of all) {
    expect(row.search_text).toBe(searchTextOf({ ...row, descriptionFormat }));
  }
  const indexed = await env.DB.prepare("SELECT rowid FROM product_search").all<{ rowid: number }>();
  expect(indexed.results.map(({ rowid }) => rowid)).toEqual(active.map(({ seq }) => seq));
  const kept = await env.DB.prepare("SELECT * FROM product_counts WHERE products <> 0").all<{
    scope: number;
    products: number;
  }>();
  const counts = Object.fromEntries(kept.results.map(({ scope, products: n }) => [scope, n]));
  expect(counts).toEqual(slowCounts(active));
  for (const row of active) await expectFound(row);
}

function slowCounts(active: readonly Truth[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { category_id, subcategory_id } of active) {
    for (const scope of [0, category_id, subcategory_id]) {
      if (scope !== null) counts[scope] = (counts[scope] ?? 0) + 1;
    }
  }
  return counts;
}

/** The product's own title finds it with its filters, and not with another category. */
async function expectFound(row: Truth): Promise<void> {
  const price = row.price_lamports > 0 ? formatSol(BigInt(row.price_lamports)) : null;
  const search = { q: row.title, min: price, max: price };
  const state = { ...readShopState(new URLSearchParams()), ...search };
  const ids = async (category: number, subcategory: number | null) =>
    (await browseShop({ ...state, category, subcategory }, { uid: null }, deps)).cards.map(
      ({ id }) => id,
    );
  expect(await ids(row.category_id, row.subcategory_id)).toContain(row.id);
  const other = CATEGORIES.find(({ id }) => id !== row.category_id);
  expect(await ids(other?.id ?? 0, null)).not.toContain(row.id);
}
