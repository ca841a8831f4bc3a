import { hashToken } from "../../../app/accounts/use-cases/hash-token";
import { placeIn } from "../../../app/dashboard/rules/place";
import { readDashboard } from "../../../app/dashboard/use-cases/read-dashboard";
import { readLibrary } from "../../../app/library/use-cases/read-library";
import { CATEGORIES } from "../../../app/products/rules/categories";
import { readShopState } from "../../../app/shop/http/shop-state";
import { browseShop } from "../../../app/shop/use-cases/browse-shop";
import { offersIn } from "../../../db/checkout/offers";
import { type Db, openDb } from "../../../db/client";
import { catalogueIn } from "../../../db/shop/catalogue";
import { type Repositories, repositoriesOf } from "../../../workers/repositories";
import { MEMBER_TOKEN } from "./database";

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
  /** By page of a person who has signed in: the session's statements and the page's. */
  member: Record<"dashboard" | "purchases" | "product", Statement[]>;
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
  const product = await recordProduct(db, productId);
  return { shop, product, member: await recordMember(db, product.statements) };
}

async function recordMember(db: D1Database, product: Statement[]): Promise<PageQueries["member"]> {
  let uid = "";
  const session = await recordReads(db, async ({ sessions }) => {
    uid = (await sessions.find(await hashToken(MEMBER_TOKEN)))?.session.uid ?? "";
  });
  const settings = { cluster: "localnet" } as const;
  const dashboard = await recordReads(db, (repositories) => {
    const input = { uid, place: placeIn(new URLSearchParams()), confirmIds: [] };
    return readDashboard(input, { ...repositories, settings, clock: { now: Date.now } });
  });
  const purchases = await recordReads(db, (repositories) =>
    readLibrary({ uid, before: null }, { ...repositories, settings }),
  );
  return {
    dashboard: [...session, ...dashboard],
    purchases: [...session, ...purchases],
    product: [...session, ...product],
  };
}

async function recordProduct(db: D1Database, id: string): Promise<PageQueries["product"]> {
  let storagePath = "";
  const statements = await record(db, async (recorded) => {
    const offer = await offersIn(recorded).ofProduct(id, {
      others: MAX_OTHER_PRODUCTS,
      reviews: 5,
      since: 0,
    });
    const [file] = offer?.files ?? [];
    if (!file) throw new Error(`There is no product ${id} with a file`);
    storagePath = file.storagePath;
  });
  return { statements, storagePath };
}

function record(db: D1Database, read: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  return recordOn(db, (recorded) => read(openDb(recorded)));
}

function recordReads(
  db: D1Database,
  read: (repositories: Repositories) => Promise<unknown>,
): Promise<Statement[]> {
  return recordOn(db, (recorded) => read(repositoriesOf(recorded)));
}

async function recordOn(
  db: D1Database,
  read: (db: D1Database) => Promise<unknown>,
): Promise<Statement[]> {
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
  await read(recording as unknown as D1Database);
  return statements;
}
