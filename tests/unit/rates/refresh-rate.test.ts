import { expect, test } from "vitest";
import type { RateSources } from "../../../app/rates/ports";
import {
  currentRate,
  emptyRateMemory,
  type KeptText,
  rateWarnings,
  readKeptRate,
} from "../../../app/rates/use-cases/kept-rate";
import { refreshRate } from "../../../app/rates/use-cases/refresh-rate";
import { PRICE_PROGRAM } from "../../../app/solana/price-update";
import { priceFeedAccount } from "../../../dev/chain/index";
import { currencyTable } from "../../../dev/run/local-table";
import { noLog } from "../../support/log";

const START = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;

/** A deployment whose sources a test can break, at a time that it sets. */
function world() {
  const time = { now: START };
  const clock = { now: () => time.now };
  const texts = new Map<string, string>();
  let reads = 0;
  const keptRate: KeptText = {
    async read(name) {
      reads += 1;
      return texts.get(name) ?? null;
    },
    async write(name, text) {
      texts.set(name, text);
    },
  };
  const good: RateSources = {
    feed: "feed",
    async readAccounts() {
      const { data } = priceFeedAccount({ publishTime: Math.floor(time.now / 1_000) });
      return [{ owner: PRICE_PROGRAM, data }];
    },
    readTable: async () => currencyTable("2026-11-23", "1.2"),
  };
  const sources = { ...good };
  const refresh = () => refreshRate({ clock, rateSources: sources, keptRate });
  const current = (memory = emptyRateMemory()) =>
    currentRate(memory, { keptRate, clock, log: noLog });
  const warnings = () => rateWarnings({ keptRate, clock });
  return {
    time,
    clock,
    texts,
    keptRate,
    good,
    sources,
    refresh,
    current,
    warnings,
    reads: () => reads,
  };
}

const failing = async (): Promise<never> => {
  throw new Error("https://node.example/secret-key is down");
};

test("a rate is kept with its source and time, in millionths of both currencies", async () => {
  const { refresh, current, warnings } = world();
  expect(await current()).toBeNull();
  expect(await warnings()).toEqual(["exchange rate: not read, none is shown"]);
  await refresh();
  expect(await current()).toEqual({
    micros: { EUR: 125_000_000n, USD: 150_000_000n },
    at: START,
    feed: "feed",
    day: "2026-11-23",
  });
  expect(await warnings()).toEqual([]);
});

// spec: rate.kept, rate.warning
test("faults keep the last rate for its ten minutes, and warn from the first one", async () => {
  const { time, sources, good, refresh, current, warnings, texts } = world();
  await refresh();
  Object.assign(sources, { readAccounts: failing });
  time.now += MINUTE;
  await refresh();
  expect(await current()).toMatchObject({ at: START });
  expect(await warnings()).toEqual(["exchange rate: nodes_down for 0 s"]);

  Object.assign(sources, { ...good, readTable: failing });
  time.now = START + 10 * MINUTE;
  await refresh();
  expect(await current()).toMatchObject({ at: START });
  expect(await warnings()).toEqual(["exchange rate: table_down for 540 s"]);
  expect([...texts.values()].join()).not.toContain("secret");

  time.now += 1;
  expect(await current()).toBeNull();
  await refresh();
  expect(await warnings()).toEqual(["exchange rate: table_down for 540 s, none is shown"]);

  Object.assign(sources, good);
  await refresh();
  expect(await current()).toMatchObject({ micros: { EUR: 125_000_000n } });
  expect(await warnings()).toEqual([]);
});

test("a cron that has stopped leaves no old rate", async () => {
  const { time, refresh, current, warnings } = world();
  await refresh();
  time.now += 11 * MINUTE;
  expect(await current()).toBeNull();
  expect(await warnings()).toEqual(["exchange rate: not read, none is shown"]);
});

test("a clock that was set back shows no rate of the future", async () => {
  const { time, refresh, current } = world();
  await refresh();
  time.now -= 2 * MINUTE;
  expect(await current()).toBeNull();
});

test("an unusable record counts as none, and is replaced", async () => {
  const { texts, refresh, current, keptRate } = world();
  for (const text of ["{}", '{"rate":{"micros":{"EUR":"-1"}}}', "null"]) {
    texts.set("exchange-rate", text);
    expect(await readKeptRate(keptRate)).toBeNull();
    expect(await current()).toBeNull();
  }
  await refresh();
  expect(await current()).not.toBeNull();
});

test("a deployment without sources reads and keeps nothing", async () => {
  const { clock, keptRate, texts } = world();
  await refreshRate({ clock, rateSources: null, keptRate });
  expect([...texts]).toEqual([]);
});

test("an isolate reads the record each 15 seconds at most, and shows pages where it can't", async () => {
  const { time, refresh, current, reads, keptRate, clock } = world();
  await refresh();
  const memory = emptyRateMemory();
  const before = reads();
  for (let page = 0; page < 100; page += 1) await current(memory);
  expect(reads() - before).toBe(1);
  time.now += 15_000;
  await current(memory);
  expect(reads() - before).toBe(2);
  time.now += 15_000;
  const broken = { ...keptRate, read: failing };
  expect(await currentRate(memory, { keptRate: broken, clock, log: noLog })).toMatchObject({
    at: START,
  });
  expect(await currentRate(emptyRateMemory(), { keptRate: broken, clock, log: noLog })).toBeNull();
});
