import { handedIn } from "../model/guests";
import type { Told } from "../model/story";
import { historyOf } from "./history";
import type { Invariant, Judged } from "./invariant";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Clocks of isolates are wrong by at most so much. */
const MAX_SKEW_MS = 2 * HOUR_MS;
const GUEST_ORDER_MS = 15 * MINUTE_MS;
const GUEST_ACCESS_MS = 24 * HOUR_MS;
const MAX_OPEN_ORDERS = 10;

interface GuestRow {
  id: string;
  secret: string;
  status: string;
  signature: string | null;
  guestSignature: string | null;
}

/** A browser gets what its own payment bought: the bytes came with its secret before they could land. */
export const secretForOwnPayment: Invariant = {
  name: "a secret gives the file of its own payment alone",
  check(world) {
    const rows = guestsOrders(world);
    const { events } = world.story;
    const wrong = rows.find(
      ({ id, secret, guestSignature }) =>
        guestSignature !== null && !handedIn(events, id, secret).has(guestSignature),
    );
    if (wrong) {
      return `order ${wrong.id} has the payment ${wrong.guestSignature} for its browser's, which did not hand it in`;
    }
    return givenFault(world, rows);
  },
};

function guestsOrders({ database }: Judged): GuestRow[] {
  return database.read<GuestRow>(`SELECT id, guest_secret_hash AS secret, status, signature,
    guest_signature AS guestSignature FROM orders WHERE guest_secret_hash IS NOT NULL`);
}

const judged = new WeakMap<object, number>();

/** What is wrong with a file that a secret was given since the last time. */
function givenFault(world: Judged, rows: readonly GuestRow[]): string | null {
  const { events } = world.story;
  const given = events
    .slice(judged.get(events) ?? 0)
    .filter((event): event is Told<"file"> => event.kind === "file");
  judged.set(events, events.length);
  for (const { at, order, secret } of given) {
    const { landed, dropped } = historyOf(world.chain);
    const handed = [...handedIn(events, order, secret)];
    const row = rows.find(({ id }) => id === order);
    const isPaid = handed.some((signature) => landed.has(signature) || dropped.has(signature));
    const isSettled = row?.status !== "paid" || handed.includes(row.signature ?? "");
    if (!isPaid || !isSettled) {
      return `the browser of order ${order} was given a file that its own payment has not bought`;
    }
    const opened = events.find((event) => event.kind === "opened" && event.order === order);
    if (opened && at > opened.at + GUEST_ACCESS_MS + MAX_SKEW_MS) {
      return `the browser of order ${order} was given its file ${at - opened.at} ms after it was opened`;
    }
  }
  return null;
}

/** Orders of browsers without an account take little: a secret costs nothing. */
export const guestsAreBounded: Invariant = {
  name: "a browser without an account has few orders, for a short time",
  check({ database, scheduler }) {
    const [bound] = database.read<{ fault: string }>(
      `SELECT 'secret ' || guest_secret_hash || ' has ' || count(*) || ' open orders' AS fault
        FROM orders WHERE guest_secret_hash IS NOT NULL AND status IN ('pending', 'awaiting')
        GROUP BY guest_secret_hash HAVING count(*) > ?1
      UNION ALL SELECT 'secret ' || guest_secret_hash || ' has ' || count(*)
          || ' open orders for product ' || product_id
        FROM orders WHERE guest_secret_hash IS NOT NULL AND status IN ('pending', 'awaiting')
        GROUP BY guest_secret_hash, product_id HAVING count(*) > 1
      UNION ALL SELECT uid || ' has ' || count(*) || ' places in line'
        FROM stock_line GROUP BY uid HAVING count(*) > 1
      UNION ALL SELECT 'order ' || id || ', for which nothing was built, is open until ' || expires_at
        FROM orders WHERE guest_secret_hash IS NOT NULL AND status = 'pending'
          AND payment_requested = 0 AND expires_at > ?2
      LIMIT 1`,
      MAX_OPEN_ORDERS,
      scheduler.now + GUEST_ORDER_MS + MAX_SKEW_MS,
    );
    return bound?.fault ?? null;
  },
};
