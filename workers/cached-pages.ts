import { referralIn } from "../app/affiliates/rules/referral-cookie";
import { opensPage } from "../app/checkout/http/record-view";
import { requestOfLink } from "../app/checkout/rules/order-request";
import { type ChangesPrice, createChangesPrice } from "../app/checkout/use-cases/changes-price";
import { readCookie } from "../app/http/cookies";
import { type CachedRoute, createPageCache } from "../app/http/page-cache/page-cache";
import { createPageMemory } from "../app/http/page-cache/page-memory";
import { clientIpPrefix } from "../app/http/rate-limit";
import { sourceOf } from "../app/http/request-source";
import { getOrMake } from "../app/lib/get-or-make";
import { paths } from "../app/lib/paths";
import type { Clock } from "../app/lib/ports";
import type { ViewCounter } from "../app/products/ports";
import { SHOP_PAGES } from "../app/shop/http/shop-pages";
import { isMobile } from "../app/wallet/device";
import type { AppSettings, Env } from "./env";
import { platformIsolate } from "./isolate";
import { createLog } from "./log";
import { createPageStore } from "./page-store";
import { clockOf, viewCounterOf } from "./ports";
import { repositoriesOf } from "./repositories";

/** Pages with one address, without query. */
const SINGLE_PAGES: ReadonlySet<string> = new Set([
  paths.home,
  paths.accueil,
  paths.shop,
  paths.creator,
  paths.walletGuide,
  paths.businessPlan,
  paths.about,
  paths.terms,
  paths.contact,
  paths.accessibility,
  paths.onRamp,
  paths.legalNotice,
  paths.privacy,
]);
const SINGLE_PAGE: CachedRoute = { isCanonical: () => true };

/** An id in an address; ids need no encoding. */
const ID = /^[\w-]{1,64}$/;

const SELLER_START = paths.sell("");
const SELLER_PAGES: CachedRoute = {
  isCanonical: (path) => ID.test(path.slice(SELLER_START.length)),
};

const PRODUCT_START = paths.buy("");

/** The purchase pages of visitors. Views are counted as the loader counts those of members. */
function productPages(
  viewCounter: ViewCounter,
  changesPrice: ChangesPrice,
  { appOrigin, clock }: { appOrigin: string; clock: Clock },
): CachedRoute {
  const idOf = (path: string) => path.slice(PRODUCT_START.length).replace(/\?.*/, "");
  return {
    // Whom the browser comes from gets a part of the price, which the page says. Other products do not count.
    isPrivate(path, request) {
      const cookie = readCookie(request, "ref", appOrigin);
      return cookie !== null && Boolean(referralIn(cookie, idOf(path), clock.now()));
    },
    isCanonical: (path) => ID.test(path.slice(PRODUCT_START.length)),
    // A query that changes no price gets the page of everyone: a stranger can't have pages rendered by inventing some.
    async answeredBy(path, request) {
      const productId = idOf(path);
      const base = PRODUCT_START + productId;
      if (path === base || !ID.test(productId)) return path;
      // It is stored in a cookie.
      if (new URLSearchParams(path.slice(base.length)).has("lang")) return null;
      const asked = requestOfLink(appOrigin + path);
      const address = clientIpPrefix(request);
      return (await changesPrice({ productId, asked, address })) ? null : base;
    },
    // On a phone or tablet the page says how to open it in the browser of a wallet.
    userAgent: ({ headers }) => (isMobile(headers.get("User-Agent") ?? "") ? "Android" : ""),
    onAnswer(path, request, waitUntil) {
      const received = { method: request.method, isData: false };
      const productId = idOf(path);
      if (!opensPage(request, productId, { received })) return;
      viewCounter.record(productId, sourceOf(request, appOrigin), waitUntil);
    },
  };
}

type PageCache = ReturnType<typeof createPageCache>;

/** One cache for all requests of an isolate. */
const caches = new WeakMap<AppSettings, PageCache>();

/**
 * The page cache of this deployment.
 *
 * @param version of the build
 */
export function pageCacheOf(env: Env, settings: AppSettings, version: string): PageCache {
  const { appOrigin } = settings;
  return getOrMake(caches, settings, () =>
    createPageCache({
      appOrigin,
      clock: clockOf(platformIsolate.runtime),
      log: createLog(platformIsolate),
      memory: createPageMemory(),
      store: createPageStore(appOrigin, version),
      routeOf: createRouteOf(
        productPages(viewCounterOf(env, settings, platformIsolate), changesPriceOf(env, settings), {
          appOrigin,
          clock: clockOf(platformIsolate.runtime),
        }),
      ),
      wait: (ms) => scheduler.wait(ms),
    }),
  );
}

/** Asks the primary database: a code that was just made counts. */
function changesPriceOf(env: Env, settings: AppSettings): ChangesPrice {
  const { products, offeredCodes, things, rateLimits } = repositoriesOf(env.DB);
  const clock = clockOf(platformIsolate.runtime);
  return createChangesPrice({ clock, settings, products, offeredCodes, things, rateLimits });
}

function createRouteOf(products: CachedRoute) {
  const groups: [start: string, route: CachedRoute][] = [
    [`${paths.shop}?`, SHOP_PAGES],
    [PRODUCT_START, products],
    [SELLER_START, SELLER_PAGES],
  ];
  return (path: string): CachedRoute | undefined => {
    if (SINGLE_PAGES.has(path)) return SINGLE_PAGE;
    return groups.find(([start]) => path.startsWith(start))?.[1];
  };
}
