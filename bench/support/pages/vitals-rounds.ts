import { join } from "node:path";
import { freePort } from "../../../dev/run/port";
import { closeBrowser, launchBrowser } from "../../../tests/support/browser";
import { startGzipProxy } from "./gzip-proxy";
import type { PageQueries } from "./queries";
import { type Baseline, startBaseline, startOurs } from "./servers";
import { measureVitals, type Vitals } from "./vitals";

export interface VitalsPage {
  path: string;
  /** Selectors of what is clicked, on the page of either app. */
  clicks: readonly string[];
}

export type VitalsRounds = Record<"ours" | "stock", Vitals[]>;

interface Options {
  /** Absolute. */
  folder: string;
  products: number;
  loads: number;
}

/**
 * Loads pages of the app and of the stock app in turn on a slow phone, each `loads` times. Both are
 * served with their assets, as `npm start` does, behind a proxy that compresses.
 */
export async function measureVitalsRounds<Name extends string>(
  pages: Readonly<Record<Name, VitalsPage>>,
  { stockApp, queries }: { stockApp: Baseline; queries: PageQueries },
  { folder, products, loads }: Options,
): Promise<Record<Name, VitalsRounds>> {
  const stops: (() => Promise<void>)[] = [];
  const served = async (start: (origin: string) => ReturnType<typeof startOurs>) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = await start(origin);
    stops.push(server.stop);
    const proxy = await startGzipProxy(port, server.origin);
    stops.push(proxy.stop);
    return origin;
  };
  const optionsOf = (name: string) => ({ folder: join(folder, name), products, hasAssets: true });
  try {
    const origins = {
      ours: await served((origin) =>
        startOurs({ ...optionsOf("ours"), vars: { APP_ORIGIN: origin } }),
      ),
      stock: await served(() =>
        startBaseline(stockApp, { QUERIES: queries }, optionsOf("stock-assets")),
      ),
    };
    const browser = await launchBrowser();
    stops.push(closeBrowser);
    const measured = {} as Record<Name, VitalsRounds>;
    for (const [name, { path, clicks }] of Object.entries(pages) as [Name, VitalsPage][]) {
      console.log(`${name} in Chromium ...`);
      measured[name] = { ours: [], stock: [] };
      // The first load of each is for the caches of the server.
      for (let load = 0; load <= loads; load += 1) {
        for (const app of ["ours", "stock"] as const) {
          const vitals = await measureVitals(browser, { url: origins[app] + path, clicks });
          if (load > 0) measured[name][app].push(vitals);
        }
      }
    }
    return measured;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
