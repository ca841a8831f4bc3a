import { stateOf } from "../../app/orders/rules/order";
import { freshWatch } from "../../app/orders/rules/order-state";
import type { SettlementPorts } from "../../app/settlement/ports";
import { nextPollAt as planPoll } from "../../app/settlement/rules/poll-schedule";
import { settlementOf } from "../../app/settlement/settlement";
import { createPlatformSignatureCache } from "../../app/settlement/use-cases/platform-signature-cache";
import { EMPTY_CURSOR } from "../../app/settlement/use-cases/verify";
import { usersIn } from "../../db/accounts/users";
import { openDb } from "../../db/client";
import { createIncomingPayments } from "../../db/orders/incoming-payments";
import { ordersIn } from "../../db/orders/orders";
import { refundsIn } from "../../db/orders/refunds";
import { removedOrdersIn } from "../../db/orders/removed-orders";
import { sharePaymentsIn } from "../../db/orders/share-payments";
import { stockLineIn } from "../../db/orders/stock-line";
import { productsIn } from "../../db/products/products";
import { sweepProgressIn } from "../../db/settlement/sweep-progress";
import { unmatchedPaymentsIn } from "../../db/settlement/unmatched-payments";
import { localDatabase } from "../../dev/run/local-database";
import { createReferenceKeys } from "../../workers/reference-keys";
import { createSolanaChain } from "../../workers/solana-chain";
import type { RpcBench } from "./rpc-bench";

const SLOT_MS = 400;

interface CallCounts {
  /** Calls of the first `within` ms. */
  early: number;
  /** Calls until the order has expired. */
  open: number;
  /** Calls until the last planned poll, days later. */
  all: number;
}

/**
 * Runs the remaining polls of an order without waiting: with the rules, database and node of its
 * Durable Object, at the times that the rules plan. The clock jumps from one poll to the next, and
 * the chain's slots with it. Without jitter, so that a real order has fewer polls.
 */
export async function simulatePolls(
  bench: RpcBench,
  orderId: string,
  within: number,
): Promise<CallCounts> {
  const nodes = await bench.nodes();
  let now = 0;
  const clock = { now: () => now };
  const ports = settlementPorts(bench, nodes.urls, clock);
  const { poll } = settlementOf(ports);
  const order = await ports.orders.byId(orderId);
  if (!order) throw new Error("no such order");
  const createdAt = order.built?.at ?? order.createdAt;
  now = createdAt;
  let watch = freshWatch(createdAt);
  let nextPollAt = planPoll(stateOf(order), watch, now, 0);
  let early = 0;
  let open = 0;
  let cursor = EMPTY_CURSOR;
  while (nextPollAt !== null) {
    const slots = Math.floor((nextPollAt - now) / SLOT_MS);
    if (slots > 0) bench.chain.advanceSlots(slots);
    now = nextPollAt;
    const watched = await poll({ orderId, watch, cursor, jitter: 0 });
    if (!watched) break;
    ({ watch, cursor, nextPollAt } = watched);
    if (now - createdAt <= within) early = nodes.count();
    if (now <= order.expiresAt) open = nodes.count();
  }
  return { early, open, all: nodes.count() };
}

/** The orders of the benchmark are of an unlimited product, so nothing is signed. */
const UNUSED_SECRET = "unused";

/** The app's database, nodes, and a new signature cache. */
export function settlementPorts(
  bench: RpcBench,
  nodeUrls: readonly string[],
  clock: { now(): number },
): SettlementPorts {
  const db = openDb(localDatabase(bench.app.worker));
  const chain = createSolanaChain(nodeUrls);
  const settings = { platformWallet: bench.app.platformWallet };
  return {
    settings,
    clock,
    log: () => undefined,
    ids: { uuid: () => crypto.randomUUID() },
    chain,
    products: productsIn(db),
    users: usersIn(db),
    orders: ordersIn(db),
    refunds: refundsIn(db),
    incomingPayments: createIncomingPayments(db),
    sharePayments: sharePaymentsIn(db),
    stockLine: stockLineIn(db),
    unmatchedPayments: unmatchedPaymentsIn(db),
    // No order of the benchmark was lost.
    orderRecords: { read: async () => null, remove: async () => undefined },
    removedOrders: removedOrdersIn(db),
    sweepProgress: sweepProgressIn(db),
    referenceKeys: createReferenceKeys({ sessionSecret: UNUSED_SECRET }),
    watcher: {
      built: async () => undefined,
      changed: async () => undefined,
      overdue: async () => undefined,
      restored: async () => undefined,
    },
    stockWatcher: { start: async () => undefined },
    signatureCache: createPlatformSignatureCache({ settings, clock, chain }),
  };
}
