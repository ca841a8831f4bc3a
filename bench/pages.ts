import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paths } from "../app/lib/paths";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { MEMBER_TOKEN, PRODUCT_ID } from "./support/pages/database";
import { recordQueries } from "./support/pages/queries";
import {
  measureRounds,
  type PageRounds,
  type PageTargets,
  type ServerName,
} from "./support/pages/rounds";
import { rowsOf } from "./support/pages/rows";
import {
  type PageServer,
  type ServerOptions,
  startBaseline,
  startOurs,
  workerBaseline,
} from "./support/pages/servers";
import { buildStockApp, mainOf, readPage } from "./support/pages/stock-build";
import { templatesOf } from "./support/pages/templates";
import type { VitalsPage } from "./support/pages/vitals-rounds";
import { measureVitalsRounds } from "./support/pages/vitals-rounds";

/** The button of the menu: ours opens a popover, the stock one `details`. */
const MENU = "[popovertarget], summary";
/** Of a visitor: what is clicked in Chromium. Of a member: the page of the stock app. */
const PAGES = {
  shop: { path: paths.shop, clicks: ["article button", `a[href="${paths.shop}?category=2"]`] },
  product: { path: paths.buy(PRODUCT_ID), clicks: ["article button", MENU] },
  dashboard: { path: paths.dashboard, member: "dashboard" },
  purchases: { path: paths.purchases, member: "purchases" },
  "product, member": { path: paths.buy(PRODUCT_ID), member: "product" },
} as const;

/** A visitor who has chosen English, the language of the stock app. */
const HEADERS = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  Accept: "text/html",
  "Accept-Language": "en",
  Cookie: "locale=en",
};

const ROUNDS = 6;
const ROUND_MS = 3_000;
const LOADS = 5;
const PRODUCTS = 1_000;
/** The stock page may differ by this share between rounds. */
const MAX_WOBBLE = 0.2;

/**
 * Pages of a visitor and of a member: ours rendered, ours from the page cache, the same page as a stock
 * Remix app, as hand-written HTML, and a bare Worker that answers the rows as JSON. Each has a workerd of
 * its own with the same data.
 *
 * Requests a second are measured in turn, round by round, and compared within a round. In Chromium, ours
 * as it is deployed and the stock app are loaded in turn on a slow phone: columns from LCP on.
 *
 * `--pages shop,product` takes some of the pages, `--rounds 6`, `--seconds 3` (of a round), `--loads 5` (in
 * Chromium) and `--products 1000` other numbers; 0 rounds or loads leave that part out.
 * `--max-wobble 20` (percent) bounds the differences between the rounds of the stock page, above which
 * the run ends.
 */
export default async function pages(args: readonly string[]): Promise<BenchRow[]> {
  const options = readArguments(args);
  const folder = mkdtempSync(join(tmpdir(), "pages-bench-"));
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
  try {
    const running: PageServer[] = [];
    const rounds: Partial<Record<PageName, PageRounds>> = {};
    let baselines: Awaited<ReturnType<typeof startServers>>["baselines"];
    try {
      const started = await startServers(folder, options.products, running);
      baselines = started.baselines;
      for (const page of options.rounds > 0 ? options.pages : []) {
        console.log(`${page}, load ${loadavg()[0]?.toFixed(1)} ...`);
        const targets = targetsOf(page, started.servers);
        rounds[page] = await measureRounds(targets, headersOf(page), options);
      }
    } finally {
      for (const server of running.reverse()) await server.stop();
    }
    const clicked = options.pages.filter((page) => "clicks" in PAGES[page]);
    const loaded = Object.fromEntries(clicked.map((page) => [page, PAGES[page] as VitalsPage]));
    const vitals =
      options.loads > 0 ? await measureVitalsRounds(loaded, baselines, { ...options, folder }) : {};
    return options.pages.flatMap((page) => rowsOf(page, rounds[page], vitals[page]));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startServers(folder: string, products: number, running: PageServer[]) {
  const optionsOf = (name: string): ServerOptions => ({
    folder: join(folder, name),
    products,
    hasAssets: false,
  });
  const started = async (starting: Promise<PageServer>) => {
    const server = await starting;
    running.push(server);
    return server;
  };
  const rendered = await started(
    startOurs({ ...optionsOf("rendered"), vars: { PAGE_CACHE: "off" } }),
  );
  const cached = await started(startOurs(optionsOf("cached")));
  const queries = await recordQueries(rendered.db, PRODUCT_ID);
  const read = (page: PageName) => readPage(rendered.origin + PAGES[page].path, headersOf(page));
  const stockApp = await buildStockApp({
    dashboard: mainOf(await read("dashboard")),
    purchases: mainOf(await read("purchases")),
    product: mainOf(await read("product, member")),
  });
  const templates = templatesOf({ shop: await read("shop"), product: await read("product") });
  const bindings = { QUERIES: queries };
  const stock = await started(startBaseline(stockApp, bindings, optionsOf("stock")));
  const html = await started(
    startBaseline(
      await workerBaseline("html-page-worker"),
      { ...bindings, TEMPLATES: templates },
      optionsOf("html"),
    ),
  );
  const bare = await started(
    startBaseline(await workerBaseline("bare-page-worker"), bindings, optionsOf("bare")),
  );
  return { servers: { rendered, cached, stock, html, bare }, baselines: { stockApp, queries } };
}

/** A member's page has no cached form and none by hand, and a path of its own in the baselines. */
function targetsOf(page: PageName, servers: Record<ServerName, PageServer>): PageTargets {
  const shown = PAGES[page];
  const { rendered, stock, bare } = servers;
  const all = "member" in shown ? { rendered, stock, bare } : servers;
  const pathOf = (server: string) =>
    "member" in shown && server !== "rendered" ? `/member/${shown.member}` : shown.path;
  return Object.fromEntries(
    Object.entries(all).map(([name, server]) => [name, { ...server, path: pathOf(name) }]),
  );
}

function headersOf(page: PageName): Record<string, string> {
  if (!("member" in PAGES[page])) return HEADERS;
  return { ...HEADERS, Cookie: `${HEADERS.Cookie}; session=${MEMBER_TOKEN}` };
}

type PageName = keyof typeof PAGES;

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      loads: { type: "string" },
      products: { type: "string" },
      "max-wobble": { type: "string" },
    },
  });
  const known = Object.keys(PAGES) as PageName[];
  const pages = (values.pages?.split(",") ?? known) as PageName[];
  if (!pages.every((page) => known.includes(page))) {
    throw new StartFailure(`--pages takes some of ${known.join(",")}`);
  }
  const number = (name: Exclude<keyof typeof values, "pages">, fallback: number, least = 1) => {
    const value = Number(values[name] ?? fallback);
    if (value >= least) return value;
    throw new StartFailure(`--${name} takes a number from ${least}`);
  };
  return {
    pages,
    rounds: number("rounds", ROUNDS, 0),
    loads: number("loads", LOADS, 0),
    roundMs: 1_000 * number("seconds", ROUND_MS / 1_000),
    products: number("products", PRODUCTS),
    maxWobble: number("max-wobble", 100 * MAX_WOBBLE) / 100,
  };
}
