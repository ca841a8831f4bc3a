import { expect, test } from "vitest";
import { createPlatformSignatureCache } from "../../../app/orders/use-cases/platform-signature-cache";
import { rawTransaction } from "../../support/raw-payments";
import { SimulatedChain } from "../../support/simulation/chain";

const PLATFORM = "Platform";
const MINUTE = 60_000;

/** A chain on which sales land, a clock, and the feed that reads them. */
function shop() {
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
    /** Reads for the first time, and lets it be long enough ago. */
    async open() {
      expect(await feed.signaturesFor("any", 0, 0)).toBeNull();
      pass(MINUTE);
    },
  };
}

test("it can't tell before it has read for a while, nor further back than that", async () => {
  const { feed, sell, pass, open } = shop();
  sell("early");
  await open();
  expect(await feed.signaturesFor("early", 20_000, 0)).toEqual([]);
  expect(await feed.signaturesFor("early", 2 * MINUTE, 0)).toBeNull();
  pass(MINUTE);
  expect(await feed.signaturesFor("early", MINUTE, 0)).toEqual([]);
});

test("a sale is found by the key that it names, and by no other", async () => {
  const { feed, sell, pass, open } = shop();
  await open();
  const [one, two] = [sell("A"), sell("A")];
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([two, one]);
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual([]);
  pass(5 * MINUTE);
  expect(await feed.signaturesFor("A", 5 * MINUTE, 0)).toEqual([two, one]);
});

test("a thousand who ask within the time that they allow cost one reading", async () => {
  const { feed, calls, open } = shop();
  await open();
  const before = calls();
  const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  await Promise.all(keys.map((key) => feed.signaturesFor(key, 1_000, 0)));
  for (const key of keys) await feed.signaturesFor(key, 1_000, 500);
  expect(calls() - before).toBe(1);
});

test("each sale is fetched once, however often it is asked for", async () => {
  const { feed, sell, calls, pass, open } = shop();
  await open();
  sell("A");
  const before = calls();
  for (let turn = 0; turn < 10; turn++) {
    pass(1_000);
    await feed.signaturesFor("A", 1_000, 0);
  }
  expect(calls() - before).toBe(11);
});

test("a node that is behind or silent hides nothing for longer than it is so", async () => {
  const { feed, chain, sell, pass, open } = shop();
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

test("after more than it can fetch it starts anew, and says that it can't tell", async () => {
  const { feed, sell, pass, open } = shop();
  await open();
  for (let n = 0; n < 26; n++) sell("crowd");
  expect(await feed.signaturesFor("crowd", 1_000, 0)).toBeNull();
  pass(MINUTE);
  const next = sell("A");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual([next]);
});

test("what a page of the network does not reach is a gap", async () => {
  const { feed, sell, open } = shop();
  sell("first");
  await open();
  for (let n = 0; n < 250; n++) sell("flood");
  expect(await feed.signaturesFor("flood", 1_000, 0)).toBeNull();
});

test("what a fork has dropped stops nothing", async () => {
  const { feed, chain, sell, pass, open } = shop();
  await open();
  sell("A");
  await feed.signaturesFor("A", 1_000, 0);
  chain.reorg();
  pass(MINUTE);
  const again = sell("B");
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual([again]);
});
