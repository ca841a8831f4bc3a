import type { Page } from "playwright-core";
import { googlePaths } from "../../app/lib/google-paths";
import { offerPaths } from "../../app/lib/offer-paths";
import { paths, query } from "../../app/lib/paths";
import { profilePaths } from "../../app/lib/profile-paths";
import { purchasePaths } from "../../app/lib/purchase-paths";
import english from "../../locales/en/checkout.json";
import englishProducts from "../../locales/en/products.json";
import french from "../../locales/fr/checkout.json";
import frenchProducts from "../../locales/fr/products.json";
import type { Look, Screen } from "./screen";
import { openMenu, submitUnchecked } from "./visitor-screens";
import type { ProductState } from "./world";

const TEXTS = { en: english.buy, fr: french.buy };
const BUTTONS = { en: englishProducts.product, fr: frenchProducts.product };
const APPROVE = { en: "Approve", fr: "Approuver" };

const withBuyer = (
  id: string,
  route: Screen["route"],
  path: string | Screen["path"],
  more: Partial<Screen> = {},
): Screen => ({
  id,
  route,
  who: "buyer",
  path: typeof path === "string" ? () => path : path,
  ...more,
});

/** Pages of people who recommend products. */
export const AFFILIATE_SCREENS: readonly Screen[] = [
  withBuyer("affiliate", "affiliate", offerPaths.affiliate),
  withBuyer("affiliate-empty", "affiliate", offerPaths.affiliate, { who: "newcomer" }),
  withBuyer("affiliate-sale", "affiliate-sale", ({ saleOrderId }) =>
    offerPaths.affiliateSale(saleOrderId),
  ),
  withBuyer("recommend-active", "recommend", ({ soldProductId }) =>
    offerPaths.recommend(soldProductId),
  ),
  withBuyer("recommend", "recommend", ({ soldProductId }) => offerPaths.recommend(soldProductId), {
    who: "newcomer",
  }),
  withBuyer(
    "recommend-own",
    "recommend",
    ({ soldProductId }) => offerPaths.recommend(soldProductId),
    {
      who: "seller",
    },
  ),
  withBuyer(
    "invitation",
    "affiliate-invitation",
    ({ invitationToken }) => offerPaths.affiliateInvitation(invitationToken),
    { who: "newcomer" },
  ),
  withBuyer("invitation-missing", "affiliate-invitation", offerPaths.affiliateInvitation("none"), {
    status: 404,
  }),
];

/** The purchase page of a product in a state. */
const purchase = (id: string, state: ProductState, more: Partial<Screen> = {}): Screen =>
  withBuyer(`buy-${id}`, "buy", ({ products }) => paths.buy(products[state]), more);

const startPurchase = async (page: Page, { locale }: Look) => {
  await page.getByRole("button", { name: BUTTONS[locale].buy }).click();
  await page.getByText(TEXTS[locale].pay.qr).waitFor();
};

const payWith = (wallet: string) => async (page: Page, look: Look) => {
  await startPurchase(page, look);
  const name = TEXTS[look.locale].pay.with.replace("{{wallet}}", wallet);
  await page.getByRole("button", { name }).click();
};

const openDemoWallet = async (page: Page, look: Look) => {
  await payWith("Comptoir Demo")(page, look);
  await page.locator("dialog[data-demo-wallet]").waitFor();
  await page.getByRole("button", { name: APPROVE[look.locale] }).waitFor();
};

const pay = async (page: Page, look: Look) => {
  await openDemoWallet(page, look);
  await page.getByRole("button", { name: APPROVE[look.locale] }).click();
  await page.locator("[data-order-status=paid]").waitFor();
};

const getForFree = async (page: Page, { locale }: Look) => {
  await page.getByRole("button", { name: BUTTONS[locale].get }).click();
  await page.locator("[data-order-status=paid]").waitFor();
};

/** The purchase page in each state, purchases, and the account of a person who buys. */
export const BUYER_SCREENS: readonly Screen[] = [
  purchase("none", "none"),
  purchase("limited", "limited"),
  purchase("unique", "unique"),
  purchase("pending", "pending"),
  purchase("awaiting", "awaiting"),
  purchase("bound-wallet", "bound"),
  purchase("wallet-absent", "none", { who: "newcomer", act: payWith("Phantom") }),
  purchase("demo-wallet", "none", { who: "newcomer", act: openDemoWallet, isWindow: true }),
  purchase("paid", "none", { who: "newcomer", act: pay }),
  purchase("owned", "owned"),
  withBuyer("licensed", "buy", ({ soldProductId }) => paths.buy(soldProductId)),
  purchase("price-risen", "priceRisen"),
  purchase("paid-by-other", "paidByOther"),
  purchase("review", "review"),
  purchase("expired", "expired"),
  purchase("refunded", "refunded"),
  purchase("held", "held"),
  purchase("sold-out", "soldOut"),
  purchase("disabled", "disabled"),
  purchase("file-missing", "fileMissing"),
  purchase("invalid-price", "invalidPrice"),
  purchase("chosen-price", "chosen"),
  purchase("free", "free"),
  purchase("free-visitor", "free", { who: "visitor" }),
  purchase("free-owned", "free", { who: "newcomer", act: getForFree }),
  withBuyer("claim", "claim", ({ claimableOrderId }) => paths.claim(claimableOrderId)),
  withBuyer("claim-other", "claim", ({ claimableOrderId }) => paths.claim(claimableOrderId), {
    who: "newcomer",
  }),
  withBuyer("claim-missing", "claim", paths.claim("nothing")),
  withBuyer("purchases", "purchases", paths.purchases),
  withBuyer("write-review", "write-review", ({ reviewableOrderId }) =>
    purchasePaths.writeReview(reviewableOrderId),
  ),
  withBuyer(
    "write-review-error",
    "write-review",
    ({ reviewableOrderId }) => purchasePaths.writeReview(reviewableOrderId),
    { act: submitUnchecked },
  ),
  withBuyer("write-review-change", "write-review", ({ purchaseOrderId }) =>
    purchasePaths.writeReview(purchaseOrderId),
  ),
  withBuyer("write-review-closed", "write-review", ({ refundedOrderId }) =>
    purchasePaths.writeReview(refundedOrderId),
  ),
  withBuyer("write-review-missing", "write-review", purchasePaths.writeReview("nothing"), {
    status: 404,
  }),
  withBuyer("receipt", "purchase-receipt", ({ purchaseOrderId }) =>
    purchasePaths.purchaseReceipt(purchaseOrderId),
  ),
  withBuyer(
    "withdrawal-chosen",
    "withdrawal",
    ({ purchaseOrderId }) => paths.withdrawal + query({ order: purchaseOrderId }),
  ),
  withBuyer("messages", "messages", paths.messages),
  withBuyer("messages-empty", "messages", paths.messages, { who: "newcomer" }),
  withBuyer("thread", "thread", ({ threadId }) => paths.thread(threadId)),
  withBuyer("thread-error", "thread", ({ threadId }) => paths.thread(threadId), {
    act: submitUnchecked,
  }),
  withBuyer(
    "new-message",
    "new-message",
    ({ products }) => paths.newMessage + query({ product: products.fileMissing }),
  ),
  withBuyer("new-message-missing", "new-message", paths.newMessage + query({ order: "nothing" }), {
    status: 404,
  }),
  withBuyer("purchases-empty", "purchases", paths.purchases, { who: "newcomer" }),
  withBuyer("purchases-failed", "purchases", paths.purchases, {
    status: 503,
    missingTable: "purchases",
  }),
  withBuyer("download-problem", "download-problem", purchasePaths.downloadProblem("unknown"), {
    status: 404,
  }),
  withBuyer("handover", "handover", ({ products }) => purchasePaths.handover(products.owned)),
  withBuyer("handover-link", "handover", ({ products }) => purchasePaths.handover(products.owned), {
    async act(page: Page) {
      await page.locator("main form [type=submit]").click();
      await page.locator("main svg[role=img]").waitFor();
    },
  }),
  withBuyer("shop-favourites", "shop", paths.shop, {
    who: "newcomer",
    async act(page: Page) {
      await page.locator("main [aria-pressed=false]").first().click();
      await page.locator("[data-sonner-toast]").waitFor();
    },
  }),
  withBuyer("profile", "profile", paths.profile),
  withBuyer("profile-menu", "profile", paths.profile, {
    widths: [390, 320],
    isWindow: true,
    act: openMenu,
  }),
  withBuyer("profile-new", "profile", paths.profile, { who: "newcomer" }),
  withBuyer("profile-failed", "profile", paths.profile, {
    status: 503,
    missingTable: "favourites",
  }),
  withBuyer("profile-password", "password", profilePaths.password),
  withBuyer("profile-password-error", "password", profilePaths.password, { act: submitUnchecked }),
  withBuyer("profile-seller", "seller-status", profilePaths.sellerStatus, { who: "seller" }),
  withBuyer("profile-seller-error", "seller-status", profilePaths.sellerStatus, {
    async act(page: Page) {
      await page.locator("[name=sellerKind][value=trader]").check();
      await page.locator("[name=businessEmail]").fill("atelier@");
      await submitUnchecked(page);
    },
  }),
  withBuyer("buy-bundle-credit", "buy", ({ bundles }) => paths.buy(bundles.credited)),
  withBuyer("buy-bundle-paid", "buy", ({ bundles }) => paths.buy(bundles.paid)),
  withBuyer("profile-codes", "recovery-codes", profilePaths.recoveryCodes),
  withBuyer("profile-remove", "remove-login-method", profilePaths.removeLoginMethod("wallet")),
  withBuyer("profile-codes-made", "recovery-codes", profilePaths.recoveryCodes, {
    who: "otherSeller",
    async act(page: Page) {
      await page.locator("main form [type=submit]").last().click();
      await page.locator("main li code").first().waitFor();
    },
  }),
  withBuyer("profile-delete", "delete-account", profilePaths.deleteAccount, { who: "newcomer" }),
  withBuyer("profile-delete-error", "delete-account", profilePaths.deleteAccount, {
    who: "newcomer",
    act: submitUnchecked,
  }),
  withBuyer("profile-delete-later", "delete-account", profilePaths.deleteAccount),
  withBuyer(
    "profile-confirm",
    "reauthenticate",
    profilePaths.reauthenticate + query({ to: "/profil" }),
    {
      who: "returningSeller",
    },
  ),
  withBuyer("google-proven", "google-reauthenticated", googlePaths.reauthenticated),
];
