import type { Page } from "playwright-core";
import { offerPaths } from "../../app/lib/offer-paths";
import { paths, query } from "../../app/lib/paths";
import { reviewPaths } from "../../app/lib/review-paths";
import { toolPaths } from "../../app/lib/tool-paths";
import { draftForm } from "../../app/products/rules/draft";
import { filePayload, fillProductForm } from "../../tests/support/product-page";
import { newAddress } from "../../tests/support/random-keys";
import { demoId } from "../seed/demo/people";
import type { Screen } from "./screen";
import { chooseAbsentWallet, submitUnchecked } from "./visitor-screens";

const seller = (
  id: string,
  route: Screen["route"],
  path: string | Screen["path"],
  more: Partial<Screen> = {},
): Screen => ({
  id,
  route,
  who: "seller",
  path: typeof path === "string" ? () => path : path,
  ...more,
});

const leaveWithChanges = async (page: Page) => {
  await page.locator("main textarea").first().fill("Not saved");
  await page.evaluate(() => history.back());
  await page.locator("dialog:modal").waitFor();
};

/** Opens the last decision on the first payment, which is the refund. */
const openDecision = (page: Page) =>
  page.locator("[data-order]").first().locator("summary").last().click();

/** Fills the form of a new product and submits it with a file. */
async function sendFile(page: Page): Promise<void> {
  await fillProductForm(page);
  await page.locator("[name=file]").setInputFiles(filePayload(Buffer.alloc(9_000_000, 1)));
  await page.locator("form:has([name=recipient]) [type=submit]").click();
}

/** The pages of a person who sells. */
export const SELLER_SCREENS: readonly Screen[] = [
  seller("dashboard", "dashboard", paths.dashboard),
  seller("dashboard-year", "dashboard", paths.dashboard + query({ period: "12-months" })),
  seller("dashboard-found-none", "dashboard", paths.dashboard + query({ q: "xyzzy" })),
  seller("dashboard-selected", "dashboard", paths.dashboard, {
    async act(page: Page) {
      await page.locator("[data-product] [type=checkbox]").nth(1).check();
      await page.locator("[data-product] details > summary").nth(1).click();
    },
  }),
  seller("received-reviews", "received-reviews", reviewPaths.receivedReviews),
  seller("received-reviews-empty", "received-reviews", reviewPaths.receivedReviews, {
    who: "newcomer",
  }),
  seller("answer-review", "answer-review", ({ reviewId }) => reviewPaths.answerReview(reviewId)),
  seller("answer-review-missing", "answer-review", reviewPaths.answerReview("nothing"), {
    status: 404,
  }),
  seller("dashboard-empty", "dashboard", paths.dashboard, { who: "newcomer" }),
  seller(
    "dashboard-confirm",
    "dashboard",
    ({ products }) => paths.dashboard + query({ confirm: products.own }),
    { isWindow: true },
  ),
  seller("dashboard-failed", "dashboard", paths.dashboard, {
    status: 503,
    missingTable: "ledger",
  }),
  seller("dashboard-sales", "sales", paths.sales),
  seller("dashboard-sales-empty", "sales", paths.sales, { who: "newcomer" }),
  seller("sale-receipt", "sale-receipt", ({ saleOrderId }) => paths.saleReceipt(saleOrderId)),
  seller("dashboard-sales-refund", "sales", paths.sales, { act: openDecision }),
  seller("dashboard-sources", "sources", paths.sources),
  seller("dashboard-sources-empty", "sources", paths.sources, { who: "newcomer" }),
  seller("dashboard-sources-error", "sources", paths.sources, {
    async act(page: Page) {
      await page.locator("[name=name]:not([type=hidden])").fill("a b");
      await submitUnchecked(page);
    },
  }),
  seller("codes", "codes", offerPaths.codes),
  seller("codes-empty", "codes", offerPaths.codes, { who: "newcomer" }),
  seller("codes-disable", "codes", offerPaths.codes, {
    act: (page: Page) => page.locator("[data-code] summary").first().click(),
  }),
  seller("codes-new", "new-code", offerPaths.newCode),
  seller(
    "codes-new-product",
    "new-code",
    ({ products }) => offerPaths.newCode + query({ product: products.own }),
  ),
  seller("codes-new-error", "new-code", offerPaths.newCode, { act: submitUnchecked }),
  seller("code", "code", ({ codeId }) => offerPaths.code(codeId)),
  seller("code-missing", "code", offerPaths.code("nothing"), { status: 404 }),
  seller("bundles", "bundles", offerPaths.bundles),
  seller("bundles-empty", "bundles", offerPaths.bundles, { who: "newcomer" }),
  seller("bundles-new", "new-bundle", offerPaths.newBundle),
  seller("bundles-new-none", "new-bundle", offerPaths.newBundle, { who: "newcomer" }),
  seller("bundles-new-error", "new-bundle", offerPaths.newBundle, {
    async act(page: Page) {
      await page.locator("[name=title]").fill("Two");
      await page.locator("[name=item]").first().check();
      await submitUnchecked(page);
    },
  }),
  seller("bundle", "bundle", ({ bundles }) => offerPaths.bundle(bundles.onSale)),
  seller("bundle-stopped", "bundle", ({ bundles }) => offerPaths.bundle(bundles.stopped)),
  seller("bundle-missing", "bundle", offerPaths.bundle("nothing"), { status: 404 }),
  seller("edit-bundle", "edit", ({ bundles }) => paths.edit(bundles.onSale)),
  seller("buy-bundle-own", "buy", ({ bundles }) => paths.buy(bundles.onSale)),
  seller("delete-bundled", "delete-product", () => toolPaths.deleteProduct(demoId("relecture"))),
  seller("dashboard-review", "review", paths.review, { who: "otherSeller" }),
  seller("dashboard-review-refund", "review", paths.review, {
    who: "otherSeller",
    async act(page: Page) {
      await openDecision(page);
      await chooseAbsentWallet(page);
    },
  }),
  seller("dashboard-review-empty", "review", paths.review),
  seller("buy-own", "buy", ({ products }) => paths.buy(products.own)),
  seller("transaction", "new-product", paths.newProduct),
  seller("transaction-error", "new-product", paths.newProduct, {
    async act(page: Page) {
      await fillProductForm(page, { title: " " });
      await submitUnchecked(page);
    },
  }),
  seller("transaction-price-error", "new-product", paths.newProduct, {
    async act(page: Page) {
      await fillProductForm(page, { saleType: "limited" });
      await page.locator("[name=price]").fill("");
      await page.locator("[name=price]").pressSequentially("1,000");
    },
  }),
  seller("transaction-upload", "new-product", paths.newProduct, {
    who: "newcomer",
    isPictureOnly: true,
    async act(page: Page) {
      await page.route("**/parts/*", () => undefined);
      await sendFile(page);
      await page.locator("[data-upload-phase=sending]").waitFor();
    },
  }),
  seller("transaction-upload-waiting", "new-product", paths.newProduct, {
    who: "newcomer",
    isPictureOnly: true,
    async act(page: Page) {
      await page.route("**/parts/*", (route) => route.abort());
      await sendFile(page);
      await page.locator("[data-upload-phase=waiting]").waitFor();
    },
  }),
  seller("transaction-upload-paused", "new-product", paths.newProduct, {
    who: "newcomer",
    isPictureOnly: true,
    async act(page: Page) {
      await page.route("**/parts/*", () => undefined);
      await sendFile(page);
      await page.locator("[data-upload-phase=sending] button").first().click();
      await page.locator("[data-upload-phase=paused]").waitFor();
    },
  }),
  seller("transaction-upload-failed", "new-product", paths.newProduct, {
    who: "newcomer",
    isPictureOnly: true,
    async act(page: Page) {
      await page.route("**/parts/*", (route) => route.fulfill({ status: 409, json: {} }));
      await sendFile(page);
      await page.locator("[data-upload-phase=failed]").waitFor();
    },
  }),
  seller("transaction-unfinished", "new-product", paths.newProduct, {
    who: "newcomer",
    isPictureOnly: true,
    async act(page: Page) {
      await page.route("**/parts/*", (route) => route.abort());
      await sendFile(page);
      await page.locator("[data-upload-phase=waiting]").waitFor();
      await page.goto(page.url());
      await page.getByLabel(/Go on with this file|Continuer avec ce fichier/).waitFor();
    },
  }),
  seller("draft", "new-product", ({ draftId }) => draftForm(draftId), { who: "otherSeller" }),
  seller("draft-publish", "publish-draft", ({ draftId }) => paths.publishDraft(draftId), {
    who: "otherSeller",
  }),
  seller("draft-empty", "new-product", ({ emptyDraftId }) => draftForm(emptyDraftId), {
    who: "otherSeller",
  }),
  seller(
    "draft-empty-publish",
    "publish-draft",
    ({ emptyDraftId }) => paths.publishDraft(emptyDraftId),
    { who: "otherSeller" },
  ),
  seller("dashboard-drafts", "dashboard", paths.dashboard, { who: "otherSeller" }),
  seller("draft-delete", "delete-product", ({ draftId }) => toolPaths.deleteProduct(draftId), {
    who: "otherSeller",
  }),
  seller(
    "transaction-published",
    "new-product",
    ({ products }) => paths.newProduct + query({ published: products.own }),
  ),
  seller("edit", "edit", ({ products }) => paths.edit(products.own)),
  seller("edit-missing", "edit", paths.edit("nothing"), { status: 404 }),
  seller("edit-error", "edit", ({ products }) => paths.edit(products.own), {
    async act(page: Page) {
      await page.locator("[name=recipient]").fill("not an address");
      await page.locator("form:has([name=recipient]) [type=submit]").click();
      await page.locator("main [role=alert]").first().waitFor();
    },
  }),
  seller("edit-file-error", "edit", ({ products }) => paths.edit(products.own), {
    async act(page: Page) {
      await page
        .getByRole("button", { name: /Publish this version|Publier cette version/ })
        .click();
      await page.locator("main [role=alert]").first().waitFor();
    },
  }),
  seller("edit-confirm", "edit", ({ products }) => paths.edit(products.own), {
    who: "returningSeller",
    isWindow: true,
    async act(page: Page) {
      await page.locator("[name=recipient]").fill(newAddress());
      await page.locator("form:has([name=recipient]) [type=submit]").click();
      await page.locator("dialog:modal").waitFor();
    },
  }),
  seller("edit-status", "product-status", ({ products }) => toolPaths.productStatus(products.own)),
  seller("edit-delete", "delete-product", ({ products }) => toolPaths.deleteProduct(products.own)),
  seller(
    "edit-status-disabled",
    "product-status",
    ({ products }) => toolPaths.productStatus(products.disabled),
    { who: "otherSeller" },
  ),
  seller("edit-delete-refused", "delete-product", ({ soldProductId }) =>
    toolPaths.deleteProduct(soldProductId),
  ),
  seller("messages-seller", "messages", paths.messages, { who: "otherSeller" }),
  seller("messages-requests", "messages", paths.messages + query({ requests: 1 })),
  seller("affiliates", "product-affiliates", ({ soldProductId }) =>
    offerPaths.productAffiliates(soldProductId),
  ),
  seller("affiliates-off", "product-affiliates", ({ products }) =>
    offerPaths.productAffiliates(products.own),
  ),
  seller(
    "affiliates-refused",
    "product-affiliates",
    ({ products }) => offerPaths.productAffiliates(products.own),
    {
      async act(page: Page) {
        await page.locator("[name=isOn]").check();
        await page.locator("[name=percent]").first().fill("99");
        await page.locator("form:has([name=isOn]) [type=submit]").click();
        await page.locator("[role=alert]").waitFor();
      },
    },
  ),
  seller("licences", "product-licences", ({ soldProductId }) =>
    offerPaths.productLicences(soldProductId),
  ),
  seller(
    "licences-off",
    "product-licences",
    ({ products }) => offerPaths.productLicences(products.none),
    { who: "otherSeller" },
  ),
  seller(
    "licences-refused",
    "product-licences",
    ({ products }) => offerPaths.productLicences(products.own),
    {
      async act(page: Page) {
        await page.locator("[name=keys]").fill("LIST-KEY-0001-ABCD-EFGH\nshort\n\nshort");
        await page.locator("form:has([name=keys]) [type=submit]").click();
        await page.locator("[role=alert]").waitFor();
      },
    },
  ),
  seller("authors", "authors", ({ soldProductId }) => offerPaths.authors(soldProductId)),
  seller("authors-confirm", "authors", ({ soldProductId }) => offerPaths.authors(soldProductId), {
    who: "returningSeller",
  }),
  seller("authors-error", "authors", ({ soldProductId }) => offerPaths.authors(soldProductId), {
    async act(page: Page) {
      await page.locator("form:has([name=note]) [name=percent]").fill("99");
      await page.locator("form:has([name=note]) [type=submit]").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  }),
  seller("co-author", "co-author", ({ coAuthorToken }) => offerPaths.coAuthor(coAuthorToken), {
    who: "newcomer",
  }),
  seller("co-author-own", "co-author", ({ coAuthorToken }) => offerPaths.coAuthor(coAuthorToken)),
  seller("co-author-gone", "co-author", offerPaths.coAuthor("b".repeat(43)), { status: 404 }),
  seller("shares", "shares", offerPaths.shares, { who: "buyer" }),
  seller("shares-empty", "shares", offerPaths.shares, { who: "newcomer" }),
  seller(
    "share-receipt",
    "share-receipt",
    ({ saleOrderId }) => offerPaths.shareReceipt(saleOrderId),
    {
      who: "buyer",
    },
  ),
  seller("poster", "poster", ({ products }) => toolPaths.poster(products.own)),
  seller("counter", "counter", ({ products }) => toolPaths.counter(products.own)),
  seller("manage-sell", "manage-sell", paths.manageSell),
  seller("manage-sell-empty", "manage-sell", paths.manageSell, { who: "newcomer" }),
  seller("manage-sell-error", "manage-sell", paths.manageSell, {
    async act(page: Page) {
      await page.locator("[name=website]").fill("http://atelier.example");
      await submitUnchecked(page);
    },
  }),
  seller("manage-sell-leave", "manage-sell", paths.dashboard, {
    isWindow: true,
    async act(page: Page) {
      const link = `a[href="${paths.manageSell}"]`;
      await page.locator(`details:has(> div ${link}) > summary`).click();
      await page.locator(link).click();
      await page.waitForURL(/manage-sell/);
      await leaveWithChanges(page);
    },
  }),
];
