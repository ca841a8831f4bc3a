import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./browser";

/** What tests use of a browser: each opens contexts of its own. */
export type TestBrowser = Pick<Browser, "newContext" | "newPage" | "contexts">;

/** Launches a browser before the tests of the calling file and closes it after them. */
export function browserForFile(): TestBrowser {
  let browser: Browser | undefined;
  const launched = (): Browser => {
    if (!browser) throw new Error("the browser is launched in beforeAll");
    return browser;
  };
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return {
    newContext: (options) => launched().newContext(options),
    newPage: (options) => launched().newPage(options),
    contexts: () => launched().contexts(),
  };
}
