import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { ordersIn } from "../../../db/orders/orders";
import { refundsIn } from "../../../db/orders/refunds";
import { sqlDatabase } from "../../../dev/backup/database";
import { answerReport, findInInbox, listInbox } from "../../../dev/inbox/inbox";
import { localDatabase } from "../../../dev/run/local-database";
import { type AppWithBrowser, openPage, startAppWithBrowser } from "../../support/app-with-browser";
import { insertOrder, paymentOf } from "../../support/factories/order";
import { type Person, person } from "../../support/factories/person";
import { product, type TestProduct } from "../../support/factories/product";
import { insertReview } from "../../support/factories/review";
import { frameFaults } from "../../support/frame-faults";
import { newAddress, newSignature } from "../../support/random-keys";

let app: AppWithBrowser;

beforeAll(async () => {
  app = await startAppWithBrowser();
});
afterAll(() => app?.stop());

const LAMPORTS = 50_000_000n;

async function buy(item: TestProduct, buyer: Person) {
  const db = localDatabase(app.worker);
  const of = { productId: item.id, ownerUid: item.seller.uid, buyerUid: buyer.uid };
  const order = await insertOrder(db, { ...of, priceLamports: LAMPORTS });
  const payment = paymentOf(order, { surplus: 0n });
  await ordersIn(openDb(db)).settle(order.id, payment, Date.now());
  return { id: order.id, payment };
}

async function refund({ id: orderId, payment }: Awaited<ReturnType<typeof buy>>): Promise<void> {
  const refunds = refundsIn(openDb(localDatabase(app.worker)));
  const reference = newAddress();
  const built = { reference, orderId, payer: payment.payer, lamports: LAMPORTS, closes: true };
  const wire = { transaction: "", builtAt: Date.now(), lastValidBlockHeight: 1 };
  await refunds.open({ ...built, ...wire, encryptedSecret: "" }, Date.now());
  await refunds.complete(reference, { signature: newSignature(), slot: 2 }, Date.now());
}

/** The rating in the product data of a page; undefined for none. */
async function ratingIn(page: Page): Promise<Record<string, unknown> | undefined> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text)).find((data) => data["@type"] === "Product")
    ?.aggregateRating;
}

/** The product's page for somebody who has not seen it: visitors get a kept page for some seconds. */
const openProduct = (item: TestProduct, locale: "fr" | "en" = "en", who?: Person) =>
  openPage(app, `/acheter/${item.id}`, { locale, ...(who && { who }) });

const WORDS = {
  fr: {
    link: "Avis",
    stars: "2 étoiles sur 5",
    five: "5 étoiles sur 5",
    name: "Nom public (facultatif)",
    send: "Publier l’avis",
    saved: "Votre avis est publié.",
    save: "Enregistrer l’avis",
    remove: "Supprimer l’avis",
    confirm: "Supprimer",
    removed: "Votre avis est supprimé.",
    buyer: /^Acheteur [2-9a-z]{4}$/,
    sum: "5 étoiles sur 5, 1 avis",
  },
  en: {
    link: "Review",
    stars: "2 stars of 5",
    five: "5 stars of 5",
    name: "Public name (optional)",
    send: "Publish the review",
    saved: "Your review is published.",
    save: "Save the review",
    remove: "Remove the review",
    confirm: "Remove",
    removed: "Your review is removed.",
    buyer: /^Buyer [2-9a-z]{4}$/,
    sum: "5 of 5 stars, 1 review",
  },
} as const;

// spec: reviews.name, reviews.sums
test.each([
  ["fr", 390, true],
  ["en", 1280, false],
] as const)(
  "a buyer writes, changes and removes a review by keyboard, which the best shops let buyers do (%s, %i px)",
  async (locale, width, javaScriptEnabled) => {
    const words = WORDS[locale];
    const item = await product(app, { title: `Tide tables ${locale}` });
    const buyer = await person(app);
    await buy(item, buyer);
    const window = { viewport: { width, height: 800 }, javaScriptEnabled };
    const { page, context } = await openPage(app, "/purchases", { locale, who: buyer, ...window });
    await page.getByRole("link", { name: words.link, exact: true }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await frameFaults(page)).toEqual([]);

    // The server refuses a name of the site, and brings back what was typed.
    await page.getByRole("radio", { name: words.five }).focus();
    await page.keyboard.press("Space");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("radio", { name: words.stars }).isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Half of it is missing.");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Comptoir");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("radio", { name: words.stars }).isChecked()).toBe(true);
    expect(await page.locator("textarea").inputValue()).toBe("Half of it is missing.");
    await page.getByLabel(words.name).fill("");
    await page.getByRole("button", { name: words.send }).click();
    await page.getByText(words.saved).waitFor();

    const seen = await openProduct(item, locale);
    const review = seen.page.getByRole("article").filter({ hasText: "Half of it is missing." });
    const name = await review.getByRole("heading").locator("span").last().textContent();
    expect(name).toMatch(words.buyer);
    expect(await ratingIn(seen.page)).toMatchObject({ ratingValue: "2.0", ratingCount: 1 });

    await page.getByRole("radio", { name: words.five }).check();
    await page.getByLabel(words.name).fill("Robin");
    await page.getByRole("button", { name: words.save }).click();
    await page.getByText(words.saved).waitFor();
    await seen.page.reload();
    await seen.page.getByRole("heading", { name: "Robin" }).waitFor();
    expect(await seen.page.getByRole("link", { name: words.sum }).count()).toBe(1);
    await seen.page.goto(`${app.url}/shop?q=${encodeURIComponent(`Tide tables ${locale}`)}`);
    await seen.page.getByRole("img", { name: words.sum }).waitFor();

    await page.locator("summary", { hasText: words.remove }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: words.confirm, exact: true }).press("Enter");
    await page.getByText(words.removed).waitFor();
    expect(await frameFaults(page)).toEqual([]);
    const after = await openProduct(item, locale);
    expect(await after.page.getByText("Robin").count()).toBe(0);
    expect(await ratingIn(after.page)).toBeUndefined();
    for (const one of [context, seen.context, after.context]) await one.close();
  },
);

// spec: reviews.answer
test("the seller finds a review from the dashboard and answers it, and nobody else does", async () => {
  const item = await product(app, { title: "Harbour sounds" });
  const buyer = await person(app);
  const { id: orderId } = await buy(item, buyer);
  const db = localDatabase(app.worker);
  const id = await insertReview(db, { orderId, uid: buyer.uid, stars: 3, text: "Too quiet." });
  const who = item.seller;
  const { page, context } = await openPage(app, "/dashboard", { who });
  await page.locator("summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "Reviews", exact: true }).click();
  await page.getByText("Too quiet.").waitFor();
  await page.getByRole("link", { name: "Answer", exact: true }).click();
  await page.getByLabel("Your answer").fill("Turn it up.");
  await page.getByRole("button", { name: "Save the answer" }).press("Enter");
  await page.getByRole("link", { name: "Change the answer" }).waitFor();
  const seen = await openProduct(item);
  await seen.page.getByText("Answer of the seller").waitFor();
  expect(await seen.page.getByText("Turn it up.").count()).toBe(1);
  const body = new URLSearchParams({ answer: "Not mine" });
  const init = { method: "POST", headers: buyer.headers, body };
  expect((await fetch(`${app.url}/dashboard/reviews/${id}`, init)).status).toBe(404);
  for (const one of [context, seen.context]) await one.close();
});

// spec: reviews.report, reviews.hidden
test.each([
  ["fr", "Signaler cet avis", "Envoyer le signalement", "Votre signalement"],
  ["en", "Report this review", "Send the report", "Your report"],
] as const)(
  "a visitor without script reports a review, and its buyer reads why it was hidden (%s)",
  async (locale, report, send, done) => {
    const item = await product(app);
    const buyer = await person(app);
    const { id: orderId } = await buy(item, buyer);
    const db = localDatabase(app.worker);
    const review = await insertReview(db, {
      orderId,
      uid: buyer.uid,
      text: "Ada Lovelace lives here.",
    });
    const { page, context } = await openPage(app, `/reviews/${item.id}`, {
      ...{ locale, who: null, javaScriptEnabled: false, viewport: { width: 320, height: 640 } },
    });
    expect(await frameFaults(page)).toEqual([]);
    await page.getByRole("link", { name: report }).click();
    await page.getByRole("heading", { level: 1, name: report }).waitFor();
    expect(await page.getByText("Ada Lovelace").count()).toBe(1);
    await page.locator("[name=reason]").selectOption("privacy");
    await page.locator("[name=text]").fill(`It names me: ${review}`);
    await page.getByRole("button", { name: send }).click();
    await page.getByRole("heading", { level: 1, name: done }).waitFor();

    const inbox = sqlDatabase(db);
    const sent = (await listInbox(inbox)).find(({ message }) => message.includes(review));
    const found = await findInInbox(inbox, sent?.id);
    if (found.kind !== "report") throw new Error("not a report");
    const decide = (decision: string) =>
      answerReport(inbox, found, { decision, reason: "It names a person." }, Date.now());
    await decide("removed");
    await page.reload();
    expect(await page.getByText("It names a person.").count()).toBe(1);
    const all = await fetch(`${app.url}/reviews/${item.id}`);
    expect(await all.text()).not.toContain("Ada Lovelace");
    const own = `${app.url}/purchases/${orderId}/review`;
    const read = async () => (await fetch(own, { headers: buyer.headers })).text();
    expect(await read()).toContain("It names a person.");
    await decide("kept");
    expect(await read()).not.toContain("It names a person.");
    expect(await (await fetch(`${app.url}/reviews/${item.id}`)).text()).toContain("Ada Lovelace");
    await context.close();
  },
);

// spec: reviews.record, reviews.refunded
test("after a refund the review is marked and closed, and the page says how often and how fast", async () => {
  const item = await product(app);
  const [buyer, other] = [await person(app), await person(app)];
  const bought = await buy(item, buyer);
  await buy(item, other);
  const db = localDatabase(app.worker);
  await insertReview(db, {
    orderId: bought.id,
    uid: buyer.uid,
    stars: 1,
    text: "It never played.",
  });
  await refund(bought);
  const { page, context } = await openProduct(item, "fr");
  const review = page.getByRole("article").filter({ hasText: "It never played." });
  expect(await review.getByText("Remboursé", { exact: true }).count()).toBe(1);
  expect(await ratingIn(page)).toBeUndefined();
  const record = "Remboursements de ce vendeur : 1 sur 2 ventes en 12 mois, en moyenne un jour";
  expect((await page.locator("main").innerText()).replaceAll("\u00a0", " ")).toContain(record);
  await context.close();

  const path = `/purchases/${bought.id}/review`;
  const closed = await openPage(app, path, { who: buyer });
  expect(await closed.page.getByRole("radio").count()).toBe(0);
  const body = new URLSearchParams({ stars: "5", text: "Better" });
  const init = { method: "POST", headers: buyer.headers, body };
  expect((await fetch(`${app.url}${path}`, init)).status).toBe(409);
  await closed.page.locator("summary", { hasText: "Remove the review" }).click();
  await closed.page.getByRole("button", { name: "Remove", exact: true }).click();
  await closed.page.getByText("Your review is removed.").waitFor();
  await closed.context.close();
});
