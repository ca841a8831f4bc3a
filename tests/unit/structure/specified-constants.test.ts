import { expect, test } from "vitest";
import { LAMPORTS_PER_SOL } from "../../../app/lib/lamports";
import { DEFAULT_LOCALE, FALLBACK_LOCALE } from "../../../app/lib/locale";
import { PRODUCT_TYPES } from "../../../app/products/rules/categories";
import { DEFAULT_FEE_BPS, PLANS, planTerms } from "../../../app/products/rules/plans";
import { NEW_FOR_MS } from "../../../app/products/rules/product-card";
import { SALE_TYPES } from "../../../app/products/rules/sale-type";
import { PAGE_SIZE, SORTS, TOP_SALES } from "../../../app/shop/rules/shop";
import { shopToast } from "../../../app/shop/ui/shop-toast";
import { connectToaster, toast } from "../../../app/ui/toast";
import { isMobile } from "../../../app/wallet/device";
import { readText } from "../../support/sources";

const MB = 1024 * 1024;

// spec: constant.currency, constant.commission
test("amounts: a SOL is 1,000,000,000 lamports, and a sale costs 1 %", () => {
  expect(LAMPORTS_PER_SOL).toBe(1_000_000_000n);
  expect(planTerms("free", { feeBps: DEFAULT_FEE_BPS }).feeBps).toBe(100);
});

// spec: constant.page-size, constant.sorts, constant.top-sales, constant.new
test("the shop: 16 products a page, four orders, 3 top sales, new for 24 hours", () => {
  expect(PAGE_SIZE).toBe(16);
  expect(SORTS).toEqual(["recent", "price-asc", "price-desc", "popular"]);
  expect(TOP_SALES).toBe(3);
  expect(NEW_FOR_MS).toBe(24 * 3_600_000);
});

// spec: field.product.type
test("the sale types and the types of the shop's filter", () => {
  expect([...SALE_TYPES].sort()).toEqual(["infinite", "limited", "unique"]);
  expect([...PRODUCT_TYPES].sort()).toEqual(["autre", "ebook", "musique", "photo", "template"]);
});

// spec: constant.plan-size, constant.plan-private, constant.plan-public
test("the plans have the sizes and commissions of reading B", () => {
  const rows = Object.entries(PLANS).map(([id, plan]) => [
    id,
    plan.maxFileBytes / MB,
    plan.feeBps,
    plan.publicShopBps,
  ]);
  expect(rows).toEqual([
    ["free", 100, 250, 1_500],
    ["pro", 500, 100, 1_000],
    ["premium", 1_024, 0, 500],
  ]);
});

// spec: constant.plan-statistics, constant.plan-page
test("advanced statistics and a page of one's own begin with Pro, which Free has today", () => {
  const has = Object.values(PLANS).map((plan) => [plan.advancedStatistics, plan.customPage]);
  expect(has).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  expect(planTerms("free", PLANS.pro)).toEqual(PLANS.pro);
});

// spec: constant.locales
test("French is the default language, English the fallback", () => {
  expect([DEFAULT_LOCALE, FALLBACK_LOCALE]).toEqual(["fr", "en"]);
});

// spec: constant.toast-shop, constant.toast
test("a toast stays 3,500 ms, one of the shop 3,200 ms", () => {
  const shown: unknown[] = [];
  connectToaster((one) => shown.push(one));
  toast("Saved");
  shopToast("Added");
  expect(shown).toEqual([
    { message: "Saved", durationMs: 3_500 },
    { message: "Added", durationMs: 3_200 },
  ]);
});

// spec: constant.toast-place, constant.contact, constant.pulse
// spec: screen.responsive, constant.breakpoint
test.each([
  ["toasts stand at the top right", "app/ui/toaster.tsx", 'position="top-right"'],
  ["so do those of a page without script", "app/styles.css", "animation: flash 3500ms"],
  [
    "the contact form's stays 6,000 ms",
    "app/styles.css",
    ".flash-long {\n    animation: flash 6000ms",
  ],
  ["the pulse of a favourite takes 650 ms", "app/styles.css", "animation: heart-pulse 650ms"],
  [
    "layouts change at 600 px",
    "app/styles.css",
    "@custom-variant phone (@media (width <= 37.5rem))",
  ],
  ["layouts change at 900 px", "app/styles.css", "--breakpoint-md: 56.25rem"],
])("%s", (_, path, text) => {
  expect(readText(path)).toContain(text);
});

// spec: constant.mobile
test("a phone is an Android, an iPhone, an iPad or an iPod", () => {
  const mobile = ["Linux; Android 14", "iPhone; CPU iPhone OS 18", "iPad; CPU OS 17", "iPod touch"];
  expect(mobile.map((system) => isMobile(`Mozilla/5.0 (${system})`))).toEqual(Array(4).fill(true));
  const others = ["Windows NT 10.0; Win64", "Macintosh; Intel Mac OS X", "X11; Linux x86_64"];
  expect(others.map((system) => isMobile(`Mozilla/5.0 (${system})`))).toEqual(Array(3).fill(false));
});
