import { CATEGORIES } from "../../../app/products/rules/categories";
import { readShopState } from "../../../app/shop/http/shop-state";
import { browseShop } from "../../../app/shop/use-cases/browse-shop";
import { usersIn } from "../../../db/accounts/users";
import { type Db, openDb } from "../../../db/client";
import { productsIn } from "../../../db/products/products";
import { protectedFilesIn } from "../../../db/products/protected-files";
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
  /** Of one product: its row, then seller, other products and file. */
  product: { id: string; first: Statement; others: Statement[]; storagePath: string };
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
  const [first, ...others] = await record(db, async (recorded) => {
    const products = productsIn(recorded);
    const product = await products.byId(id);
    if (!product) throw new Error(`There is no product ${id}`);
    await usersIn(recorded).byUid(product.ownerUid);
    await products.othersOnSale(product, MAX_OTHER_PRODUCTS);
    const file = await protectedFilesIn(recorded).byKey(product.fileKey ?? "");
    storagePath = file?.storagePath ?? "";
  });
  if (!first) throw new Error("No statement was recorded");
  return { id, first, others, storagePath };
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
