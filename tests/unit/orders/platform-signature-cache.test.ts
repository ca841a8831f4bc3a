import { expect, test } from "vitest";
import { createPlatformSignatureCache } from "../../../app/orders/use-cases/platform-signature-cache";
import { rawTransaction } from "../../support/raw-payments";
import { SimulatedChain } from "../../support/simulation/chain";

const PLATFORM = "Platform";
const MINUTE = 60_000;

/** A chain with sales, a clock, and the cache that reads them. */
function salesOnChain() {
  const chain = new SimulatedChain();
  let now = 1_700_000_000_000;
  let calls = 0;
  let count = 0;
  const feed = createPlatformSignatureCache({
    settings: { platformWallet: PLATFORM },
    clock: { now: () => now },
    chain: {
      signaturesFor: (...args) => {
        calls++;
        return chain.signaturesFor(...args);
      },
      transaction: (...args) => {
        calls++;
        return chain.transaction(...args);
      },
    },
  });
  const pass = (ms: number) => {
    now += ms;
    chain.tip += ms / 400;
  };
  return {
    chain,
    feed,
    pass,
    calls: () => calls,
    sell(reference: string): string {
      const signature = `sale-${++count}`;
      const leg = { from: "Buyer", to: PLATFORM, lamports: 10n, extra: [reference] };
      chain.land(rawTransaction({ signature, signers: ["Buyer"], legs: [leg] }));
      chain.tip += 2;
      return signature;
    },
    /** Reads once and waits until the cache may answer. */
    async open() {
      expect(await feed.signaturesFor("any", 0, 0)).toBeNull();
      pass(MINUTE);
    },
  };
}

test("answers only for the time since its first read", async () => {
  const { feed, sell, pass, open } = salesOnChain();
  sell("early");
  await open();
  expect(await feed.signaturesFor("early", 20_000, 0)).toEqual([]);
  expect(await feed.signaturesFor("early", 2 * MINUTE, 0)).toBeNull();
  pass(MINUTE);
  expect(await feed.signaturesFor("early", MINUTE, 0)).toEqual([]);
});

test("a sale is found by its reference only", async () => {
  const { feed, sell, pass, open } = salesOnChain();
  await open();
  const [one, two] = [sell("A"), sell("A")];
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([two, one]);
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual([]);
  pass(5 * MINUTE);
  expect(await feed.signaturesFor("A", 5 * MINUTE, 0)).toEqual([two, one]);
});

test("a thousand queries within the allowed age cost one read", async () => {
  const { feed, calls, open } = salesOnChain();
  await open();
  const before = calls();
  const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  await Promise.all(keys.map((key) => feed.signaturesFor(key, 1_000, 0)));
  for (const key of keys) await feed.signaturesFor(key, 1_000, 500);
  expect(calls() - before).toBe(1);
});

test("each sale is fetched once", async () => {
  const { feed, sell, calls, pass, open } = salesOnChain();
  await open();
  sell("A");
  const before = calls();
  for (let offset = 0; offset < 10; offset++) {
    pass(1_000);
    await feed.signaturesFor("A", 1_000, 0);
  }
  expect(calls() - before).toBe(11);
});

test("sales are found once a lagging or silent node recovers", async () => {
  const { feed, chain, sell, pass, open } = salesOnChain();
  await open();
  const early = sell("A");
  chain.nodeState = "lagging";
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([]);
  chain.nodeState = "silent";
  pass(1_000);
  expect(await feed.signaturesFor("A", 1_000, 0)).toBeNull();
  chain.nodeState = "healthy";
  pass(1_000);
  const late = sell("A");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([late, early]);
});

test("returns null after more sales than it can fetch, and starts over", async () => {
  const { feed, sell, pass, open } = salesOnChain();
  await open();
  for (let n = 0; n < 26; n++) sell("crowd");
  expect(await feed.signaturesFor("crowd", 1_000, 0)).toBeNull();
  pass(MINUTE);
  const next = sell("A");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([next]);
});

test("signatures beyond a page are a gap", async () => {
  const { feed, sell, open } = salesOnChain();
  sell("first");
  await open();
  for (let n = 0; n < 250; n++) sell("flood");
  expect(await feed.signaturesFor("flood", 1_000, 0)).toBeNull();
});

test("a dropped signature does not stop reading", async () => {
  const { feed, chain, sell, pass, open } = salesOnChain();
  await open();
  sell("A");
  await feed.signaturesFor("A", 1_000, 0);
  chain.reorg();
  pass(MINUTE);
  const again = sell("B");
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual([again]);
});
