import { describe, expect, it } from "vitest";
import type { ListedChain } from "../../support/polls/listed-chain";
import { leg, OrderPolls, OWNERS_WALLET, PRICE_LAMPORTS } from "../../support/polls/order-polls";
import { rawTransaction } from "../../support/raw-payments";

/** Limit of transactions fetched by one poll: both ends of two pages, and the reported one. */
const MAX_FETCHES_PER_POLL = 42;
/** Of a run of the sweep. */
const MAX_READ_PER_RUN = 300;
const MINUTE_SLOTS = 150;

/** Polls until no signature is unread; checks the limit of each poll. Returns the number of polls. */
async function pollUntilRead(polls: OrderPolls, id: string): Promise<number> {
  for (let round = 1; round <= 1_000; round++) {
    const before = polls.chain.fetchCount;
    polls.advanceSlots(5);
    const { unread } = await polls.poll(id);
    expect(polls.chain.fetchCount - before).toBeLessThanOrEqual(MAX_FETCHES_PER_POLL);
    if (!unread) return round;
  }
  throw new Error("unread signatures after 1,000 polls");
}

/** Number of transactions that the sweeps of so many minutes fetch. */
async function fetchesIn(polls: OrderPolls, minutes: number): Promise<number> {
  const before = polls.chain.fetchCount;
  for (let minute = 0; minute < minutes; minute++) {
    polls.advanceSlots(MINUTE_SLOTS);
    await polls.sweep();
  }
  return polls.chain.fetchCount - before;
}

describe("an order whose reference is in thousands of transactions", () => {
  // spec: payment.junk
  it.each([0, 600, 1_500, 2_400])("settles below %i later ones", async (later) => {
    const polls = await OrderPolls.open(null);
    polls.addJunkTransactions("1", 2_400 - later);
    polls.advanceSlots(40);
    polls.payPriceToSeller("1");
    polls.advanceSlots(40);
    polls.addJunkTransactions("1", later);
    polls.advanceSlots(40);
    await pollUntilRead(polls, "1");
    await polls.poll("1");
    expect((await polls.order("1")).status).toBe("paid");
  });

  it("settles while junk keeps arriving", async () => {
    const polls = await OrderPolls.open(null);
    polls.addJunkTransactions("1", 1_200);
    polls.advanceSlots(40);
    polls.payPriceToSeller("1");
    for (let round = 0; round < 400 && (await polls.order("1")).status !== "paid"; round++) {
      polls.addJunkTransactions("1", 15);
      polls.advanceSlots(5);
      await polls.poll("1");
    }
    expect((await polls.order("1")).status).toBe("paid");
  });

  it("releases its unit when none of them is a payment, and fetches none again", async () => {
    const polls = await OrderPolls.open(1);
    await polls.build("1");
    polls.addJunkTransactions("1", 2_400);
    polls.advanceSlots(300);
    await pollUntilRead(polls, "1");
    expect(polls.chain.fetchCount).toBeLessThan(2_400 + MAX_FETCHES_PER_POLL);
    const before = polls.chain.fetchCount;
    for (let round = 0; round < 20; round++) await polls.poll("1");
    expect(polls.chain.fetchCount).toBe(before);
    expect(polls.stock).toEqual({ sold: 0, held: 0 });
  });
});

describe("a unit of stock held by a transaction that is not paid", () => {
  const ROUNDS = 300;
  const SLOTS_PER_ROUND = 5;
  /** Validity of a blockhash, its finality, and five rounds for what is not read. */
  const MAX_HELD_SLOTS = 150 + 32 + 5 * SLOTS_PER_ROUND;

  it.each([
    ["one lamport every 2 s", ["lamport"]],
    ["25 junk transactions a round", ["junk"]],
    ["transactions that no node returns", ["unreadable"]],
    ["transactions for which nodes answer an error", ["failing"]],
    ["all of these", ["lamport", "junk", "unreadable", "failing"]],
  ])("is free after its lapse, for ten minutes of %s", async (_, disturbances) => {
    const polls = await OrderPolls.open(1);
    await polls.build("1");
    let heldSlots = 0;
    for (let round = 0; round < ROUNDS; round++) {
      if (disturbances.includes("lamport")) polls.payBelowPrice("1", 1n);
      if (disturbances.includes("junk")) polls.addJunkTransactions("1", 25);
      if (disturbances.includes("unreadable")) polls.addUnreadable("1", "null");
      if (disturbances.includes("failing")) polls.addUnreadable("1", "error");
      polls.advanceSlots(SLOTS_PER_ROUND);
      await polls.poll("1");
      if (polls.stock.held > 0) heldSlots += SLOTS_PER_ROUND;
    }
    expect(heldSlots).toBeGreaterThan(150);
    expect(heldSlots).toBeLessThanOrEqual(MAX_HELD_SLOTS);
    expect(await polls.order("1")).toMatchObject({ status: "pending", built: null });
    // Another buyer gets it.
    await polls.sign("0");
    await polls.poll("0");
    polls.advanceSlots(5);
    await polls.poll("0");
    expect((await polls.order("0")).status).toBe("paid");
  });

  // A fork has dropped it while it was read, and it has landed again.
  it("is sold where its payment could not be read for a while, and can be at the lapse", async () => {
    const polls = await OrderPolls.open(1);
    await polls.build("1");
    polls.advanceSlots(125);
    const signature = polls.paySellerAndPlatform("1");
    polls.chain.unreadable.set(signature, "null");
    for (let round = 0; round < 30; round++) {
      polls.advanceSlots(SLOTS_PER_ROUND);
      await polls.poll("1");
      // After the fourth try the pause is longer than what is left.
      if (round === 5) polls.chain.unreadable.clear();
      const { sold, held } = polls.stock;
      expect(sold + held).toBe(1);
    }
    expect((await polls.order("1")).status).toBe("paid");
  });
});

describe("the sweep of the platform address", () => {
  it("finds a payment below hundreds of others, in batches", async () => {
    const polls = await OrderPolls.open(null);
    polls.paySellerAndPlatform("1");
    for (let some = 0; some < 900; some++) polls.addPlatformTransaction();
    polls.advanceSlots(40);
    for (let run = 0; run < 40; run++) {
      const before = polls.chain.fetchCount;
      await polls.sweep();
      expect(polls.chain.fetchCount - before).toBeLessThanOrEqual(
        MAX_READ_PER_RUN + MAX_FETCHES_PER_POLL,
      );
    }
    expect((await polls.order("1")).status).toBe("paid");
    const before = polls.chain.fetchCount;
    await polls.sweep();
    expect(polls.chain.fetchCount).toBe(before);
  });

  it.each<[string, string, (chain: ListedChain, signature: string) => void]>([
    ["left out by one node", "paid", ({ leftOut }, signature) => leftOut.add(signature)],
    ["that nodes only list", "pending", (chain) => (chain.withholdsTransactions = true)],
    ["answered by an error", "pending", ({ unreadable }, one) => unreadable.set(one, "error")],
    ["shown as failed", "pending", ({ unreadable }, one) => unreadable.set(one, "failed")],
  ])("finds a payment %s at first, also after a node that lags", async (_, meanwhile, disturb) => {
    const polls = await OrderPolls.open(null);
    const signature = polls.paySellerAndPlatform("1");
    polls.advanceSlots(40);
    polls.addPlatformTransaction();
    polls.advanceSlots(40);
    disturb(polls.chain, signature);
    await polls.sweep("lagging");
    await polls.sweep();
    expect((await polls.order("1")).status).toBe(meanwhile);
    polls.chain.leftOut.clear();
    polls.chain.unreadable.clear();
    polls.chain.withholdsTransactions = false;
    polls.advanceSlots(MINUTE_SLOTS);
    await polls.sweep();
    expect((await polls.order("1")).status).toBe("paid");
  });

  it("records what a transaction that settles one order pays for others", async () => {
    const polls = await OrderPolls.open(null, ["1", "2", "3"]);
    polls.paySellerAndPlatform("3");
    polls.advanceSlots(5);
    const half = PRICE_LAMPORTS / 2n;
    const legs = [
      leg("1", "Seller", PRICE_LAMPORTS),
      { ...leg("2", "Platform", half), from: "Buyer1" },
      { ...leg("3", "Platform", half), from: "Buyer1" },
    ];
    polls.chain.land(rawTransaction({ signature: "all", signers: ["Buyer1"], legs }));
    polls.advanceSlots(5);
    for (const id of ["1", "3"]) {
      await polls.poll(id);
      expect((await polls.order(id)).status).toBe("paid");
    }
    const sale = polls.entries("1", "all");
    polls.advanceSlots(40);
    for (let run = 0; run < 2; run++) {
      await polls.sweep();
      expect(polls.entries("1", "all")).toEqual(sale);
      expect(polls.entries("2", "all")).toEqual(["short"]);
      expect(polls.entries("3", "all")).toEqual(["short"]);
    }
    expect((await polls.order("2")).status).toBe("pending");
  });

  it.each(["an open", "a paid"])(
    "goes on past a payment below the price of %s order that one node alone has, and records it later",
    async (state) => {
      const polls = await OrderPolls.open(null, ["1", "2"]);
      if (state === "a paid") {
        polls.paySellerAndPlatform("1");
        polls.advanceSlots(40);
        await polls.sweep();
        expect((await polls.order("1")).status).toBe("paid");
      }
      polls.paySellerAndPlatform("2");
      polls.advanceSlots(5);
      const legs = [leg("1", "Seller", PRICE_LAMPORTS / 2n), leg("1", "Platform", 1n)];
      polls.chain.land(rawTransaction({ signature: "half", signers: ["Buyer1"], legs }));
      polls.advanceSlots(40);
      polls.chain.unseconded.add("half");
      await polls.sweep();
      expect((await polls.order("2")).status).toBe("paid");
      expect(polls.entries("1", "half")).toEqual([]);
      polls.chain.unseconded.clear();
      polls.advanceSlots(MINUTE_SLOTS);
      await polls.sweep();
      expect(polls.entries("1", "half")).toEqual(["short"]);
      expect(await fetchesIn(polls, 10)).toBe(0);
    },
  );

  it.each(["null", "error"] as const)(
    "goes on past a transaction for which nodes answer %s, and fetches it with growing pauses",
    async (answer) => {
      const polls = await OrderPolls.open(null);
      polls.paySellerAndPlatform("1");
      const unreadable = polls.addPlatformTransaction();
      polls.chain.unreadable.set(unreadable, answer);
      polls.advanceSlots(40);
      await polls.sweep();
      expect((await polls.order("1")).status).toBe("paid");
      expect(await fetchesIn(polls, 10)).toBe(2);
      expect(await fetchesIn(polls, 40)).toBe(1);
      expect(await fetchesIn(polls, 7 * 60)).toBe(1);
      expect(await fetchesIn(polls, 24 * 60)).toBe(0);
    },
  );

  it("notifies an order again, with growing pauses, until its payment has settled it", async () => {
    const polls = await OrderPolls.open(null);
    polls.paySellerAndPlatform("1");
    polls.advanceSlots(40);
    let notified = 0;
    // The alarm of the order is lost.
    const { watcher } = polls.ports;
    polls.overrides = { watcher: { ...watcher, restored: async () => void notified++ } };
    const notificationsIn = async (minutes: number) => {
      const before = notified;
      await fetchesIn(polls, minutes);
      return notified - before;
    };
    expect(await notificationsIn(31)).toBe(31);
    expect(await notificationsIn(7 * 60)).toBe(2);
    expect((await polls.order("1")).status).toBe("pending");
    polls.overrides = {};
    for (let minute = 0; minute <= 24 * 60; minute++) {
      polls.advanceSlots(MINUTE_SLOTS);
      if (minute % 60 === 0) await polls.sweep();
    }
    expect((await polls.order("1")).status).toBe("paid");
    expect(await fetchesIn(polls, 3)).toBe(0);
  });

  it("leaves an order in peace that has a payment on record and still waits for a decision", async () => {
    const polls = await OrderPolls.open(1);
    await polls.build("0");
    polls.paySellerAndPlatform("1");
    polls.advanceSlots(40);
    await fetchesIn(polls, 2);
    // Without a unit; a second payment comes beside it.
    expect(await polls.order("1")).toMatchObject({ status: "review", reviewReason: "no_stock" });
    polls.paySellerAndPlatform("1");
    polls.advanceSlots(40);
    await fetchesIn(polls, 2);
    expect(await fetchesIn(polls, 30)).toBe(0);
  });

  it("does not fetch what the signature cache has fetched, and still finds payments", async () => {
    const polls = await OrderPolls.open(null, ["0", "1", "2"]);
    // The cache starts with the second order, and answers half a minute later.
    for (const id of ["0", "2"]) {
      await polls.build(id);
      await polls.poll(id);
    }
    polls.advanceSlots(80);
    await polls.build("1");
    await polls.poll("1");
    for (let some = 0; some < 20; some++) polls.addPlatformTransaction();
    polls.paySellerAndPlatform("2");
    polls.advanceSlots(40);
    const before = polls.chain.fetchCount;
    await polls.poll("1");
    expect(polls.chain.fetchCount - before).toBe(21);
    await polls.sweep();
    expect((await polls.order("2")).status).toBe("paid");
    expect(polls.chain.fetchCount - before).toBeLessThanOrEqual(24);
  });

  it("passes more unreadable transactions than it keeps", async () => {
    const polls = await OrderPolls.open(null);
    polls.paySellerAndPlatform("1");
    for (let some = 0; some < 400; some++) {
      polls.chain.unreadable.set(polls.addPlatformTransaction(), "error");
    }
    polls.advanceSlots(40);
    for (let run = 0; run < 45; run++) {
      const before = polls.chain.fetchCount;
      polls.advanceSlots(MINUTE_SLOTS);
      await polls.sweep();
      expect(polls.chain.fetchCount - before).toBeLessThanOrEqual(20 + MAX_FETCHES_PER_POLL);
    }
    expect((await polls.order("1")).status).toBe("paid");
  });
});

describe("a closed order", () => {
  it("goes to review by a late payment that is found beside one of the seller's", async () => {
    const polls = await OrderPolls.open(null);
    polls.database.write("UPDATE products SET status = 'disabled'");
    polls.database.write("UPDATE orders SET status = 'expired' WHERE id = '1'");
    const signature = polls.payPriceToSeller("1");
    polls.advanceSlots(5);
    const legs = [{ ...leg("1", "Seller", PRICE_LAMPORTS), from: OWNERS_WALLET }];
    polls.chain.land(rawTransaction({ signature: "own", signers: [OWNERS_WALLET], legs }));
    polls.advanceSlots(60);
    const late = { status: "review", reviewReason: "late", signature };
    for (let poll = 0; poll < 2; poll++) {
      await polls.poll("1");
      expect(await polls.order("1")).toMatchObject(late);
    }
    expect(polls.entries("1", "own")).toEqual(["duplicate"]);
  });

  it("records a second payment without a fee leg at the next poll", async () => {
    const polls = await OrderPolls.open(null);
    polls.payPriceToSeller("1");
    polls.advanceSlots(60);
    await polls.poll("1");
    await polls.poll("1");
    expect(await polls.order("1")).toMatchObject({ status: "paid" });
    const second = polls.payPriceToSeller("1");
    polls.advanceSlots(60);
    await polls.poll("1");
    expect(polls.entries("1", second)).toEqual([]);
    polls.advanceSlots(3_600);
    const before = polls.chain.fetchCount;
    await polls.poll("1");
    expect(polls.entries("1", second)).toEqual(["duplicate"]);
    expect(polls.chain.fetchCount - before).toBe(1);
    for (let poll = 0; poll < 10; poll++) {
      polls.advanceSlots(3_600);
      await polls.poll("1");
    }
    expect(polls.chain.fetchCount - before).toBe(1);
  });
});
