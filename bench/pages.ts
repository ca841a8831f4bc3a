import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { paths } from "../app/lib/paths";
import type { BenchRow } from "../dev/bench";
import { StartFailure } from "../dev/run/failure";
import { PRODUCT_ID } from "./support/pages/database";
import { recordQueries } from "./support/pages/queries";
import { measureRounds, type PageRounds } from "./support/pages/rounds";
import { rowsOf } from "./support/pages/rows";
import {
  bareBaseline,
  type PageServer,
  type ServerOptions,
  startBaseline,
  startOurs,
} from "./support/pages/servers";
import { buildStockApp, readMain } from "./support/pages/stock-build";
import { measureVitalsRounds } from "./support/pages/vitals-rounds";

/** The button of the menu: ours opens a popover, the stock one `details`. */
const MENU = "[popovertarget], summary";
const PAGES = {
  home: { path: paths.home, clicks: [MENU] },
  shop: { path: paths.shop, clicks: ["article button", `a[href="${paths.shop}?category=2"]`] },
  text: { path: paths.about, clicks: [MENU] },
  product: { path: paths.buy(PRODUCT_ID), clicks: ["article button", MENU] },
};
/** Pages that read no data: a bare Worker has nothing to do. */
const WITHOUT_DATA = ["home", "text"];

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
 * Pages of a visitor: ours rendered, ours from the page cache, the same page as a stock Remix app, and a
 * bare Worker that answers the rows as JSON. Each has a workerd of its own with the same data.
 *
 * Requests a second are measured in turn, round by round, and compared within a round. In Chromium, ours
 * as it is deployed and the stock app are loaded in turn on a slow phone: columns from LCP on.
 *
 * `--pages home,shop` takes some of the pages, `--rounds 6`, `--seconds 3` (of a round), `--loads 5` (in
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
        const target = { path: PAGES[page].path, headers: HEADERS };
        rounds[page] = await measureRounds(started.servers, target, options);
      }
    } finally {
      for (const server of running.reverse()) await server.stop();
    }
    const loaded = Object.fromEntries(options.pages.map((page) => [page, PAGES[page]]));
    const vitals =
      options.loads > 0 ? await measureVitalsRounds(loaded, baselines, { ...options, folder }) : {};
    return options.pages.flatMap((page) =>
      rowsOf({ page, hasData: !WITHOUT_DATA.includes(page) }, rounds[page], vitals[page]),
    );
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
  const stockApp = await buildStockApp({
    home: await readMain(rendered.origin + PAGES.home.path, HEADERS),
    about: await readMain(rendered.origin + PAGES.text.path, HEADERS),
  });
  const stock = await started(startBaseline(stockApp, queries, optionsOf("stock")));
  const bare = await started(startBaseline(await bareBaseline(), queries, optionsOf("bare")));
  return { servers: { rendered, cached, stock, bare }, baselines: { stockApp, queries } };
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
