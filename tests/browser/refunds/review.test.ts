import { Keypair } from "@solana/web3.js";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedWallet, PRICE_LAMPORTS, sql } from "../../support/app-under-test";
import { type AppWithBrowser, startAppWithBrowser } from "../../support/app-with-browser";
import { seriousViolations } from "../../support/axe";
import { changeOrder } from "../../support/factories/order";
import { linkWallet, type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent, ledgerIds } from "../../support/ledger-checks";
import {
  openOrder,
  payOrder,
  reportSignature,
  sendTransfers,
  waitForShort,
  waitForStatus,
} from "../../support/order-api";
import { advanceToFinality } from "../../support/review-api";
import { injectWallet } from "../../support/wallet";

let app: AppWithBrowser;
/** Of the files before. */
let earlier: ReadonlySet<string>;

beforeAll(async () => {
  app = await startAppWithBrowser();
  earlier = await ledgerIds(app);
});
afterAll(() => app?.stop());

/** A signed-in context of phone size. */
async function windowOf({ headers }: Person): Promise<BrowserContext> {
  const viewport = { width: 390, height: 844 };
  const context = await app.browser.newContext({ locale: "en", viewport });
  const pairs = String(headers.Cookie).split("; ");
  await context.addCookies(
    pairs.map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return { name, value, url: app.url };
    }),
  );
  return context;
}

// spec: refund.accept
test("a seller accepts a short payment, then refunds it from the wallet", async () => {
  const item = await product(app, { title: "Rain, live" });
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id, payer);
  const short = await sendTransfers(app, payer, [
    { to: recipient, lamports: PRICE_LAMPORTS - 1, references: [reference] },
  ]);
  await reportSignature(app, buyer, transactionId, short);
  await waitForShort(app, transactionId, PRICE_LAMPORTS - 1);
  await advanceToFinality(app);
  const own = await windowOf(buyer);
  const ticket = await own.newPage();
  await ticket.goto(`${app.url}/acheter/${item.id}`);
  await ticket.getByText("0.049999999 SOL came, and no payment covers the price").waitFor();
  await ticket.getByText("0.000000001 SOL are missing").waitFor();
  await ticket.getByText("The seller can return 0.049999999 SOL").waitFor();
  expect(await seriousViolations(ticket)).toEqual([]);
  await own.close();

  const context = await windowOf(item.seller);
  const page = await context.newPage();
  // The wallet can't send: the server sends.
  const signer = await injectWallet(page, item.recipient, {
    rpcUrl: app.chain.url,
    signOnly: true,
  });
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole("link", { name: "1 payment to review" }).click();
  const card = page.locator(`[data-order="${transactionId}"]`);
  await card.getByText("Too little was paid").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  const wider = await page.evaluate(() => document.body.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  await card.locator("summary", { hasText: "Accept" }).click();
  await card.getByText("is delivered for 0.049999999 SOL").waitFor();
  await card.getByRole("button", { name: "Accept and deliver" }).click();
  await page.getByText("Nothing to review.").waitFor();
  await waitForStatus(app, buyer, transactionId, "paid");
  await advanceToFinality(app);

  await page.goto(`${app.url}/dashboard`);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("link", { name: "Sales", exact: true }).click();
  await card.locator("summary", { hasText: "Refund" }).click();
  const sign = card.getByRole("button", { name: "Sign with Test Wallet" });
  signer.mode = "reject";
  await sign.click();
  await card.getByRole("alert").waitFor();
  signer.mode = "approve";
  const before = app.chain.balance(payer.publicKey.toBase58()) ?? 0n;
  await sign.click();
  await card.getByText("Refunded", { exact: true }).waitFor();
  expect((app.chain.balance(payer.publicKey.toBase58()) ?? 0n) - before).toBe(
    BigInt(PRICE_LAMPORTS - 1),
  );
  await waitForStatus(app, buyer, transactionId, "refunded");
  await expectLedgerConsistent(app, earlier);
  await context.close();
});

// spec: refund.refund-commission
test("a wallet that was not paid cannot refund, and the seller is told the commission", async () => {
  const item = await product(app);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  await advanceToFinality(app);
  const context = await windowOf(item.seller);
  const bare = await context.newPage();
  await bare.goto(`${app.url}/dashboard/sales`);
  await bare.locator("summary", { hasText: "Refund" }).click();
  await bare.getByRole("button", { name: "Sign with Phantom" }).click();
  await bare.getByRole("alert").getByText("Wallet not detected").waitFor();
  const page = await context.newPage();
  await injectWallet(page, Keypair.generate(), { rpcUrl: app.chain.url });
  await page.goto(`${app.url}/dashboard/sales`);
  const card = page.locator(`[data-order="${transactionId}"]`);
  await card.locator("summary", { hasText: "Refund" }).click();
  await card.getByText("You bear the commission of 0.0005 SOL").waitFor();
  await card.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await card.getByText("This is not the wallet that was paid").waitFor();
  expect(await sql(app, "SELECT * FROM refunds WHERE order_id = ?", transactionId)).toEqual([]);
  await context.close();
});

/** Gives a part of the seller's leg of an order to an author: no product names one yet. */
async function shareWithAuthor(orderId: string, lamports: number): Promise<string> {
  const author = fundedWallet(app).publicKey.toBase58();
  const [row] = await sql<{ terms: string }>(app, "SELECT terms FROM orders WHERE id = ?", orderId);
  const { legs, ...terms } = JSON.parse(row?.terms ?? "") as {
    legs: { role: string; wallet: string; amount: string }[];
  };
  const shared = legs.flatMap((leg) =>
    leg.role === "seller"
      ? [
          { role: "author", wallet: author, amount: `${lamports}` },
          { ...leg, amount: `${Number(leg.amount) - lamports}` },
        ]
      : [leg],
  );
  await changeOrder(app, orderId, { terms: JSON.stringify({ ...terms, legs: shared }) });
  return author;
}

test("a seller shares a payment that came whole, and it is accepted", async () => {
  const item = await product(app, { title: "Two voices" });
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const { transactionId, recipient, reference } = await openOrder(app, buyer, item.id, payer);
  const author = await shareWithAuthor(transactionId, 10_000_000);
  const whole = { to: recipient, lamports: PRICE_LAMPORTS, references: [reference] };
  const signature = await sendTransfers(app, payer, [whole]);
  await reportSignature(app, buyer, transactionId, signature);
  await waitForStatus(app, buyer, transactionId, "review");
  await advanceToFinality(app);
  const context = await windowOf(item.seller);
  const page = await context.newPage();
  await injectWallet(page, item.recipient, { rpcUrl: app.chain.url, signOnly: true });
  await page.goto(`${app.url}/dashboard/review`);
  const card = page.locator(`[data-order="${transactionId}"]`);
  await card.getByText("Paid, but not shared").waitFor();
  await card.locator("summary", { hasText: "Share and accept" }).click();
  await card.getByText("0.01 SOL go from your wallet to the others").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  const before = app.chain.balance(author) ?? 0n;
  await card.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await card.getByText("A transaction to the others was prepared").waitFor();
  await advanceToFinality(app);
  await page.getByText("Nothing to review.").waitFor();
  await waitForStatus(app, buyer, transactionId, "paid");
  expect((app.chain.balance(author) ?? 0n) - before).toBe(10_000_000n);
  await expectLedgerConsistent(app, earlier);
  await context.close();
});

// spec: buying.claim
test("the wallet that paid the order of another account claims its file", async () => {
  const item = await product(app);
  const [buyer, payer] = [await person(app), fundedWallet(app)];
  const opened = await openOrder(app, buyer, item.id, fundedWallet(app));
  const signature = await sendTransfers(app, payer, [
    { to: opened.recipient, lamports: PRICE_LAMPORTS, references: [opened.reference] },
  ]);
  await reportSignature(app, buyer, opened.transactionId, signature);
  await waitForStatus(app, buyer, opened.transactionId, "paid_by_other");
  const context = await windowOf(buyer);
  const page = await context.newPage();
  await page.goto(`${app.url}/acheter/${item.id}`);
  await page.getByRole("link", { name: "Get the file with that wallet" }).click();
  await page.getByText("Sign in with the wallet that paid").waitFor();
  const address = payer.publicKey.toBase58();
  // Of another account: a wallet that the buyer links would settle the order by itself.
  const owner = await person(app);
  await linkWallet(app, owner, address);
  const other = await windowOf(owner);
  const claim = await other.newPage();
  await claim.goto(page.url());
  await claim.getByRole("button", { name: "Get the file" }).click();
  await claim.waitForURL(`${app.url}/acheter/${item.id}`);
  await claim.getByText("The file is yours", { exact: true }).waitFor();
  await waitForStatus(app, owner, opened.transactionId, "paid");
  await other.close();
  await expectLedgerConsistent(app, earlier);
  await context.close();
});
