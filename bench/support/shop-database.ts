import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { seededRandom } from "../../app/products/rules/cover-shapes";
import { reindex } from "../../db/shop/reindex";
import { ignoreSpuriousWakeups } from "../../dev/run/local-worker";
import { migrate, readMigrations } from "../../dev/run/migrate";
import { insertProducts } from "../../dev/seed/generated/insert-products";
import { generatedProduct } from "../../dev/seed/generated/product";
import { bundleWorker } from "./bundle-worker";
import type { PageCost, PageRequest } from "./shop-worker";

/** Rows of one statement: far below the 2 MB that D1 allows. */
const ROWS_AT_ONCE = 1_000;
/** The most that an account keeps. */
const FAVOURITES = 500;

export const SELLER = "seller";
export const MEMBER = "member";

export interface ShopDatabase {
  db: D1Database;
  /** Reads a page in a Worker beside the database. */
  measure(page: PageRequest): Promise<PageCost>;
  close(): Promise<void>;
}

/**
 * A database with `count` generated products: one in 20 disabled, one in four with sales, and a member
 * with favourites.
 *
 * @param folder keeps the database for the next run; without one it is in a temporary folder
 */
export async function openShopDatabase(count: number, folder?: string): Promise<ShopDatabase> {
  const path = folder
    ? join(folder, `${count}-${versionOf()}`)
    : mkdtempSync(join(tmpdir(), "shop-"));
  mkdirSync(path, { recursive: true });
  ignoreSpuriousWakeups();
  const miniflare = new Miniflare({
    modules: true,
    script: await bundleWorker("bench/support/shop-worker.ts"),
    compatibilityDate: "2026-04-01",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    d1Persist: path,
    cf: false,
  });
  const database = await miniflare.getD1Database("DB");
  const db = database as unknown as D1Database;
  const note = join(path, "filled");
  if (!existsSync(note)) {
    await migrate(db);
    await fill(db, count);
    writeFileSync(note, "");
  }
  return {
    db,
    async measure(page) {
      const answer = await miniflare.dispatchFetch("http://shop.invalid/", {
        method: "POST",
        body: JSON.stringify(page),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as PageCost;
    },
    async close() {
      await miniflare.dispose();
      if (!folder) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Indexes and triggers are made after the rows, which is several times as fast. */
async function fill(db: D1Database, count: number): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = 'products' AND type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of results) await db.prepare(`DROP ${type} ${name}`).run();
  await db
    .prepare("INSERT INTO users (uid, display_name, created_at) VALUES (?, '', 0)")
    .bind(SELLER)
    .run();
  for (let done = 0; done < count; done += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - done) }, (_, at) =>
      soldProduct(done + at),
    );
    await insertProducts(db, rows, { key: "file", name: "file" });
  }
  for (const { sql } of results) await db.prepare(sql).run();
  await reindex(db);
  await db
    .prepare(
      `INSERT INTO favourites (uid, product_id, added_at)
       SELECT ?1, id, seq FROM products WHERE seq % max(1, ?2 / ?3) = 0 LIMIT ?3`,
    )
    .bind(MEMBER, count, FAVOURITES)
    .run();
}

function soldProduct(at: number) {
  const { seller: _, ...product } = generatedProduct(at);
  const random = seededRandom(`sales/${at}`);
  return {
    ...product,
    ownerUid: SELLER,
    recipient: "wallet",
    status: random(20) === 0 ? ("disabled" as const) : ("active" as const),
    // A few sell far more than the others.
    sold: random(4) === 0 ? random(1 + random(200)) : 0,
    saleType: "infinite" as const,
    saleLimit: null,
  };
}

/** Changes with the schema. */
function versionOf(): string {
  return createHash("sha256").update(JSON.stringify(readMigrations())).digest("hex").slice(0, 8);
}
