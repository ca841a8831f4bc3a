import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { openDb } from "../../../db/client";
import { followedOrdersIn } from "../../../db/settlement/followed-orders";
import { recordStatements } from "../../support/count-statements";

const followed = followedOrdersIn(openDb(env.DB));

const NOW = 1_700_000_000_000;
const LATER = NOW + 600_000;
const LIMITS = { ofAccount: 3, ofAddress: 5 };

let made = 0;
const unique = (name: string) => `${name}-${++made}`;

/** Counts an order; by default a new one, from an address of its own. */
function count(uid: string, { orderId = unique("order"), address = unique("address"), at = NOW }) {
  const endsAt = at + (LATER - NOW);
  return followed.count({ orderId, uid, address, endsAt }, at, LIMITS);
}

// spec: limit.followed
test("an account has a bound, which other accounts do not use up", async () => {
  const [one, other] = [unique("one"), unique("other")];
  const first = unique("first");
  expect(await count(one, { orderId: first })).toBe(true);
  for (const expected of [true, true, false, false]) expect(await count(one, {})).toBe(expected);
  expect(await count(one, { orderId: first })).toBe(true);
  for (const expected of [true, true, true, false]) expect(await count(other, {})).toBe(expected);
});

test("an address has a bound across accounts", async () => {
  const [address, elsewhere] = [unique("shared"), unique("elsewhere")];
  for (let at = 0; at < 5; at += 1) expect(await count(unique("guest"), { address })).toBe(true);
  const late = unique("late");
  expect(await count(late, { address })).toBe(false);
  expect(await count(late, { address: elsewhere })).toBe(true);
});

test("at once, no more are counted than one after the other", async () => {
  const uid = unique("at-once");
  const answers = await Promise.all(Array.from({ length: 20 }, () => count(uid, {})));
  expect(answers.filter(Boolean)).toHaveLength(3);
});

test("orders count until their end, and are removed after it", async () => {
  const uid = unique("over");
  for (let at = 0; at < 3; at += 1) await count(uid, {});
  expect(await count(uid, { at: LATER - 1 })).toBe(false);
  expect(await count(uid, { at: LATER })).toBe(true);
  await followed.removeExpired(LATER);
  const rows = await env.DB.prepare("SELECT ends_at FROM followed_orders WHERE uid = ?")
    .bind(uid)
    .all();
  expect(rows.results).toEqual([{ ends_at: LATER + 600_000 }]);
});

test("a page that closes does not end the count of one that is being opened", async () => {
  const [uid, orderId] = [unique("reopened"), unique("order")];
  await count(uid, { orderId });
  await count(uid, { orderId, at: NOW + 1 });
  await followed.end(orderId, LATER);
  const counted = () =>
    env.DB.prepare("SELECT 1 FROM followed_orders WHERE order_id = ?").bind(orderId).first();
  expect(await counted()).not.toBeNull();
  await followed.end(orderId, LATER + 1);
  expect(await counted()).toBeNull();
});

test("both bounds are asked of an index", async () => {
  const { db, statements } = recordStatements(env.DB);
  await followedOrdersIn(openDb(db)).count(
    { orderId: "x", uid: "x", address: "x", endsAt: LATER },
    NOW,
    LIMITS,
  );
  expect(statements).toHaveLength(1);
  const text = String(statements[0]);
  const parameters = text.split("?").length - 1;
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...Array.from({ length: parameters }, () => 1))
    .all<{ detail: string }>();
  const steps = plan.results.map(({ detail }) => detail).join("; ");
  expect(steps).toContain("followed_orders_by_uid");
  expect(steps).toContain("followed_orders_by_address");
  expect(steps).not.toContain("SCAN followed_orders");
});
