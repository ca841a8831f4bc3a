import type { Browser, Page } from "playwright-core";
import type { BenchRow } from "../dev/bench";
import { startInProcessApp } from "../tests/support/app-here";
import { LAMPORTS_PER_SOL } from "../tests/support/app-under-test";
import { launchBrowser } from "../tests/support/browser";
import { product } from "../tests/support/factories/product";
import { newAddress } from "../tests/support/random-keys";
import { slowDown } from "./support/pages/vitals";

const RUNS = 20;
/** Of the view (px): a small phone, a phone, a desk. */
const WIDTHS = [320, 390, 1440];
/** As long as a slot of mainnet. */
const SLOT_MS = 400;

/** Presses a button or a link once it is there. */
type Press = (role: "button" | "link", name: RegExp) => Promise<void>;

const PAY = /^Pay with .+ Demo$/;
/** In the wallet's own dialog. */
const APPROVE = /^Approve$/;

/** Each way from the link in hand to the download, by its presses. */
const WAYS: Record<string, (press: Press) => Promise<void>> = {
  async "without an account"(press) {
    await press("button", PAY);
    await press("button", APPROVE);
    await press("link", /Download the file/);
  },
  async "signing in"(press) {
    await press("link", /buy now/i);
    await press("button", /^Continue with .+ Demo wallet$/);
    await press("button", APPROVE);
    await press("button", /^Buy now$/);
    await press("button", PAY);
    await press("button", APPROVE);
    await press("link", /Download the file/);
  },
};

/**
 * From a link in hand to the file on a slow phone (slow 4G, a processor of a quarter of the speed), with
 * an empty cache and the demo wallet: presses, and the time (s) until the download begins. The way without
 * an account beside the way by signing in with the same wallet, in turn.
 */
export default async function checkout(): Promise<BenchRow[]> {
  const platform = newAddress();
  const env = { PAGE_CACHE: "on", PLATFORM_WALLET: platform };
  const app = await startInProcessApp({ env, chain: { slotMs: SLOT_MS } });
  const browser = await launchBrowser();
  try {
    app.chain.airdrop(platform, LAMPORTS_PER_SOL);
    const item = await product(app);
    const url = `${app.url}/acheter/${item.id}`;
    const rows: BenchRow[] = [];
    for (const width of WIDTHS) {
      const took = new Map(Object.keys(WAYS).map((way) => [way, [] as Run[]]));
      for (let run = 0; run < RUNS; run += 1) {
        for (const [way, walk] of Object.entries(WAYS)) {
          took.get(way)?.push(await measure(browser, { url, width, walk }));
        }
      }
      for (const [way, runs] of took) rows.push({ width, way, ...summary(runs) });
    }
    return rows;
  } finally {
    await browser.close();
    await app.stop();
  }
}

interface Run {
  presses: number;
  seconds: number;
}

async function measure(
  browser: Pick<Browser, "newContext">,
  { url, width, walk }: { url: string; width: number; walk(press: Press): Promise<void> },
): Promise<Run> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en" });
  try {
    await context.addCookies([{ name: "locale", value: "en", url: new URL(url).origin }]);
    const page = await context.newPage();
    await slowDown(page);
    const begins = page.waitForEvent("download");
    let presses = 0;
    const from = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await walk(async (role, name) => {
      await press(page, role, name);
      presses += 1;
    });
    await begins;
    return { presses, seconds: (performance.now() - from) / 1_000 };
  } finally {
    await context.close();
  }
}

async function press(page: Page, role: "button" | "link", name: RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().click();
}

function summary(runs: readonly Run[]): Record<string, number> {
  const times = runs.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  const round = (seconds: number) => Math.round(seconds * 10) / 10;
  return {
    presses: Math.max(...runs.map(({ presses }) => presses)),
    "median (s)": round(at(0.5)),
    "p95 (s)": round(at(0.95)),
  };
}
