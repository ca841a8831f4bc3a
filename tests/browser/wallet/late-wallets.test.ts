import { expect, inject, test } from "vitest";
import { browserForFile } from "../../support/browser-for-file";

const { url } = inject("app");
const DEMO = "Continue with Comptoir Demo wallet";
/** Windows (px): all of the page is seen, all but the footer, and a phone. */
const WINDOWS = [
  [1280, 1400],
  [1280, 900],
  [390, 844],
] as const;

const browser = browserForFile();

// spec: page.late-wallets
test.each(WINDOWS)(
  "wallets that register late move nothing in a window of %i x %i",
  async (width, height) => {
    const context = await browser.newContext({ viewport: { width, height } });
    await context.addCookies([{ name: "locale", value: "en", url }]);
    for (const names of [[], ["Late"], ["Late", "Later", "Latest"]]) {
      const page = await context.newPage();
      await page.addInitScript(recordShifts);
      await page.goto(`${url}/login`);
      await page.getByRole("button", { name: DEMO }).waitFor();
      for (const name of names) {
        await page.evaluate(register, name);
        await page.getByRole("button", { name: `Continue with ${name} wallet` }).waitFor();
      }
      expect(await page.evaluate(shifted)).toEqual([]);
      const buttons = await page.getByRole("button", { name: /^Continue with/ }).allInnerTexts();
      const first = names.length > 0 ? names : ["Phantom"];
      expect(buttons).toEqual([...first.map((name) => `Continue with ${name} wallet`), DEMO]);
      await page.close();
    }
    await context.close();
  },
);

/** Runs in the page before its own scripts. */
function recordShifts(): void {
  const shifts: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Reflect.set(window, "shifts", () => [...shifts, ...observer.takeRecords()]);
}

/** In the page: what has moved, once the last change was painted. */
async function shifted(): Promise<unknown[]> {
  const painted = () => new Promise((done) => requestAnimationFrame(done));
  await painted();
  await painted();
  const shifts: PerformanceEntry[] = Reflect.get(window, "shifts")();
  return shifts.map((entry) => entry.toJSON());
}

/** In the page: registers a wallet by the events of the Wallet Standard. */
function register(name: string): void {
  const wallet = {
    version: "1.0.0",
    name,
    icon: "data:image/svg+xml;base64,",
    chains: ["solana:mainnet"],
    accounts: [],
    features: { "standard:connect": {}, "solana:signMessage": {} },
  };
  const detail = (api: { register(wallet: unknown): void }) => api.register(wallet);
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail }));
}
