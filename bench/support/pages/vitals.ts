import type { Browser, Page } from "playwright-core";

/** What Chromium reports of one load and of the interactions after it. */
export interface Vitals {
  /** Largest contentful paint (ms). */
  lcpMs: number;
  /** Cumulative layout shift, by session windows. */
  cls: number;
  /** Interaction to next paint (ms): the slowest interaction. Chromium reports none under 16 ms. */
  inpMs: number;
  /** The same for the first click alone: in the shop, a heart. */
  firstClickMs: number;
  /** Scripts as transferred, compressed with gzip. */
  scriptBytes: number;
  /** Visible elements of the page, to compare two of the same content. */
  elements: number;
}

/** Slow 4G and a slow phone, as the presets of Chrome's developer tools have them. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const MIN_INP_MS = 16;
/** The compiler that runs this file names functions by a helper, which is not in the page. */
const NAME_HELPER = "globalThis.__name = (value) => value;";
/** From an interaction to the report of its paint. */
const REPORT_MS = 1_000;

/**
 * Loads a page on a slow phone with an empty cache, and clicks on the elements of `clicks` (CSS
 * selectors) once it is hydrated.
 */
export async function measureVitals(
  browser: Pick<Browser, "newContext">,
  { url, clicks }: { url: string; clicks: readonly string[] },
): Promise<Vitals> {
  const context = await browser.newContext({ ...PHONE, locale: "en" });
  try {
    await context.addCookies([{ name: "locale", value: "en", url }]);
    await context.addInitScript(NAME_HELPER);
    await context.addInitScript(observe);
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(url);
    await page.waitForLoadState("networkidle");
    const loaded = await page.evaluate(readLoad);
    const slowest: number[] = [];
    for (const selector of clicks) {
      await page.locator(selector).first().click();
      await page.waitForTimeout(REPORT_MS);
      slowest.push(Math.max(MIN_INP_MS, await page.evaluate(readInteraction)));
    }
    return { ...loaded, inpMs: slowest.at(-1) ?? 0, firstClickMs: slowest[0] ?? 0 };
  } finally {
    await context.close();
  }
}

/** Makes a page's network and processor those of a slow phone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

interface Observed {
  lcpMs: number;
  shifts: { at: number; value: number }[];
  inpMs: number;
}

type ObservedWindow = Window & { observed: Observed };

/** Runs in the page before its own scripts. */
function observe(): void {
  const observed: Observed = { lcpMs: 0, shifts: [], inpMs: 0 };
  (window as unknown as ObservedWindow).observed = observed;
  const each = (type: string, report: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(report)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  each("largest-contentful-paint", ({ startTime }) => {
    observed.lcpMs = startTime;
  });
  each("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as unknown as {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) observed.shifts.push({ at: entry.startTime, value });
  });
  each("event", (entry) => {
    const { interactionId } = entry as unknown as { interactionId: number };
    if (interactionId > 0) observed.inpMs = Math.max(observed.inpMs, entry.duration);
  });
}

/** Runs in the page. A window of shifts ends after 1 s without one, or after 5 s. */
function readLoad(): Omit<Vitals, "inpMs" | "firstClickMs"> {
  const { lcpMs, shifts } = (window as unknown as ObservedWindow).observed;
  let [cls, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { at, value } of shifts) {
    if (at - last > 1_000 || at - first > 5_000) [sum, first] = [0, at];
    [sum, last] = [sum + value, at];
    cls = Math.max(cls, sum);
  }
  const scripts = performance
    .getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"));
  return {
    lcpMs,
    cls,
    scriptBytes: scripts.reduce(
      (bytes, entry) => bytes + (entry as PerformanceResourceTiming).encodedBodySize,
      0,
    ),
    elements: [...document.body.querySelectorAll("*")].filter((element) =>
      element.checkVisibility(),
    ).length,
  };
}

/** Runs in the page. */
function readInteraction(): number {
  return (window as unknown as ObservedWindow).observed.inpMs;
}
