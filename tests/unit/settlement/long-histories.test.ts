import { beforeEach, describe, expect, it, vi } from "vitest";
import { rawTransaction } from "../../support/raw-payments";
import { leg, OWNERS_WALLET, PRICE_LAMPORTS, START_MS } from "../../support/simulation/orders";
import { OrderSimulation } from "../../support/simulation/simulation";

/** Limit of transactions fetched by one poll: both ends of two pages, and the reported one. */
const MAX_FETCHES_PER_POLL = 42;
const MINUTE_SLOTS = 150;

/** Polls until no signature is unread; checks the limit of each poll. Returns the number of polls. */
async function pollUntilRead(simulation: OrderSimulation, id: string): Promise<number> {
  for (let round = 1; round <= 1_000; round++) {
    const before = simulation.chain.fetchCount;
    simulation.advanceSlots(5);
    const { unread } = await simulation.poll(id);
    expect(simulation.chain.fetchCount - before).toBeLessThanOrEqual(MAX_FETCHES_PER_POLL);
    if (!unread) return round;
  }
  throw new Error("unread signatures after 1,000 polls");
}

describe("an order whose reference is in thousands of transactions", () => {
  // spec: payment.junk
  it.each([0, 600, 1_500, 2_400])("settles below %i later ones", async (later) => {
    const simulation = new OrderSimulation(null);
    simulation.addJunkTransactions("1", 2_400 - later);
    simulation.advanceSlots(40);
    simulation.payPriceToSeller("1");
    simulation.advanceSlots(40);
    simulation.addJunkTransactions("1", later);
    simulation.advanceSlots(40);
    await pollUntilRead(simulation, "1");
    await simulation.poll("1");
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });

  it("settles while junk keeps arriving", async () => {
    const simulation = new OrderSimulation(null);
    simulation.addJunkTransactions("1", 1_200);
    simulation.advanceSlots(40);
    simulation.payPriceToSeller("1");
    for (
      let round = 0;
      round < 400 && simulation.database.orders.get("1")?.status !== "paid";
      round++
    ) {
      simulation.addJunkTransactions("1", 15);
      simulation.advanceSlots(5);
      await simulation.poll("1");
    }
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });

  it("does not fetch a rejected transaction again", async () => {
    const simulation = new OrderSimulation(null);
    simulation.addJunkTransactions("1", 2_400);
    simulation.advanceSlots(40);
    await pollUntilRead(simulation, "1");
    expect(simulation.chain.fetchCount).toBeLessThan(2_400 + MAX_FETCHES_PER_POLL);
    const before = simulation.chain.fetchCount;
    for (let round = 0; round < 20; round++) await simulation.poll("1");
    expect(simulation.chain.fetchCount).toBe(before);
  });

  it("releases its unit when none of them is a payment", async () => {
    const simulation = new OrderSimulation(1);
    simulation.build("1");
    simulation.addJunkTransactions("1", 1_200);
    simulation.advanceSlots(300);
    await pollUntilRead(simulation, "1");
    await simulation.poll("1");
    expect(simulation.database.stock).toEqual({ limit: 1, sold: 0, held: 0 });
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
    const simulation = new OrderSimulation(1);
    await simulation.build("1");
    let heldSlots = 0;
    for (let round = 0; round < ROUNDS; round++) {
      if (disturbances.includes("lamport")) simulation.payBelowPrice("1", 1n);
      if (disturbances.includes("junk")) simulation.addJunkTransactions("1", 25);
      if (disturbances.includes("unreadable")) simulation.addUnreadable("1", "null");
      if (disturbances.includes("failing")) simulation.addUnreadable("1", "error");
      simulation.advanceSlots(SLOTS_PER_ROUND);
      await simulation.poll("1");
      if (simulation.database.stock.held > 0) heldSlots += SLOTS_PER_ROUND;
    }
    expect(heldSlots).toBeGreaterThan(150);
    expect(heldSlots).toBeLessThanOrEqual(MAX_HELD_SLOTS);
    expect(simulation.database.orders.get("1")).toMatchObject({ status: "pending", built: null });
    // Another buyer gets it.
    await simulation.sign("0");
    await simulation.poll("0");
    simulation.advanceSlots(5);
    await simulation.poll("0");
    expect(simulation.database.orders.get("0")?.status).toBe("paid");
  });
});

describe("the sweep of the platform address", () => {
  beforeEach(() => {
    // It logs each transaction that it gives up.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  it("finds a payment below hundreds of others, in batches", async () => {
    const simulation = new OrderSimulation(null);
    simulation.paySellerAndPlatform("1");
    for (let some = 0; some < 900; some++) simulation.addPlatformTransaction();
    simulation.advanceSlots(40);
    for (let run = 0; run < 40; run++) {
      const before = simulation.chain.fetchCount;
      await simulation.sweep();
      expect(simulation.chain.fetchCount - before).toBeLessThanOrEqual(50 + MAX_FETCHES_PER_POLL);
    }
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
    const before = simulation.chain.fetchCount;
    await simulation.sweep();
    expect(simulation.chain.fetchCount).toBe(before);
  });

  it("loses nothing by a node that lags or lacks listed transactions", async () => {
    const simulation = new OrderSimulation(null);
    simulation.addPlatformTransaction();
    simulation.advanceSlots(60);
    await simulation.sweep();
    simulation.paySellerAndPlatform("1");
    simulation.advanceSlots(60);
    await simulation.sweep("lagging");
    simulation.chain.withholdsTransactions = true;
    await simulation.sweep();
    expect(simulation.database.orders.get("1")?.status).toBe("pending");
    simulation.chain.withholdsTransactions = false;
    simulation.advanceSlots(MINUTE_SLOTS);
    await simulation.sweep();
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });

  it.each(["null", "error"] as const)(
    "goes on past a transaction for which nodes answer %s, and fetches it with growing pauses",
    async (answer) => {
      const simulation = new OrderSimulation(null);
      simulation.paySellerAndPlatform("1");
      const unreadable = simulation.addPlatformTransaction();
      simulation.chain.unreadable.set(unreadable, answer);
      simulation.advanceSlots(40);
      await simulation.sweep();
      expect(simulation.database.orders.get("1")?.status).toBe("paid");
      const fetchesIn = async (minutes: number) => {
        const before = simulation.chain.fetchCount;
        for (let minute = 0; minute < minutes; minute++) {
          simulation.advanceSlots(MINUTE_SLOTS);
          await simulation.sweep();
        }
        return simulation.chain.fetchCount - before;
      };
      expect(await fetchesIn(10)).toBe(2);
      expect(await fetchesIn(40)).toBe(1);
      expect(await fetchesIn(7 * 60)).toBe(1);
      expect(await fetchesIn(24 * 60)).toBe(0);
    },
  );

  it("does not fetch what the signature cache has fetched, and still finds payments", async () => {
    const simulation = new OrderSimulation(null);
    // The cache starts with the second order, and answers half a minute later.
    for (const id of ["0", "2"]) {
      await simulation.build(id);
      await simulation.poll(id);
    }
    simulation.advanceSlots(80);
    await simulation.build("1");
    await simulation.poll("1");
    for (let some = 0; some < 20; some++) simulation.addPlatformTransaction();
    simulation.paySellerAndPlatform("2");
    simulation.advanceSlots(40);
    const before = simulation.chain.fetchCount;
    await simulation.poll("1");
    expect(simulation.chain.fetchCount - before).toBe(21);
    await simulation.sweep();
    expect(simulation.database.orders.get("2")?.status).toBe("paid");
    expect(simulation.chain.fetchCount - before).toBeLessThanOrEqual(24);
  });

  it("finds a payment that could not be read at first", async () => {
    const simulation = new OrderSimulation(null);
    simulation.paySellerAndPlatform("1");
    const [payment = ""] = simulation.chain.landed.keys();
    simulation.chain.unreadable.set(payment, "error");
    simulation.advanceSlots(40);
    await simulation.sweep();
    simulation.chain.unreadable.clear();
    simulation.advanceSlots(MINUTE_SLOTS);
    await simulation.sweep();
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });

  it("passes more unreadable transactions than it keeps", async () => {
    const simulation = new OrderSimulation(null);
    simulation.paySellerAndPlatform("1");
    for (let some = 0; some < 400; some++) {
      simulation.chain.unreadable.set(simulation.addPlatformTransaction(), "error");
    }
    simulation.advanceSlots(40);
    for (let run = 0; run < 45; run++) {
      const before = simulation.chain.fetchCount;
      simulation.advanceSlots(MINUTE_SLOTS);
      await simulation.sweep();
      expect(simulation.chain.fetchCount - before).toBeLessThanOrEqual(20 + MAX_FETCHES_PER_POLL);
    }
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });
});

describe("a closed order", () => {
  it("goes to review by a late payment that is found beside one of the seller's", async () => {
    const simulation = new OrderSimulation(null);
    simulation.database.product.status = "disabled";
    await simulation.database.port.expire("1", START_MS);
    simulation.payPriceToSeller("1");
    simulation.advanceSlots(5);
    const legs = [{ ...leg("1", "Seller", PRICE_LAMPORTS), from: OWNERS_WALLET }];
    simulation.chain.land(rawTransaction({ signature: "own", signers: [OWNERS_WALLET], legs }));
    simulation.advanceSlots(60);
    const late = { status: "review", reviewReason: "late", signature: "h1" };
    for (let poll = 0; poll < 2; poll++) {
      await simulation.poll("1");
      expect(simulation.database.orders.get("1")).toMatchObject(late);
    }
    expect(simulation.database.ledger.hasDuplicate("1", "own")).toBe(true);
  });

  it("records a second payment without a fee leg at the next poll", async () => {
    const simulation = new OrderSimulation(null);
    simulation.payPriceToSeller("1");
    simulation.advanceSlots(60);
    await simulation.poll("1");
    await simulation.poll("1");
    expect(simulation.database.orders.get("1")).toMatchObject({ status: "paid" });
    simulation.payPriceToSeller("1");
    simulation.advanceSlots(60);
    await simulation.poll("1");
    expect(simulation.database.hasPayment("1", "h2")).toBe(false);
    simulation.advanceSlots(3_600);
    const before = simulation.chain.fetchCount;
    await simulation.poll("1");
    expect(simulation.database.hasPayment("1", "h2")).toBe(true);
    expect(simulation.chain.fetchCount - before).toBe(1);
    for (let poll = 0; poll < 10; poll++) {
      simulation.advanceSlots(3_600);
      await simulation.poll("1");
    }
    expect(simulation.chain.fetchCount - before).toBe(1);
  });
});
