import { expect, test } from "vitest";
import type { PageSource } from "../../../app/lib/page-source";
import {
  createViewCounter,
  MAX_PENDING_SOURCES,
  MAX_PENDING_VIEWS,
  MAX_SOURCES_OF_PRODUCT,
  VIEW_WRITE_INTERVAL_MS,
} from "../../../app/products/use-cases/view-counter";
import type { DayViews } from "../../../db/products/product-views";
import { recordedLog } from "../../support/log";

const DAY_MS = 86_400_000;
const START = 20_000 * DAY_MS;

/** A counter with a store that can fail, a clock, and waits that end when the test says so. */
function setUp() {
  const writes: DayViews[][] = [];
  const waits: (() => void)[] = [];
  const work: Promise<unknown>[] = [];
  const state = { now: START, fails: false };
  const { events, log } = recordedLog();
  const counter = createViewCounter({
    clock: { now: () => state.now },
    log,
    wait: (ms) => {
      expect(ms).toBe(VIEW_WRITE_INTERVAL_MS);
      return new Promise<void>((resolve) => waits.push(resolve));
    },
    productViews: {
      async add(views) {
        if (state.fails) throw new Error("no database");
        writes.push(views.map((one) => ({ ...one })));
      },
    },
  });
  return {
    state,
    events,
    writes,
    waits,
    view: (productId: string, source: Partial<PageSource> = {}) =>
      counter.record(productId, { name: null, from: "direct", ...source }, (one) => work.push(one)),
    /** Ends all waits. */
    async elapse() {
      state.now += VIEW_WRITE_INTERVAL_MS;
      for (const end of waits.splice(0)) end();
      await settled(work);
    },
    settled: () => settled(work),
  };
}

/** Work that waits for a timer is left alone. */
async function settled(work: Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.all(work), new Promise((resolve) => setTimeout(resolve))]);
}

const direct = (views: number) => ({ name: null, from: "direct", views });

const sumsOf = (writes: readonly DayViews[][]) => {
  const sums: Record<string, number> = {};
  for (const { productId, day, views } of writes.flat()) {
    const key = `${productId} ${day}`;
    sums[key] = (sums[key] ?? 0) + views;
  }
  return sums;
};

test("views are added up and written once an interval", async () => {
  const { view, waits, writes, elapse, settled } = setUp();
  for (const id of ["a", "b", "a", "a"]) view(id);
  await settled();
  expect([waits.length, writes.length]).toEqual([1, 0]);
  await elapse();
  expect(writes).toEqual([
    [
      { productId: "a", day: 20_000, views: 3, sources: [direct(3)] },
      { productId: "b", day: 20_000, views: 1, sources: [direct(1)] },
    ],
  ]);
  await elapse();
  expect(writes).toHaveLength(1);
  view("a");
  await elapse();
  expect(sumsOf(writes)).toEqual({ "a 20000": 4, "b 20000": 1 });
});

test("a view counts for the UTC day on which it came", async () => {
  const { state, view, writes, elapse } = setUp();
  state.now = START + DAY_MS - 1;
  view("a");
  state.now += 1;
  view("a");
  await elapse();
  expect(sumsOf(writes)).toEqual({ "a 20000": 1, "a 20001": 1 });
});

test("a wait that was lost with its request delays the write to the next view", async () => {
  const { state, view, waits, writes, settled } = setUp();
  view("a");
  waits.splice(0);
  state.now += VIEW_WRITE_INTERVAL_MS - 1;
  view("a");
  await settled();
  expect(writes).toEqual([]);
  state.now += 1;
  view("a");
  await settled();
  expect(sumsOf(writes)).toEqual({ "a 20000": 3 });
});

test("a full map is written at once", async () => {
  const { view, writes, settled } = setUp();
  for (let at = 0; at < MAX_PENDING_VIEWS; at += 1) view(`p${at}`);
  await settled();
  expect(writes.map((batch) => batch.length)).toEqual([MAX_PENDING_VIEWS]);
});

test("views that can't be written are kept for the next interval, up to the bound", async () => {
  const { state, events, view, writes, elapse, settled } = setUp();
  state.fails = true;
  view("a");
  await elapse();
  for (let at = 0; at < 2 * MAX_PENDING_VIEWS; at += 1) view(`p${at}`);
  view("a");
  await settled();
  expect(writes).toEqual([]);
  state.fails = false;
  await elapse();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toHaveLength(MAX_PENDING_VIEWS);
  expect(sumsOf(writes)["a 20000"]).toBe(2);
  expect(events.map(({ event }) => event)).toEqual(["views_unwritten"]);
});

const sourcesOf = (writes: readonly DayViews[][], id: string) => {
  const sums: Record<string, number> = {};
  for (const { productId, sources } of writes.flat()) {
    for (const { name, from, views } of productId === id ? sources : []) {
      const key = name === null ? from : `${name}/${from}`;
      sums[key] = (sums[key] ?? 0) + views;
    }
  }
  return sums;
};

test("views are added up by name and referrer, and the sums of a product are the same", async () => {
  const { view, writes, elapse } = setUp();
  view("a", { name: "letter", from: "example.com" });
  view("a", { name: "letter" });
  view("a", { name: "letter" });
  view("a", { from: "example.com" });
  view("a");
  await elapse();
  const sources = { "letter/example.com": 1, "letter/direct": 2, "example.com": 1, direct: 1 };
  expect(sourcesOf(writes, "a")).toEqual(sources);
  expect(sumsOf(writes)).toEqual({ "a 20000": 5 });
});

test("a flood of names or hosts leaves room for other products, and loses no view", async () => {
  const { view, writes, elapse, settled } = setUp();
  for (let at = 0; at < 3 * MAX_SOURCES_OF_PRODUCT; at += 1) {
    view("a", { name: `made-up-${at}`, from: "example.com" });
    view("a", { from: `host-${at}.example` });
  }
  view("a");
  view("b", { from: "example.org" });
  await settled();
  expect(writes).toEqual([]);
  await elapse();
  const sources = sourcesOf(writes, "a");
  // What is free, what each name and host without room counts as, and what is always there.
  expect(Object.keys(sources).length).toBeLessThanOrEqual(MAX_SOURCES_OF_PRODUCT + 2);
  expect(sources.other).toBeGreaterThanOrEqual(2 * MAX_SOURCES_OF_PRODUCT);
  expect(sources.direct).toBe(1);
  expect(Object.values(sources).reduce((all, views) => all + views)).toBe(
    6 * MAX_SOURCES_OF_PRODUCT + 1,
  );
  expect(sourcesOf(writes, "b")).toEqual({ "example.org": 1 });
});

test("as many free sources of all products as there is room for are written at once", async () => {
  const { view, writes, settled } = setUp();
  for (let at = 0; at < MAX_PENDING_SOURCES; at += 1) {
    view(`p${at % 10}`, { from: `host-${at}.example` });
  }
  await settled();
  expect(writes).toHaveLength(1);
  expect(JSON.stringify(writes).length).toBeLessThan(200_000);
});
