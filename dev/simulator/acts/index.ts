import type { Act } from "../steps";
import * as browser from "./buyers/browser";

/** Everything that people do, by the name that stands in plans. */
export const acts: Readonly<Record<string, Act>> = {
  "buys in the browser": browser.buysInBrowser,
  "buys with a sending wallet": browser.buysWithSendingWallet,
  "buys with a rewriting wallet": browser.buysWithRewritingWallet,
  "buys slowly": browser.buysSlowly,
  "buys and leaves": browser.buysAndLeaves,
};
