import { randomBytes } from "node:crypto";
import type { Miniflare } from "miniflare";
import { LOG_EVENTS, type Log } from "../../app/lib/log";
import type { PollAnswer } from "../../app/orders/ports";
import { freshWatch } from "../../app/orders/rules/order-state";
import { DEFAULT_FEE_BPS } from "../../app/products/rules/plans";
import { settlementOf } from "../../app/settlement/settlement";
import type { WantedPoll } from "../../app/settlement/use-cases/search";
import { EMPTY_CURSOR } from "../../app/settlement/use-cases/verify";
import { passwordsIn } from "../../db/accounts/passwords";
import { usersIn } from "../../db/accounts/users";
import { openDb } from "../../db/client";
import { createRateLimits } from "../../db/http/rate-limits";
import { createIncomingPayments } from "../../db/orders/incoming-payments";
import { ordersIn } from "../../db/orders/orders";
import { purchasesIn } from "../../db/orders/purchases";
import { refundsIn } from "../../db/orders/refunds";
import { removedOrdersIn } from "../../db/orders/removed-orders";
import { shareBooksIn } from "../../db/orders/share-books";
import { sharePaymentsIn } from "../../db/orders/share-payments";
import { stockLineIn } from "../../db/orders/stock-line";
import { mediaIn } from "../../db/products/media";
import { productsIn } from "../../db/products/products";
import { protectedFilesIn } from "../../db/products/protected-files";
import { releasesIn } from "../../db/products/releases";
import { sweepProgressIn } from "../../db/settlement/sweep-progress";
import { unmatchedPaymentsIn } from "../../db/settlement/unmatched-payments";
import { ABOVE_PRODUCTS } from "../../workers/claimed-rows";
import { platformIsolate } from "../../workers/isolate";
import { createLog } from "../../workers/log";
import { r2FileStore } from "../../workers/r2-file-store";
import { r2OrderRecords } from "../../workers/r2-order-records";
import { createReferenceKeys } from "../../workers/reference-keys";
import { createSolanaChain } from "../../workers/solana-chain";

export interface SeedContext {
  db: D1Database;
  files: Awaited<ReturnType<Miniflare["getR2Bucket"]>>;
  rpcUrl: string;
  /** Base58 address that receives the commissions of the demo's sales. */
  platformWallet: string;
  /** Encrypts the reference keys of the orders. */
  sessionSecret: string;
}

/** The implementations of the app, on the bindings of a local Worker. */
export function seedPorts({ db, files, rpcUrl, platformWallet, sessionSecret }: SeedContext) {
  const database = openDb(db);
  const parts = {
    db: database,
    clock: { now: () => Date.now() },
    log: faultsOnly,
    ids: { uuid: () => crypto.randomUUID(), short: () => randomBytes(16).toString("base64url") },
    settings: {
      platformWallet,
      authors: [],
      codes: [],
      feeBps: DEFAULT_FEE_BPS,
      appOrigin: "",
      maxStoredBytes: Number.MAX_SAFE_INTEGER,
      rateScale: 1,
      requireWaiver: false,
    },
    users: usersIn(database),
    shareBooks: shareBooksIn(database),
    premiumToken: null,
    passwords: passwordsIn(database),
    products: productsIn(database),
    protectedFiles: protectedFilesIn(database),
    releases: releasesIn(database, ABOVE_PRODUCTS),
    orders: ordersIn(database),
    stockLine: stockLineIn(database),
    stockWatcher: { start: async () => undefined },
    orderRecords: r2OrderRecords(files as unknown as R2Bucket),
    refunds: refundsIn(database),
    incomingPayments: createIncomingPayments(database),
    sharePayments: sharePaymentsIn(database),
    purchases: purchasesIn(database),
    rateLimits: createRateLimits(database),
    media: mediaIn(database),
    files: r2FileStore(files as unknown as R2Bucket),
    chain: createSolanaChain([rpcUrl]),
    referenceKeys: createReferenceKeys({ sessionSecret }),
    /** The seed polls its own orders; the cron's sweep finalizes them. */
    watcher: {
      built: async () => undefined,
      changed: async () => undefined,
      overdue: async () => undefined,
      restored: async () => undefined,
      look: (orderId: string, minSlot: number) => polled(orderId, { kind: "look", minSlot }),
      release: (orderId: string) => polled(orderId, { kind: "release" }),
    },
    signatureCache: {
      signaturesFor: async () => ({
        signatures: [],
        coverage: "partial" as const,
        maySearch: true,
      }),
      finalizedHeight: async () => null,
      learn: async () => undefined,
      strangers: async (signatures: string[]) => signatures.map(() => null),
    },
    removedOrders: removedOrdersIn(database),
    sweepProgress: sweepProgressIn(database),
    unmatchedPayments: unmatchedPaymentsIn(database),
  };
  const settlement = settlementOf(parts);
  async function polled(orderId: string, wanted: WantedPoll): Promise<PollAnswer> {
    const watch = freshWatch(Date.now());
    const input = { orderId, watch, cursor: EMPTY_CURSOR, jitter: 0, wanted };
    const watched = await settlement.poll(input);
    if (!watched) return { kind: "slow" };
    return { kind: "polled", order: watched.order, isCertain: watched.watch.failures === 0 };
  }
  return { ...parts, settlement };
}

/** The sales of the demo are not those of the shop. */
const faultsOnly: Log = (event, fields) => {
  if (LOG_EVENTS[event].level !== "info") createLog(platformIsolate)(event, fields);
};

export type SeedPorts = ReturnType<typeof seedPorts>;
