import type { Page } from "playwright-core";
import { googlePaths } from "../../app/lib/google-paths";
import { paths, query } from "../../app/lib/paths";
import { reviewPaths } from "../../app/lib/review-paths";
import type { Screen } from "./screen";
import { SHARED_EMAIL } from "./world";

/** Status of a return from Google that this browser did not start. */
const GOOGLE_FLOW_EXPIRED = 410;

const visitor = (
  id: string,
  route: Screen["route"],
  path: string | Screen["path"],
  more: Partial<Screen> = {},
): Screen => ({
  id,
  route,
  who: "visitor",
  path: typeof path === "string" ? () => path : path,
  ...more,
});

/** Submits the form of the page past the browser's own checks. */
export async function submitUnchecked(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
  });
  await page.locator("main form [type=submit]:visible").last().click();
  await page.locator("main [role=alert]").first().waitFor();
}

/** Opens the page of the local provider where a person chooses an account. */
async function openGoogle(page: Page): Promise<void> {
  await page.locator(`main a[href^="${googlePaths.start}"]`).click();
  await page.getByRole("link", { name: SHARED_EMAIL }).waitFor();
}

/** Signs in at the provider with the address of a password account. */
async function chooseGoogleAccount(page: Page): Promise<void> {
  await openGoogle(page);
  await page.getByRole("link", { name: SHARED_EMAIL }).click();
  await page.waitForURL(`**${googlePaths.account}`);
}

/** On a wide window there is no such button. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.locator("nav [popovertarget]:visible");
  if ((await button.count()) > 0) await button.click();
}

/** Asks for a wallet that the browser does not have. */
export async function chooseAbsentWallet(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Phantom/ }).click();
  await page.getByRole("alert").first().waitFor();
}

/** An address of which strangers try the password. */
const LOCKED_OUT = "locked-out@example.org";
const MAX_TRIES = 14;

async function spendPasswordTries(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const form = { intent: "sign-in", email: LOCKED_OUT, password: "a wrong password" };
  const once = () =>
    page.request.post(origin + paths.login, { form, headers: { Origin: origin }, maxRedirects: 0 });
  await Promise.all(Array.from({ length: MAX_TRIES }, once));
}

/** The first step of a withdrawal, with words as long as people have them. */
async function fillWithdrawal(page: Page): Promise<void> {
  await page.locator("[name=name]").fill("Robin Example");
  await page
    .locator("[name=contract]")
    .fill(`Twelve sheets, drawn in one winter (${"7".repeat(88)}), bought on 3 November`);
  await page.locator("[name=contact]").fill("robin@example.org");
  await page.locator("main form [type=submit]").click();
  await page.locator("[name=intent][value=confirm]").waitFor();
}

async function declareWithdrawal(page: Page): Promise<void> {
  await fillWithdrawal(page);
  await page.locator("[name=intent][value=confirm]").click();
  await page.locator("[data-acknowledgement]").waitFor();
}

/** Public pages, and what a visitor sees of the others. */
export const VISITOR_SCREENS: readonly Screen[] = [
  visitor("home", "home", paths.home),
  visitor("home-menu", "home", paths.home, { widths: [390, 320], isWindow: true, act: openMenu }),
  visitor("home-accueil", "accueil", paths.accueil),
  visitor("home-language-offer", "home", paths.home, { isLanguageUnchosen: true, isWindow: true }),
  visitor("about-menu", "about", paths.about, {
    widths: [390, 320],
    isWindow: true,
    act: openMenu,
  }),
  visitor("shop", "shop", paths.shop),
  visitor("shop-list", "shop", paths.shop + query({ view: "list" })),
  visitor("shop-category", "shop", paths.shop + query({ category: 1 })),
  visitor("shop-empty", "shop", paths.shop + query({ q: "nothing like this" })),
  visitor("shop-favourites-empty", "shop", paths.shop + query({ favs: 1 })),
  visitor(
    "shop-quick-view",
    "shop",
    ({ products }) => paths.shop + query({ product: products.limited }),
    { isWindow: true },
  ),
  visitor("shop-failed", "shop", paths.shop, { status: 503, missingTable: "products" }),
  visitor("sell", "sell", ({ sellerUid }) => paths.sell(sellerUid)),
  visitor("sell-empty", "sell", ({ emptySellerUid }) => paths.sell(emptySellerUid)),
  visitor("sell-missing", "sell", paths.sell("nobody"), { status: 404 }),
  visitor("sell-failed", "sell", ({ sellerUid }) => paths.sell(sellerUid), {
    status: 503,
    missingTable: "sell_pages",
  }),
  visitor("preview", "preview", ({ products }) => paths.preview(products.own)),
  visitor("preview-broken", "preview", ({ products }) => paths.preview(products.broken), {
    status: 500,
  }),
  visitor("preview-missing", "preview", paths.preview("nothing"), { status: 404 }),
  visitor("buy-visitor", "buy", ({ products }) => paths.buy(products.limited)),
  visitor("buy-code", "buy", ({ soldProductId }) => paths.buy(soldProductId)),
  visitor(
    "buy-code-refused",
    "buy",
    ({ soldProductId }) => paths.buy(soldProductId) + query({ code: "WINTER" }),
  ),
  visitor("buy-bundle", "buy", ({ bundles }) => paths.buy(bundles.onSale)),
  visitor("buy-bundle-stopped", "buy", ({ bundles }) => paths.buy(bundles.stopped)),
  visitor("buy-missing", "buy", paths.buy("nothing"), { status: 404 }),
  visitor("buy-failed", "buy", ({ products }) => paths.buy(products.none), {
    status: 503,
    missingTable: "products",
  }),
  visitor("createur", "creator", paths.creator),
  visitor("guide-wallet", "wallet-guide", paths.walletGuide),
  visitor("business-plan", "business-plan", paths.businessPlan),
  visitor(
    "business-plan-error",
    "business-plan",
    paths.businessPlan + query({ price: "x", sales: "1.5", rate: "a" }),
  ),
  visitor("about", "about", paths.about),
  visitor("terms", "terms", paths.terms),
  visitor("tutorial", "on-ramp", paths.onRamp),
  visitor("contact", "contact", paths.contact),
  visitor("contact-error", "contact", paths.contact, { act: submitUnchecked }),
  visitor("contact-sent", "contact", paths.contact, {
    async act(page: Page) {
      await page.locator("[name=email]").fill("robin@example.org");
      await page.locator("[name=message]").fill("Which wallets can I use?");
      await page.locator("main form [type=submit]").click();
      await page.locator("main [role=status]").waitFor();
    },
  }),
  visitor("report", "report", ({ products }) => paths.report(products.own)),
  visitor("report-error", "report", ({ products }) => paths.report(products.own), {
    act: submitUnchecked,
  }),
  visitor(
    "report-review",
    "report",
    ({ reviewedProductId, reviewId }) =>
      paths.report(reviewedProductId) + query({ review: reviewId }),
  ),
  visitor("buy-reviews", "buy", ({ reviewedProductId }) => paths.buy(reviewedProductId)),
  visitor("reviews", "product-reviews", ({ reviewedProductId }) =>
    reviewPaths.productReviews(reviewedProductId),
  ),
  visitor("reviews-empty", "product-reviews", ({ products }) =>
    reviewPaths.productReviews(products.none),
  ),
  visitor("reviews-missing", "product-reviews", reviewPaths.productReviews("nothing"), {
    status: 404,
  }),
  visitor("report-missing", "report", paths.report("nothing"), { status: 404 }),
  visitor("report-sent", "report-status", ({ products }) => paths.report(products.own), {
    async act(page: Page) {
      await page.locator("[name=reason]").selectOption("copyright");
      await page.locator("[name=text]").fill("Page 3 shows my photograph without a licence.");
      await page.locator("[name=email]").fill("robin@example.org");
      await page.locator("main form [type=submit]").click();
      await page.waitForURL(`**${paths.reportStatus("")}*`);
    },
  }),
  visitor("report-answered", "report-status", ({ reportToken }) => paths.reportStatus(reportToken)),
  visitor("report-status-missing", "report-status", paths.reportStatus("a".repeat(43)), {
    status: 404,
  }),
  visitor("withdrawal", "withdrawal", paths.withdrawal),
  visitor("withdrawal-error", "withdrawal", paths.withdrawal, { act: submitUnchecked }),
  visitor("withdrawal-confirm", "withdrawal", paths.withdrawal, { act: fillWithdrawal }),
  visitor("withdrawal-received", "acknowledgement", paths.withdrawal, { act: declareWithdrawal }),
  visitor("legal-notice", "legal-notice", paths.legalNotice),
  visitor("privacy", "privacy", paths.privacy),
  visitor("accessibility", "accessibility", paths.accessibility),
  visitor("ranking", "ranking", paths.ranking),
  visitor("login", "login", paths.login),
  visitor("login-sign-up", "login", paths.login + query({ mode: "sign-up" })),
  visitor("login-error", "login", paths.login, {
    async act(page: Page) {
      await page.locator("[name=email]").fill("lea@comptoir.example");
      await page.locator("[name=password]").fill("not the password");
      await submitUnchecked(page);
    },
  }),
  visitor("login-sign-up-error", "login", paths.login + query({ mode: "sign-up" }), {
    async act(page: Page) {
      await page.locator("[name=email]").fill("robin@comptoir.example");
      await page.locator("[name=password]").fill("short");
      await submitUnchecked(page);
    },
  }),
  visitor("login-wallet-absent", "login", paths.login, { act: chooseAbsentWallet }),
  visitor("login-locked", "login", paths.login, {
    async act(page: Page) {
      await spendPasswordTries(page);
      await page.locator("[name=email]").fill(LOCKED_OUT);
      await page.locator("[name=password]").fill("a wrong password");
      await submitUnchecked(page);
    },
  }),
  visitor("login-recover", "recover", paths.recover),
  visitor("login-recover-error", "recover", paths.recover, { act: submitUnchecked }),
  visitor("login-google", "login", paths.login, { act: openGoogle, isPictureOnly: true }),
  visitor("google-account", "google-account", paths.login, { act: chooseGoogleAccount }),
  visitor("google-account-error", "google-account", paths.login, {
    async act(page: Page) {
      await chooseGoogleAccount(page);
      await page.locator("[name=password]").fill("not the password");
      await page.locator("main form [type=submit]").first().click();
      await page.locator("main [role=alert]").waitFor();
    },
  }),
  visitor("google-callback", "google-callback", `${googlePaths.callback}?code=a&state=b`, {
    status: GOOGLE_FLOW_EXPIRED,
  }),
  visitor("login-after-purchases", "login", paths.purchases),
  visitor("take-expired", "take", paths.take("a".repeat(43)), { status: 404 }),
];
