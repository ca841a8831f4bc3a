import type { OwnedRecords } from "../app/accounts/ports";
import type { PlanId, PlanTerms } from "../app/accounts/rules/plan";
import { userOfSession } from "../app/accounts/use-cases/sessions";
import { type Checkout, checkoutOf } from "../app/checkout/checkout";
import type { PageReads } from "../app/http/page-reads";
import type { ViewerSource } from "../app/http/viewer";
import { encodeBase64Url } from "../app/lib/base64";
import type { Clock, Ids } from "../app/lib/ports";
import { downloadOfOrder, refreshDownload } from "../app/library/use-cases/downloads";
import type { DownloadLinks } from "../app/orders/ports";
import { isOpen } from "../app/orders/rules/order-state";
import type { Buyers, SharedPrices, ViewCounter } from "../app/products/ports";
import { planTerms } from "../app/products/rules/plans";
import { purgeDiscardedImages } from "../app/products/use-cases/images";
import { purgeAbandonedUploads, purgeOldDrafts } from "../app/products/use-cases/purge-uploads";
import { createViewCounter } from "../app/products/use-cases/view-counter";
import type { RateSources, Rates } from "../app/rates/ports";
import { currentRate, emptyRateMemory, rateWarnings } from "../app/rates/use-cases/kept-rate";
import { type Settlement, settlementOf } from "../app/settlement/settlement";
import type { AffiliateParts } from "../app/sharing/ports";
import { assertPriceShared } from "../app/sharing/use-cases/check-split";
import { openDb } from "../db/client";
import { ordersIn } from "../db/orders/orders";
import { productViewsIn } from "../db/products/product-views";
import { createEncryption } from "./encryption";
import type { AppSettings, Env } from "./env";
import { createFaucet } from "./faucet";
import { createFirstTokens } from "./first-tokens";
import { type Isolate, platformIsolate, type Runtime } from "./isolate";
import { lazily, makersOf } from "./lazily";
import { createLicenceSealing } from "./licence-sealing";
import { createLog } from "./log";
import { createOrderWatcher } from "./order-watcher";
import { platformSignatureCacheClient } from "./platform-signature-cache-client";
import { createPremiumToken } from "./premium-token";
import { r2FileStore } from "./r2-file-store";
import { r2LicenceRecords } from "./r2-licence-records";
import { r2OrderRecords } from "./r2-order-records";
import { createRateSources } from "./rate-sources";
import { createReferenceKeys } from "./reference-keys";
import { repositoriesOf } from "./repositories";
import { createSchema } from "./schema";
import { createScryptHasher } from "./scrypt-hasher";
import { createSolanaChain } from "./solana-chain";
import { createStatements } from "./statements";
import { createStockWatcher } from "./stock-watcher";
import { createTextCache } from "./text-cache";

export const clockOf = ({ now }: Runtime): Clock => ({ now });

const idsOf = ({ randomBytes }: Runtime): Ids => ({
  uuid: () => uuidOf(randomBytes(16)),
  short: () => encodeBase64Url(randomBytes(16)),
  token: () => encodeBase64Url(randomBytes(32)),
  bytes: randomBytes,
});

/** Version 4 (RFC 9562). */
function uuidOf(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Implementations that do not depend on each other: repositories, files, chain, platform. */
export type Parts = ReturnType<typeof createParts>;

/** All interfaces of the app, as loaders and actions get them. */
export interface Ports extends Parts {
  userOfSession: ViewerSource["userOfSession"];
  downloads: DownloadLinks;
  ownedRecords: OwnedRecords;
  rates: Rates;
  planTerms(plan: PlanId): PlanTerms;
  buyers: Buyers;
  sharedPrices: SharedPrices;
  affiliateParts: AffiliateParts;
  settlement: Settlement;
  checkout: Checkout;
}

/** The request that the interfaces are for; absent for the cron and Durable Objects. */
export interface RequestScope {
  reads: PageReads;
  /** Lines of the log carry it. */
  id: string;
}

export type MakePorts = (env: Env, settings: AppSettings, request?: RequestScope) => Ports;

/** Creates the implementations of all interfaces. */
export function createPorts(
  env: Env,
  settings: AppSettings,
  request?: RequestScope,
  isolate: Isolate = platformIsolate,
): Ports {
  return connectSubjects(createParts(env, settings, request, isolate), isolate);
}

/** Adds the interfaces that a lower subject declares and a higher one implements. */
export function connectSubjects(parts: Parts, isolate: Isolate = platformIsolate): Ports {
  const owns = async (uid: string, productId: string) =>
    (await parts.purchases.find(uid, productId)) !== null;
  const ports: Ports = lazily<Ports>({
    ...makersOf(parts),
    settlement: () => settlementOf(parts),
    checkout: () => checkoutOf(ports),
    userOfSession: () => (token) => userOfSession({ token }, parts),
    rates: () => ratesOf(parts, isolate),
    planTerms: () => (plan) => planTerms(plan, parts.settings),
    downloads: () => ({
      ofOrder: (order) => downloadOfOrder(order, parts),
      refresh: (input) => refreshDownload(input, parts),
    }),
    ownedRecords: () => ({
      async countToReview(uid) {
        const [payments, declarations] = await Promise.all([
          parts.incomingPayments.countToReview(uid),
          parts.withdrawals.countOpen(uid),
        ]);
        return payments + declarations;
      },
      async removeFiles() {
        await purgeDiscardedImages(parts);
        await purgeOldDrafts(parts);
        await purgeAbandonedUploads(parts);
      },
    }),
    sharedPrices: () => ({
      check: (product, priceLamports) => assertPriceShared(product, priceLamports, ports),
    }),
    affiliateParts: () => ({
      async largestOf({ id, affiliateBps }) {
        if (affiliateBps === null) return 0;
        const [own, invited] = await Promise.all([
          parts.affiliates.largestOwnBps(id),
          parts.affiliateInvitations.largestBps(id, parts.clock.now()),
        ]);
        return Math.max(affiliateBps, own, invited);
      },
    }),
    buyers: () => ({
      async includes(uid, productId) {
        if (await owns(uid, productId)) return true;
        const latest = await parts.orders.latestOf(uid, productId);
        return latest !== null && isOpen(latest.status);
      },
      own: owns,
    }),
  });
  return ports;
}

function ratesOf(parts: Parts, { rates }: Isolate): Rates {
  const memory = rates.get(parts.settings) ?? emptyRateMemory();
  rates.set(parts.settings, memory);
  const hasSources = parts.settings.exchangeRatesUrl !== null;
  let asked: ReturnType<Rates["current"]> | undefined;
  return {
    async current() {
      if (!hasSources) return null;
      asked ??= currentRate(memory, parts);
      return asked;
    },
    warnings: async () => (hasSources ? rateWarnings(parts) : []),
  };
}

function rateSourcesOf(settings: AppSettings, isolate: Isolate): RateSources | null {
  const { exchangeRatesUrl } = settings;
  return exchangeRatesUrl === null
    ? null
    : createRateSources({ ...settings, exchangeRatesUrl }, isolate);
}

/** What reads the chain alone. */
export function chainPorts(settings: AppSettings, isolate: Isolate = platformIsolate) {
  const chain = createSolanaChain(settings.rpcUrls, settings.genesisHash, isolate);
  return { settings, clock: clockOf(isolate.runtime), chain };
}

export type MakeChainPorts = (settings: AppSettings) => ReturnType<typeof chainPorts>;

export function createParts(
  env: Env,
  settings: AppSettings,
  request?: RequestScope,
  isolate: Isolate = platformIsolate,
) {
  const { runtime } = isolate;
  // The same for all of an isolate.
  isolate.counters.bind(env.COUNTERS);
  const log = createLog(isolate, request?.id);
  const firstTokens = createFirstTokens(settings.sessionSecret);
  return lazily({
    ...makersOf(repositoriesOf(env.DB, request?.reads)),
    settings: () => settings,
    clock: () => clockOf(runtime),
    log: () => log,
    counters: () => isolate.counters,
    chain: () => createSolanaChain(settings.rpcUrls, settings.genesisHash, isolate),
    ids: () => idsOf(runtime),
    random: () => ({ next: runtime.random }),
    wait: () => runtime.sleep,
    encryption: () => createEncryption(settings, runtime),
    statements: () => createStatements(settings, clockOf(runtime)),
    passwordHasher: () => createScryptHasher(settings.scryptN),
    files: () => r2FileStore(env.FILES, runtime),
    orders: () =>
      ordersIn(openDb(env.DB), { firstTokens, log, minRated: settings.minRatedLamports }),
    firstTokens: () => firstTokens,
    orderRecords: () => r2OrderRecords(env.FILES, runtime),
    licenceRecords: () => r2LicenceRecords(env.FILES, runtime),
    licenceSealing: () => createLicenceSealing(settings, runtime),
    premiumToken: () =>
      settings.premiumToken && createPremiumToken(settings.premiumToken, settings, isolate),
    rateSources: () => rateSourcesOf(settings, isolate),
    faucet: () => createFaucet(settings, isolate),
    referenceKeys: () => createReferenceKeys(settings, runtime),
    watcher: () => createOrderWatcher(env.PENDING_TRANSACTION, { ...runtime, log }),
    stockWatcher: () => createStockWatcher(env.STOCK_WATCH, log),
    signatureCache: () => platformSignatureCacheClient(env.PLATFORM_SIGNATURE_CACHE, log),
    viewCounter: () => viewCounterOf(env, settings, isolate),
    textCache: () => createTextCache(settings.appOrigin),
    schema: () =>
      createSchema(repositoriesOf(env.DB).migrations, clockOf(runtime), isolate.schema, log),
  });
}

/** One counter for all requests of an isolate. */
export function viewCounterOf(env: Env, settings: AppSettings, isolate: Isolate): ViewCounter {
  const { runtime, viewCounters } = isolate;
  const known = viewCounters.get(settings);
  if (known) return known;
  const productViews = productViewsIn(openDb(env.DB));
  const counter = createViewCounter({
    productViews,
    clock: clockOf(runtime),
    log: createLog(isolate),
    wait: runtime.sleep,
  });
  viewCounters.set(settings, counter);
  return counter;
}
