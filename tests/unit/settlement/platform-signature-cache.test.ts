import { expect, test } from "vitest";
import { MIN_UNMATCHED_LAMPORTS } from "../../../app/settlement/rules/unmatched-payment";
import { createPlatformSignatureCache } from "../../../app/settlement/use-cases/platform-signature-cache";
import { ListedChain } from "../../support/polls/listed-chain";
import { rawTransaction } from "../../support/raw-payments";

const PLATFORM = "Platform";
const MINUTE = 60_000;

/** The caller is to search by its own key. */
const SEARCH = { signatures: [], coverage: "partial", maySearch: true };

function complete(...signatures: string[]) {
  return { signatures, coverage: "complete", maySearch: false };
}

/** A chain with sales, a clock, and the cache that reads them. */
function salesOnChain() {
  const chain = new ListedChain();
  let now = 1_700_000_000_000;
  let calls = 0;
  let count = 0;
  const feed = createPlatformSignatureCache({
    settings: { platformWallet: PLATFORM },
    clock: { now: () => now },
    chain: {
      finalizedTip: async () => ({ blockHeight: 0, slot: 0 }),
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
    chain.tip += Math.max(0, ms / 400);
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
      expect(await feed.signaturesFor("any", 0, 0)).toEqual(SEARCH);
      expect(await feed.signaturesFor("other", 0, 0)).toEqual(SEARCH);
      pass(MINUTE);
    },
  };
}

/** The same, once the cache may answer. */
async function openSales() {
  const sales = salesOnChain();
  await sales.open();
  return sales;
}

test("answers only for the time since its first read", async () => {
  const { feed, sell, pass, open } = salesOnChain();
  sell("early");
  await open();
  expect(await feed.signaturesFor("early", 20_000, 0)).toEqual(complete());
  expect(await feed.signaturesFor("early", 2 * MINUTE, 0)).toEqual(SEARCH);
  pass(MINUTE);
  expect(await feed.signaturesFor("early", MINUTE, 0)).toEqual(complete());
});

test("a sale is found by its reference only", async () => {
  const { feed, sell, pass } = await openSales();
  const [one, two] = [sell("A"), sell("A")];
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete(two, one));
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual(complete());
  pass(5 * MINUTE);
  expect(await feed.signaturesFor("A", 5 * MINUTE, 0)).toEqual(complete(two, one));
});

test("one order alone starts no reading, until it has waited for long", async () => {
  const { feed, calls, pass } = salesOnChain();
  for (let poll = 0; poll < 10; poll++) {
    expect(await feed.signaturesFor("A", Number.POSITIVE_INFINITY, 0)).toEqual(SEARCH);
    pass(3_000);
  }
  expect(calls()).toBe(0);
  pass(1_000);
  await feed.signaturesFor("A", Number.POSITIVE_INFINITY, 0);
  expect(calls()).toBe(1);
});

// spec: payment.shared-search
test("a thousand queries within the allowed age cost one read", async () => {
  const { feed, calls } = await openSales();
  const before = calls();
  const keys = Array.from({ length: 1_000 }, (_, index) => `key-${index}`);
  await Promise.all(keys.map((key) => feed.signaturesFor(key, 1_000, 0)));
  for (const key of keys) await feed.signaturesFor(key, 1_000, 500);
  expect(calls() - before).toBe(1);
});

test("each sale is fetched once", async () => {
  const { feed, sell, calls, pass } = await openSales();
  sell("A");
  const before = calls();
  for (let offset = 0; offset < 10; offset++) {
    pass(1_000);
    await feed.signaturesFor("A", 1_000, 0);
  }
  expect(calls() - before).toBe(11);
});

test("sales are found once a lagging or silent node recovers", async () => {
  const { feed, chain, sell, pass } = await openSales();
  const early = sell("A");
  chain.nodeState = "lagging";
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete());
  chain.nodeState = "silent";
  pass(1_000);
  expect(await feed.signaturesFor("A", 1_000, 0)).toMatchObject({ coverage: "unanswered" });
  chain.nodeState = "healthy";
  pass(1_000);
  const late = sell("A");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete(late, early));
});

test("more sales than one read fetches are read by the next ones, newest first", async () => {
  const { feed, sell, pass, chain } = await openSales();
  const oldest = sell("A");
  for (let n = 0; n < 30; n++) sell("crowd");
  const newest = sell("B");
  const before = chain.fetchCount;
  expect(await feed.signaturesFor("B", 1_000, 0)).toMatchObject({
    signatures: [newest],
    coverage: "partial",
  });
  expect(chain.fetchCount - before).toBe(25);
  pass(2_000);
  expect(await feed.signaturesFor("A", 3_000, 0)).toEqual(complete(oldest));
  expect(chain.fetchCount - before).toBe(32);
});

test("an order that searched by its own key does not wait for what was listed before", async () => {
  const { feed, sell, pass } = await openSales();
  for (let n = 0; n < 200; n++) sell("flood");
  expect(await feed.signaturesFor("A", 1_000, 0)).toMatchObject({ coverage: "partial" });
  pass(30_000);
  expect(await feed.signaturesFor("A", 1_000, 100_000)).toEqual(complete());
});

test("a history of more pages than one read lists is continued by the next read", async () => {
  const { feed, sell, pass } = await openSales();
  pass(MINUTE);
  const oldest = sell("A");
  for (let n = 0; n < 900; n++) sell("flood");
  const newest = sell("B");
  expect(await feed.signaturesFor("B", 1_000, 0)).toMatchObject({
    signatures: [newest],
    coverage: "partial",
  });
  pass(1_000);
  await feed.signaturesFor("A", 1_000, 0);
  for (let second = 0; second < 200; second++) {
    pass(1_000);
    await feed.signaturesFor("any", 1_000, 0);
  }
  expect(await feed.signaturesFor("A", 4 * MINUTE, 0)).toEqual(complete(oldest));
});

test.each(["null", "error"] as const)(
  "a transaction for which nodes answer %s hides no other, and is fetched with growing pauses",
  async (answer) => {
    const { feed, chain, sell, pass, open } = salesOnChain();
    await open();
    const unreadable = sell("A");
    chain.unreadable.set(unreadable, answer);
    const other = sell("B");
    expect(await feed.signaturesFor("B", 1_000, 0)).toEqual(complete(other));
    expect(await feed.signaturesFor("C", 1_000, 0)).toEqual(complete());
    const before = chain.fetchCount;
    for (let second = 0; second < 600; second++) {
      pass(1_000);
      await feed.signaturesFor("B", 1_000, 0);
    }
    expect(chain.fetchCount - before).toBe(6);
  },
);

test("a transaction that is readable later is found", async () => {
  const { feed, chain, sell, pass } = await openSales();
  const signature = sell("A");
  chain.unreadable.set(signature, "null");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete());
  chain.unreadable.clear();
  pass(1_000);
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete(signature));
});

test("a thousand orders share a budget of searches by their own keys", async () => {
  const { feed, pass } = await openSales();
  const granted = async (staleMs: number) => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        feed.signaturesFor(`key-${n}`, Number.POSITIVE_INFINITY, staleMs),
      ),
    );
    return answers.filter(({ maySearch }) => maySearch).length;
  };
  // The first one was granted when the cache was empty.
  expect(await granted(4_000)).toBe(10);
  expect(await granted(500)).toBe(10);
  expect(await granted(500)).toBe(0);
  pass(MINUTE);
  expect(await granted(500)).toBe(20);
});

test("a dropped signature does not stop reading", async () => {
  const { feed, chain, sell, pass } = await openSales();
  sell("A");
  await feed.signaturesFor("A", 1_000, 0);
  chain.reorg();
  pass(MINUTE);
  const again = sell("B");
  expect(await feed.signaturesFor("B", 1_000, 0)).toEqual(complete(again));
});

test("starts over when its clock is set back", async () => {
  const { feed, sell, pass } = await openSales();
  await feed.signaturesFor("A", 1_000, 0);
  pass(-60 * MINUTE);
  await feed.signaturesFor("A", 1_000, 0);
  await feed.signaturesFor("B", 1_000, 0);
  pass(MINUTE);
  const signature = sell("A");
  expect(await feed.signaturesFor("A", 1_000, 0)).toEqual(complete(signature));
});

test("tells what strangers have sent, but for payments that are recorded without an order", async () => {
  const { chain, feed, sell } = await openSales();
  const dust = sell("A");
  const send = (signature: string, lamports: bigint, extra: string[]) => {
    const leg = { from: "Stranger", to: PLATFORM, lamports, extra };
    chain.land(rawTransaction({ signature, signers: ["Stranger"], legs: [leg] }));
  };
  send("transfer", MIN_UNMATCHED_LAMPORTS, []);
  send("payment", MIN_UNMATCHED_LAMPORTS, ["B"]);
  const leg = { from: "Stranger", to: PLATFORM, lamports: MIN_UNMATCHED_LAMPORTS, extra: ["C"] };
  const failed = rawTransaction({ signature: "failed", signers: ["Stranger"], legs: [leg] });
  // A node says that it has failed.
  chain.land({ ...failed, meta: { err: "lie" } });
  chain.tip += 2;
  await feed.signaturesFor("A", 1_000, 0);
  const told = await feed.strangers([dust, "transfer", "payment", "failed", "unknown"]);
  expect(told).toEqual([
    { accounts: expect.arrayContaining(["Buyer", PLATFORM, "A"]), references: ["A"] },
    { accounts: expect.arrayContaining(["Stranger", PLATFORM]), references: [] },
    null,
    null,
    null,
  ]);
});
