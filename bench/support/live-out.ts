import { stateOf } from "../../app/orders/rules/order";
import { freshWatch } from "../../app/orders/rules/order-state";
import { nextPollAt as planPoll } from "../../app/orders/rules/poll-schedule";
import { createPlatformSignatureCache } from "../../app/orders/use-cases/platform-signature-cache";
import { EMPTY_CURSOR } from "../../app/orders/use-cases/verify-batch";
import { watchOrder } from "../../app/orders/use-cases/watch-order";
import { openDb } from "../../db/client";
import { ordersIn } from "../../db/orders/orders";
import { productsIn } from "../../db/products/products";
import { refundsIn } from "../../db/refunds/refunds";
import { createSolanaChain } from "../../workers/solana-chain";
import type { Stage } from "./stage";

/** Milliseconds a slot lasts. */
const SLOT = 400;

interface Life {
  /** Calls of the first `within` ms. */
  early: number;
  /** Calls until the order has expired. */
  open: number;
  /** Calls until nothing more is due, days later. */
  all: number;
}

/**
 * The rest of an order's life in one go: the rounds that its object would make, with the same rules,
 * record and node, at the moments that the rules plan. Only the waiting is left out: the clock jumps
 * from one look to the next, and the chain's slots with it. No chance delays a look, so a real life
 * has fewer of them.
 */
export async function liveOut(stage: Stage, orderId: string, within: number): Promise<Life> {
  const node = await stage.node();
  let now = 0;
  const clock = { now: () => now };
  const deps = await watchDeps(stage, node.url, clock);
  const order = await deps.orders.byId(orderId);
  if (!order) throw new Error("no such order");
  const born = order.built?.at ?? order.createdAt;
  now = born;
  let watch = freshWatch(born);
  let nextPollAt = planPoll(stateOf(order), watch, now, 0);
  let early = 0;
  let open = 0;
  let cursor = EMPTY_CURSOR;
  while (nextPollAt !== null) {
    const slots = Math.floor((nextPollAt - now) / SLOT);
    if (slots > 0) stage.chain.advanceSlots(slots);
    now = nextPollAt;
    const watched = await watchOrder({ orderId, watch, cursor, jitter: 0 }, deps);
    if (!watched) break;
    ({ watch, cursor, nextPollAt } = watched);
    if (now - born <= within) early = node.count();
    if (now <= order.expiresAt) open = node.count();
  }
  return { early, open, all: node.count() };
}

/** What a watcher's rounds need: the app's record, a node, and a feed of this watcher's own. */
export async function watchDeps(stage: Stage, nodeUrl: string, clock: { now(): number }) {
  const db = openDb(await stage.app.worker.getD1Database("DB"));
  const chain = createSolanaChain([nodeUrl]);
  const settings = { platformWallet: stage.app.platformWallet };
  return {
    clock,
    chain,
    products: productsIn(db),
    orders: ordersIn(db),
    refunds: refundsIn(db),
    feed: createPlatformSignatureCache({ settings, clock, chain }),
  };
}
