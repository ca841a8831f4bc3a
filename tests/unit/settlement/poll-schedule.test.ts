import { expect, test } from "vitest";
import type { OrderState } from "../../../app/orders/rules/order-state";
import { freshWatch } from "../../../app/orders/rules/order-state";
import {
  isPolledFast,
  nextPollAt,
  staleness,
  THROTTLED_POLL_MS,
  withoutFastPhase,
} from "../../../app/settlement/rules/poll-schedule";

const NOW = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const order: OrderState = {
  status: "awaiting",
  createdAt: NOW,
  expiresAt: NOW + DAY_MS,
  built: { at: NOW, lastValidBlockHeight: 150, form: "unsigned" },
  wallets: [],
  settlement: null,
};

test("an order without the fast phase polls at the slow interval at once", () => {
  const watch = { ...freshWatch(NOW), suggestedAt: NOW };
  expect(nextPollAt(order, watch, NOW, 0)).toBe(NOW + 400);
  const slow = withoutFastPhase(watch, NOW);
  expect(nextPollAt(order, slow, NOW, 0)).toBe(NOW + THROTTLED_POLL_MS);
  expect(staleness(slow, NOW)).toBe(THROTTLED_POLL_MS / 4);
});

test("an order that is slow anyway keeps its interval", () => {
  const watch = freshWatch(NOW - 10 * 60_000);
  expect(nextPollAt(order, withoutFastPhase(watch, NOW), NOW, 0)).toBe(
    nextPollAt(order, watch, NOW, 0),
  );
  expect(isPolledFast(order, watch, NOW)).toBe(false);
});

test("only awaiting orders with recent activity poll fast", () => {
  expect(isPolledFast(order, freshWatch(NOW - 60_000), NOW)).toBe(true);
  expect(isPolledFast({ status: "pending" }, freshWatch(NOW), NOW)).toBe(false);
});
