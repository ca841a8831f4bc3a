import { describe, expect, it } from "vitest";
import { OrderSimulation } from "../../support/simulation/simulation";

/** Limit of transactions fetched by one poll: both ends of two pages, and the reported one. */
const MAX_FETCHES_PER_POLL = 42;

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

describe("the sweep of the platform address", () => {
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
    await simulation.sweep();
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });
});

describe("a closed order", () => {
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
