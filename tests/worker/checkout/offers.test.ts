import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { offersIn } from "../../../db/checkout/offers";
import { openDb } from "../../../db/client";
import { recordStatements } from "../../support/count-statements";
import { insertProduct } from "../../support/factories/product";
import { changeRow, insertRow } from "../../support/rows";
import { newSeller } from "../../support/seller";

/** The offer of a product with at most four others of its seller, and how it was read. */
async function read(id: string) {
  const { db, statements } = recordStatements(env.DB);
  let batches = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === "batch") batches += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    offer: await offersIn(openDb(counted)).ofProduct(id, { others: 4, reviews: 5, since: 0 }),
    statements,
    batches,
  };
}

async function insertFile(key: string, productId: string, ownerUid: string) {
  await insertRow(env.DB, "files", {
    key,
    storage_path: `protectedFiles/${key}`,
    owner_uid: ownerUid,
    product_id: productId,
    file_name: "rain.flac",
    content_type: "audio/flac",
    size_bytes: 7,
    sha256: "ab",
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: 1,
    note: "Second take",
  });
}

test("one batch reads a product, its seller, its file and the seller's newest others", async () => {
  const { uid } = await newSeller();
  const key = crypto.randomUUID();
  const file = { key, name: "rain.flac" };
  const others = { status: "active" } as const;
  const older = await insertProduct(env.DB, uid, { ...others, title: "Older" });
  const traits = { title: "Rain", saleLimit: 7, sold: 2, held: 1, price: 5_000 };
  const id = await insertProduct(env.DB, uid, traits, file);
  await insertFile(key, id, uid);
  for (const status of ["draft", "disabled"] as const) await insertProduct(env.DB, uid, { status });
  const newer = [];
  for (const title of ["1", "2", "3", "4"])
    newer.unshift(await insertProduct(env.DB, uid, { title }));
  await changeRow(env.DB, "users", { uid }, { plan: "premium", plan_read_at: 9 });
  const { offer, statements, batches } = await read(id);
  expect({ statements: statements.length, batches }).toEqual({ statements: 4, batches: 1 });
  const stock = { saleType: "limited", saleLimit: 7, sold: 2, held: 1 };
  expect(offer?.product).toMatchObject({
    id,
    title: "Rain",
    ownerUid: uid,
    releaseId: key,
    ...stock,
  });
  expect(offer?.product.priceLamports).toBe(5_000n);
  expect(offer?.seller).toMatchObject({ uid, plan: { id: "premium", readAt: 9, triedAt: null } });
  expect(offer?.files).toMatchObject([
    {
      position: 1,
      name: "rain.flac",
      storagePath: `protectedFiles/${key}`,
      sizeBytes: 7,
      sha256: "ab",
      status: "complete",
    },
  ]);
  expect(offer?.note).toBe("Second take");
  expect(offer?.others.map((other) => other.id)).toEqual(newer);
  const { offer: ofOldest } = await read(older);
  expect(ofOldest?.files).toEqual([]);
  expect(ofOldest?.others.map((other) => other.id)).toEqual(newer);
});

test("no seller where the account was deleted, and no offer of an unknown product", async () => {
  const { uid } = await newSeller();
  const id = await insertProduct(env.DB, uid);
  await changeRow(env.DB, "users", { uid }, { deleted_at: 1 });
  const { offer } = await read(id);
  expect(offer).toMatchObject({ seller: null, files: [], product: { id, ownerUid: uid } });
  expect(offer?.presentation).toEqual({ pictures: [], sample: null });
  expect((await read("unknown")).offer).toBeNull();
});

test("each row is found by an index, and the others need no sorting", async () => {
  const { statements } = await read("any");
  for (const sql of statements) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...(sql.includes("?2") ? ["any", "0"] : ["any"]))
      .all<{ detail: string }>();
    const steps = plan.results.map(({ detail }) => detail);
    expect(steps.length).toBeGreaterThan(0);
    // A subquery has the rows that an index has found.
    const slow = /^SCAN (?!CONSTANT ROW|\(subquery)|TEMP B-TREE/;
    expect(steps.filter((step) => slow.test(step))).toEqual([]);
  }
});
