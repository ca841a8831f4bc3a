import type { FollowedOrders } from "../../../db/settlement/followed-orders";
import { hashToken } from "../../accounts/use-cases/hash-token";
import type { Clock, Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { OrderWatcher } from "../../orders/ports";
import { type Buyer, countedAs } from "../../orders/rules/buyer";
import {
  FOLLOWED_MS,
  type Follower,
  MAX_FOLLOWED_PER_ACCOUNT,
  MAX_FOLLOWED_PER_ADDRESS,
} from "../../orders/rules/live-socket";
import type { OrderOfBuyer } from "./read-order";

export interface FollowingPorts {
  clock: Clock;
  settings: Pick<Settings, "rateScale">;
  followedOrders: Pick<FollowedOrders, "count">;
  watcher: Pick<OrderWatcher, "watch">;
}

/** Where a page reconnects by itself, it waits as long at most. */
const RETRY_SECONDS = 30;

/** Live pages of an order. */
export function createFollowOrder(ports: FollowingPorts, orderOfBuyer: OrderOfBuyer) {
  /**
   * A WebSocket that sends the buyer's order at once and on every change, until the session of
   * `sessionToken` ends, or a guest's secret. Throws `not_found`, and `slow_down` where buyer or network
   * address follow as many other orders as they may.
   */
  async function followOrder({
    orderId,
    buyer,
    address,
    sessionToken,
  }: {
    orderId: string;
    buyer: Buyer;
    address: string;
    /** Empty for a guest. */
    sessionToken: string;
  }): Promise<Response> {
    await orderOfBuyer({ orderId, buyer });
    const uid = countedAs(buyer);
    const countedUntil = await countFollowed({ orderId, uid, address });
    if (countedUntil === null) {
      throw new Problem("slow_down", {
        messageKey: "too_many_live_pages",
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const sessionHash = await hashToken(sessionToken);
    return ports.watcher.watch(orderId, { uid, sessionHash, address, countedUntil });
  }

  /** Counts an order as followed, and returns until when (epoch ms); null beyond a bound. */
  async function countFollowed(follower: Follower): Promise<number | null> {
    const now = ports.clock.now();
    const endsAt = now + FOLLOWED_MS;
    const isCounted = await ports.followedOrders.count({ ...follower, endsAt }, now, {
      ofAccount: MAX_FOLLOWED_PER_ACCOUNT,
      ofAddress: Math.ceil(MAX_FOLLOWED_PER_ADDRESS * ports.settings.rateScale),
    });
    return isCounted ? endsAt : null;
  }

  return { followOrder, countFollowed };
}
