import { afterAll, beforeAll, expect, test } from "vitest";
import { apiPage, examplesIn } from "../../support/api/examples";
import type { Variables } from "../../support/api/patterns";
import { type Preparations, prepare } from "../../support/api/preparations";
import { runExample } from "../../support/api/run-example";
import type { InProcessApp } from "../../support/app-here";
import { startPaymentApp } from "../../support/payment-app";

/** In the order of the page: later examples use variables of earlier ones. */
const examples = examplesIn(apiPage()).map((example, at) => ({
  ...example,
  name: `${at + 1}: ${example.method} ${example.path} is ${example.answer.status}`,
}));

let app: InProcessApp;
let preparations: Preparations;
const known: Variables = new Map();

beforeAll(async () => {
  app = await startPaymentApp();
  known.set("operatorSecret", app.operatorSecret ?? "");
  preparations = await prepare(app, app.platformWallet, known);
});

afterAll(() => app?.stop());

// spec: field.purchase.refresh, call.backend, call.create-transaction
// spec: json.examples
test.each(examples)("$name", async (example) => {
  const { endpoint, method } = example;
  const prepareExample = (endpoint && preparations[endpoint]) || null;
  await prepareExample?.();
  if (endpoint) delete preparations[endpoint];
  const ask = () => runExample(app, example, known);
  if (method !== "GET") return expect(await ask()).toEqual([]);
  // The effect of an earlier example, such as a payment, may take a moment, and add to what is prepared.
  const askAgain = async () => {
    await prepareExample?.();
    return ask();
  };
  if ((await ask()).length > 0) await expect.poll(askAgain).toEqual([]);
});
