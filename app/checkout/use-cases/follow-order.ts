import type { FollowedOrders } from "../../../db/settlement/followed-orders";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderStore, OrderWatcher } from "../../orders/ports";
import {
  FOLLOWED_MS,
  type Follower,
  MAX_FOLLOWED_PER_ACCOUNT,
  MAX_FOLLOWED_PER_ADDRESS,
} from "../../orders/rules/live-socket";
import { orderOfBuyer } from "./read-order";

/** Where a page reconnects by itself, it waits as long at most. */
const RETRY_SECONDS = 30;

interface CountDeps {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  followedOrders: Pick<FollowedOrders, "count">;
}

/**
 * A WebSocket that sends the buyer's order at once and on every change, until the session of
 * `sessionToken` ends. Throws `not_found`, and `slow_down` where account or network address follow as
 * many other orders as they may.
 */
export async function followOrder(
  { sessionToken, ...follower }: Follower & { sessionToken: string },
  deps: CountDeps & { orders: Pick<OrderStore, "byId">; watcher: Pick<OrderWatcher, "watch"> },
): Promise<Response> {
  const { orderId, uid, address } = follower;
  await orderOfBuyer({ orderId, buyerUid: uid }, deps);
  const countedUntil = await countFollowed(follower, deps);
  if (countedUntil === null) {
    throw new Problem("slow_down", {
      messageKey: "too_many_live_pages",
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  const sessionHash = await hashToken(sessionToken);
  return deps.watcher.watch(orderId, { uid, sessionHash, address, countedUntil });
}

/** Counts an order as followed, and returns until when (epoch ms); null beyond a bound. */
export async function countFollowed(follower: Follower, deps: CountDeps): Promise<number | null> {
  const now = deps.clock.now();
  const endsAt = now + FOLLOWED_MS;
  const isCounted = await deps.followedOrders.count({ ...follower, endsAt }, now, {
    ofAccount: MAX_FOLLOWED_PER_ACCOUNT,
    ofAddress: Math.ceil(MAX_FOLLOWED_PER_ADDRESS * deps.settings.rateScale),
  });
  return isCounted ? endsAt : null;
}
