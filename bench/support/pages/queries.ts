import { CATEGORIES } from "../../../app/products/rules/categories";
import { readShopState } from "../../../app/shop/http/shop-state";
import { browseShop } from "../../../app/shop/use-cases/browse-shop";
import { offersIn } from "../../../db/checkout/offers";
import { type Db, openDb } from "../../../db/client";
import { catalogueIn } from "../../../db/shop/catalogue";

/** Other products of the seller on the page of a product. */
const MAX_OTHER_PRODUCTS = 4;

export interface Statement {
  sql: string;
  params: unknown[];
}

/** The statements that the app runs for its pages, as texts. */
export interface PageQueries {
  /** By category id, empty for none: one batch each. */
  shop: Record<string, Statement[]>;
  /** Of one product: a batch for its row with seller and file, and for the seller's other products. */
  product: { statements: Statement[]; storagePath: string };
}

/**
 * Records the SQL of the app's own repositories for a visitor, so that the baselines read the same
 * rows without building the statements.
 */
export async function recordQueries(db: D1Database, productId: string): Promise<PageQueries> {
  const shop: PageQueries["shop"] = {};
  for (const category of ["", ...CATEGORIES.map(({ id }) => String(id))]) {
    const state = readShopState(new URLSearchParams(category && { category }));
    shop[category] = await record(db, (recorded) => {
      const deps = { catalogue: catalogueIn(recorded), clock: { now: () => 0 } };
      return browseShop(state, { uid: null }, deps);
    });
  }
  return { shop, product: await recordProduct(db, productId) };
}

async function recordProduct(db: D1Database, id: string): Promise<PageQueries["product"]> {
  let storagePath = "";
  const statements = await record(db, async (recorded) => {
    const offer = await offersIn(recorded).ofProduct(id, MAX_OTHER_PRODUCTS);
    if (!offer?.file) throw new Error(`There is no product ${id} with a file`);
    storagePath = offer.file.storagePath;
  });
  return { statements, storagePath };
}

async function record(db: D1Database, read: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const recording = {
    ...db,
    prepare(sql: string) {
      const statement = db.prepare(sql);
      const bind = (...params: unknown[]) => {
        statements.push({ sql, params });
        return statement.bind(...params);
      };
      return { ...statement, bind };
    },
  };
  await read(openDb(recording as unknown as D1Database));
  return statements;
}
