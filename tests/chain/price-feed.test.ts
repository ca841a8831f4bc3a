import { expect, test } from "vitest";
import { agreedPrice } from "../../app/rates/rules/feed-price";
import { SOL_USD_FEED } from "../../app/solana/price-update";
import { priceFeedAccount } from "../../dev/chain/index";
import { currencyTable } from "../../dev/run/local-table";
import { createIsolate, platformRuntime } from "../../workers/isolate";
import { createRateSources } from "../../workers/rate-sources";
import { serve } from "../support/http-server";
import { freshChain } from "./support";

const NOW = Date.UTC(2026, 10, 23, 12);
const NOBODY = "http://127.0.0.1:1";

function sourcesOf(rpcUrls: string[], exchangeRatesUrl = NOBODY, runtime = platformRuntime) {
  const addresses = { rpcUrls, genesisHash: null, priceFeed: SOL_USD_FEED, exchangeRatesUrl };
  return createRateSources(addresses, createIsolate(runtime));
}

/** A chain with the feed at that price, in units of 10^-8 dollars. */
async function chainAt(price: bigint) {
  const chain = await freshChain();
  const account = priceFeedAccount({ price, publishTime: NOW / 1_000 });
  chain.setAccount(SOL_USD_FEED, account);
  chain.advanceSlots(1);
  return chain;
}

test("the local chain publishes a price, anew each ten seconds", async () => {
  let now = NOW;
  const chain = await freshChain({ priceFeed: SOL_USD_FEED, now: () => now });
  const read = async () => {
    // The price comes with a slot, which is confirmed by the next one.
    chain.advanceSlots(1);
    chain.advanceSlots(1);
    return agreedPrice(await sourcesOf([chain.url]).readAccounts(), now);
  };
  expect(await read()).toEqual({ microDollars: 150_000_000n, at: NOW });
  now += 9_000;
  expect(await read()).toMatchObject({ at: NOW });
  now += 1_000;
  expect(await read()).toMatchObject({ at: NOW + 10_000 });
});

// spec: rate.two-nodes
test("the feed is read from two nodes, and from one where one is configured", async () => {
  const [one, other, third] = [
    await chainAt(15_000_000_000n),
    await chainAt(15_100_000_000n),
    await chainAt(15_000_000_000n),
  ];
  const readFrom = async (...urls: string[]) => {
    const accounts = await sourcesOf(urls).readAccounts();
    return accounts.length;
  };
  expect(await readFrom(one.url)).toBe(1);
  expect(await readFrom(one.url, other.url, third.url)).toBe(2);
  const accounts = await sourcesOf([one.url, other.url]).readAccounts();
  expect(agreedPrice(accounts, NOW).microDollars).toBeGreaterThanOrEqual(150_000_000n);
  expect(await readFrom(one.url, NOBODY, third.url)).toBe(2);
  await expect(readFrom(one.url, NOBODY)).rejects.toThrow("reading from 2 nodes");
});

test("a chain without the feed has no account there", async () => {
  const chain = await freshChain();
  expect(await sourcesOf([chain.url]).readAccounts()).toEqual([null]);
});

const table = currencyTable("2026-11-23", "1.2");

test("the table is read in full", async () => {
  const { url } = await serve((_, response) => response.end(table));
  expect(await sourcesOf([NOBODY], url).readTable()).toBe(table);
});

// spec: rate.bounded
test("a table that is too large is not read to its end", async () => {
  let closed: Promise<void> | undefined;
  const { url } = await serve((_, response) => {
    closed = new Promise((done) => response.on("close", done));
    const write = () => {
      while (!response.destroyed && response.write("x".repeat(8_192)));
    };
    response.on("drain", write);
    write();
  });
  await expect(sourcesOf([NOBODY], url).readTable()).rejects.toThrow("too large");
  await closed;
});

// spec: rate.bounded
test.each([
  ["does not answer", ""],
  ["stops in the middle", table.slice(0, 100)],
])("a table that %s is given up when its time is over", async (_, sent) => {
  const timeout = new AbortController();
  const limits: number[] = [];
  const timeoutSignal = (ms: number) => {
    limits.push(ms);
    return timeout.signal;
  };
  let markAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    markAsked = resolve;
  });
  const { url } = await serve((_, response) => {
    if (sent) response.write(sent);
    markAsked();
  });
  const reading = sourcesOf([NOBODY], url, { ...platformRuntime, timeoutSignal }).readTable();
  await asked;
  timeout.abort(new DOMException("over", "TimeoutError"));
  await expect(reading).rejects.toThrow("over");
  expect(limits).toEqual([10_000]);
});

test.each([404, 500, 503])("a table with status %i is none", async (status) => {
  const { url } = await serve((_, response) => response.writeHead(status).end(table));
  await expect(sourcesOf([NOBODY], url).readTable()).rejects.toThrow(`status ${status}`);
});
