import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { purchasePaths } from "../../../app/lib/purchase-paths";
import { sitePaths } from "../../../app/lib/site-paths";
import { CHECKER_PATH } from "../../../app/library/rules/purchase-proof";
import type { InProcessApp } from "../../support/app-here";
import { fundedWallet } from "../../support/app-under-test";
import { readyToPay } from "../../support/factories/order";
import { product } from "../../support/factories/product";
import {
  callAsGuest,
  openAsGuest,
  sendAsGuest,
  signAsGuest,
  waitAsGuest,
} from "../../support/guest-api";
import { payOrder, readOrder, waitForStatus } from "../../support/order-api";
import { startPaymentApp } from "../../support/payment-app";
import { advanceToFinality } from "../../support/review-api";
import { runChecker } from "../../support/run-checker";
import { ROOT } from "../../support/sources";

let app: InProcessApp;
beforeAll(async () => {
  app = await startPaymentApp();
});
afterAll(() => app?.stop());

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "comptoir-proof-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

// spec: statement.checker
test("the shop serves the program that checks its proofs", async () => {
  const answer = await fetch(app.url + CHECKER_PATH);
  expect(answer.headers.get("Content-Type")).toMatch(/^(text|application)\/javascript/);
  expect(await answer.text()).toBe(readFileSync(join(ROOT, "public", CHECKER_PATH), "utf8"));
});

/** Checks a proof by the keys that the shop publishes and on its chain. */
async function checkOnChain(folder: string, proof: string, ...more: string[]) {
  writeFileSync(join(folder, "proof.json"), proof);
  const keys = app.url + sitePaths.publicKeys;
  const args = ["proof.json", "--keys", keys, "--node", app.chain.url, ...more];
  return runChecker(folder, args);
}

// spec: statement.purchase, statement.checker
test("a payment is proved once it is final, and the chain and the file say the same", async () => {
  const { buyer, payer, orderId } = await readyToPay(app);
  await payOrder(app, orderId, payer);
  await waitForStatus(app, buyer, orderId, "paid");
  await advanceToFinality(app);
  const ask = () =>
    fetch(app.url + purchasePaths.purchaseProof(orderId), { headers: buyer.headers });
  await expect.poll(async () => (await ask()).status).toBe(200);
  const proof = await (await ask()).text();
  const folder = newFolder();
  const { downloadUrl = "" } = await readOrder(app, buyer, orderId);
  const bytes = await (await fetch(downloadUrl)).arrayBuffer();
  writeFileSync(join(folder, "bought"), Buffer.from(bytes));
  const { code, output } = await checkOnChain(folder, proof, "--file", "bought");
  expect(output).toContain("Good");
  expect(output).toContain(payer.publicKey.toBase58());
  expect(code).toBe(0);

  // Another order of another buyer does not borrow it.
  const other = proof.replace(orderId, crypto.randomUUID());
  expect((await checkOnChain(folder, other)).code).toBe(1);
});

// spec: statement.purchase-rights, statement.checker
test("a guest's browser gets the proof of what it paid", async () => {
  const item = await product(app);
  const payer = fundedWallet(app);
  const order = await openAsGuest(app, item.id, payer.publicKey.toBase58());
  expect((await sendAsGuest(app, order, await signAsGuest(app, order, payer))).status).toBe(200);
  await waitAsGuest(app, order, "paid");
  await advanceToFinality(app);
  const ask = (secret: string | null) => callAsGuest(app, secret, `/${order.transactionId}/proof`);
  await expect.poll(async () => (await ask(order.secret)).status).toBe(200);
  const { code, output } = await checkOnChain(newFolder(), await (await ask(order.secret)).text());
  expect([code, output]).toEqual([0, expect.stringContaining(payer.publicKey.toBase58())]);
  expect((await ask(null)).status).toBe(404);
});
