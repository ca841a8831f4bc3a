import { randomBytes } from "node:crypto";
import type { Miniflare } from "miniflare";
import { LOG_EVENTS, type Log } from "../../app/lib/log";
import type { PollAnswer } from "../../app/orders/ports";
import { freshWatch } from "../../app/orders/rules/order-state";
import { DEFAULT_FEE_BPS } from "../../app/products/rules/plans";
import { settlementOf } from "../../app/settlement/settlement";
import type { WantedPoll } from "../../app/settlement/use-cases/search";
import { EMPTY_CURSOR } from "../../app/settlement/use-cases/verify";
import { openDb } from "../../db/client";
import { ordersIn } from "../../db/orders/orders";
import { platformIsolate } from "../../workers/isolate";
import { createLog } from "../../workers/log";
import { r2FileStore } from "../../workers/r2-file-store";
import { r2OrderRecords } from "../../workers/r2-order-records";
import { createReferenceKeys } from "../../workers/reference-keys";
import { repositoriesOf } from "../../workers/repositories";
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

/**
 * The implementations of the app, on the bindings of a local Worker; repositories are those of the Worker itself.
 *
 * @param now the time of what they write, epoch ms
 */
export function seedPorts(
  { db, files, rpcUrl, platformWallet, sessionSecret }: SeedContext,
  now = () => Date.now(),
) {
  const database = openDb(db);
  const parts = {
    ...repositoriesOf(db),
    db: database,
    clock: { now },
    log: faultsOnly,
    ids: { uuid: () => crypto.randomUUID(), short: () => randomBytes(16).toString("base64url") },
    settings: {
      platformWallet,
      feeBps: DEFAULT_FEE_BPS,
      appOrigin: "",
      maxStoredBytes: Number.MAX_SAFE_INTEGER,
      rateScale: 1,
      requireWaiver: false,
    },
    premiumToken: null,
    orders: ordersIn(database),
    stockWatcher: { start: async () => undefined },
    orderRecords: r2OrderRecords(files as unknown as R2Bucket),
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
  };
  const settlement = settlementOf(parts);
  async function polled(orderId: string, wanted: WantedPoll): Promise<PollAnswer> {
    const watch = freshWatch(now());
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
