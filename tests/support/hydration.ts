import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";

const POLL_MS = 50;
/** Only for what never comes. */
const TIMEOUT_MS = 60_000;
const NAVIGATIONS = ["goto", "reload", "goBack", "goForward"] as const;

/**
 * Makes navigation in each page of a context wait until the page is hydrated, unless the call says
 * another `waitUntil`.
 */
export function waitForHydration(context: BrowserContext): void {
  context.on("page", (page) => {
    for (const name of NAVIGATIONS) {
      const navigate: (...args: never[]) => Promise<unknown> = page[name].bind(page);
      const hydrated = async (...args: never[]) => {
        const answer = await navigate(...args);
        if (!args.some((arg) => Object.hasOwn(Object(arg), "waitUntil"))) await untilHydrated(page);
        return answer;
      };
      Object.assign(page, { [name]: hydrated });
    }
  });
}

/**
 * Waits until scripts handle the page, where it has scripts: before that, a link loads a document
 * and a submit button posts its form without them.
 */
async function untilHydrated(page: Page): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isHydrated(page))) {
    if (Date.now() > deadline) throw new Error(`${page.url()} is not hydrated`);
    await sleep(POLL_MS);
  }
}

/** False also where the page is replaced at that moment. */
async function isHydrated(page: Page): Promise<boolean> {
  return page
    .evaluate(() => {
      if (document.querySelector("script[type=module]") === null) return true;
      const container = Object.entries(document).find(([key]) =>
        key.startsWith("__reactContainer"),
      );
      // React keeps the state of a root in its fiber.
      return container?.[1]?.stateNode.current.memoizedState.isDehydrated === false;
    })
    .catch(() => false);
}
