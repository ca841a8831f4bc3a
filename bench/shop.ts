import { parseArgs } from "node:util";
import { readShopState } from "../app/shop/http/shop-state";
import { encodeCursor } from "../app/shop/rules/cursor";
import { MAX_SEARCHED, type ShopState, SORTS } from "../app/shop/rules/shop";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { MEMBER, openShopDatabase, type ShopDatabase } from "./support/shop-database";
import type { PageCost } from "./support/shop-worker";
import { costOfWrites } from "./support/shop-writes";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const PAGES = [1, 2, 50, 500];
/** Sort keys in the middle: most products have no sales. */
const MIDDLE = { priceLamports: 125_000_000, sold: 0 };
/** Reads of each page by the shop; without indexes it is read once. */
const RUNS = 5;

/** Search parameters by filter. */
function filtersOf(products: number): Record<string, string> {
  return {
    none: "",
    category: "category=4",
    subcategory: "category=4&subcategory=404",
    type: "type=autre",
    "price range": "min=0.05&max=0.2",
    "odd price range": "min=0.157&max=0.352",
    "type and price": "type=autre&min=0.1",
    "common word": "q=files",
    // The number of one product.
    "rare word": `q=${products / 2 + 1}`,
    infix: "q=ighthous",
    "word and filters": "q=lake&category=7&max=0.1",
    "one letter": "q=k",
    "nothing found": "q=zzz",
    "nothing found, common letters": "q=les the",
    favourites: "favs=1",
  };
}

/**
 * What pages of the shop cost: rows that D1 reads for pages 1, 2, 50 and 500 and for one by a cursor to
 * the middle, rows written, and times (ms) over all of these in D1 and in the Worker. The last columns
 * are the same pages by OFFSET and COUNT(*) without an index; rows are the most of any page. `of bound`
 * is the highest share of `maxRows` that a page reads.
 *
 * Arguments are numbers of products; `--folder DIR` keeps the databases for the next run.
 */
export default async function shop(args: readonly string[]): Promise<BenchRow[]> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { folder: { type: "string" } },
    allowPositionals: true,
  });
  const sizes = positionals.length > 0 ? positionals.map(Number) : SIZES;
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new StartFailure(`Numbers of products are needed, as in 1000 10000: ${positionals}`);
  }
  const rows: BenchRow[] = [];
  for (const products of sizes) {
    console.log(`${products} products ...`);
    const database = await openShopDatabase(products, values.folder);
    try {
      for (const [filter, search] of Object.entries(filtersOf(products))) {
        for (const sort of SORTS) {
          const state = { ...readShopState(new URLSearchParams(search)), sort };
          const after = encodeCursor({ ...MIDDLE, seq: Math.ceil(products / 2) }, sort);
          rows.push({ products, filter, sort, ...(await measure(database, state, after)) });
        }
      }
      console.table(await costOfWrites(database.db));
    } finally {
      await database.close();
    }
  }
  for (const products of sizes) printWorst(rows.filter((row) => row.products === products));
  if (sizes.length > 1) printRatios(rows, sizes);
  return rows;
}

async function measure(
  { measure }: ShopDatabase,
  state: ShopState,
  after: string,
): Promise<BenchRow> {
  const page = { state, uid: MEMBER, isUnindexed: false, runs: RUNS };
  const pages: PageCost[] = [];
  const unindexed: PageCost[] = [];
  for (const number of PAGES) {
    const numbered = { ...page, state: { ...state, page: number } };
    pages.push(await measure(numbered));
    unindexed.push(await measure({ ...numbered, isUnindexed: true, runs: 1 }));
  }
  const middle = await measure({ ...page, state: { ...state, after } });
  const all = [...pages, middle];
  const shares = all.map(({ read }, at) => read / maxRows(state, PAGES[at] ?? 1));
  return {
    partial: pages.some(({ isPartial }) => isPartial) ? "yes" : "",
    ...Object.fromEntries(pages.map(({ read }, at) => [`page ${PAGES[at]}`, read])),
    middle: middle.read,
    "of bound": hundredths(Math.max(...shares)),
    written: all.reduce((sum, { written }) => sum + written, 0),
    ...times(all),
    "unindexed rows": Math.max(...unindexed.map(({ read }) => read)),
    ...prefixed("unindexed ", times(unindexed)),
  };
}

/**
 * The most rows that page `page` may read, at any number of products. Searches that no index has in
 * order read a bounded set.
 */
function maxRows({ q, sort, favs }: ShopState, page: number): number {
  const isInOrder = favs || q === "" || (q.length > 2 && sort === "recent");
  return isInOrder ? 2_500 + 16 * page : 5 * MAX_SEARCHED;
}

function times(pages: readonly PageCost[]): BenchRow {
  const d1 = sorted(pages.flatMap(({ d1Ms }) => d1Ms));
  const worker = sorted(pages.flatMap(({ workerMs }) => workerMs));
  return {
    "D1 median": median(d1),
    "D1 worst": d1.at(-1) ?? 0,
    "Worker median": median(worker),
    "Worker worst": worker.at(-1) ?? 0,
  };
}

/** Prints the worst rows of one size. */
function printWorst(rows: readonly BenchRow[]): void {
  const worst = ["page 1", "page 500", "of bound", "D1 median", "D1 worst", "Worker median"].map(
    (column) => {
      const row = rows.reduce((a, b) => (Number(b[column]) > Number(a[column]) ? b : a));
      return { worst: column, value: row[column], filter: row.filter, sort: row.sort };
    },
  );
  console.log(`\n${rows[0]?.products} products, worst cases`);
  console.table(worst);
}

/** Prints the rows that a page reads in the largest shop to those in each smaller one. */
function printRatios(rows: readonly BenchRow[], sizes: readonly number[]): void {
  const largest = Math.max(...sizes);
  const smaller = sizes.filter((size) => size !== largest);
  const columns = smaller.flatMap((size) => ["page 1", "page 2"].map((page) => ({ size, page })));
  console.log(`\nrows read with ${largest} products to those with fewer`);
  console.table(
    rows
      .filter(({ products }) => products === largest)
      .map((row) => {
        const { filter, sort } = row;
        const ratios = columns.map(({ size, page }) => {
          const small = rows.find(
            (one) => one.products === size && one.filter === filter && one.sort === sort,
          );
          return [`${page} to ${size}`, hundredths(Number(row[page]) / Number(small?.[page]))];
        });
        return { filter, sort, ...Object.fromEntries(ratios) };
      }),
  );
}

const prefixed = (prefix: string, row: BenchRow): BenchRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [prefix + name, value]));
const sorted = (values: number[]) => values.sort((a, b) => a - b);
const median = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? 0;
const hundredths = (value: number) => Math.round(100 * value) / 100;
