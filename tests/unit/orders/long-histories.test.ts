import { describe, expect, it } from "vitest";
import { World } from "../../support/simulation/simulation";

/** Most transactions that one round may ask for: both ends of two pages, and the hinted one. */
const A_ROUND = 42;

/** Looks until nothing is left to read; every round is bounded. The number of rounds comes back. */
async function pollUntilRead(world: World, id: string): Promise<number> {
  for (let round = 1; round <= 1_000; round++) {
    const before = world.chain.fetched;
    world.pass(5);
    const { unread } = await world.look(id);
    expect(world.chain.fetched - before).toBeLessThanOrEqual(A_ROUND);
    if (!unread) return round;
  }
  throw new Error("it never ends");
}

describe("an order whose reference thousands of transactions name", () => {
  it.each([0, 600, 1_500, 2_400])("is paid under %i of them that came later", async (later) => {
    const world = new World(null);
    world.flood("1", 2_400 - later);
    world.pass(40);
    world.payWhole("1");
    world.pass(40);
    world.flood("1", later);
    world.pass(40);
    await pollUntilRead(world, "1");
    await world.look("1");
    expect(world.record.orders.get("1")?.status).toBe("paid");
  });

  it("is paid though junk keeps coming while it is looked for", async () => {
    const world = new World(null);
    world.flood("1", 1_200);
    world.pass(40);
    world.payWhole("1");
    for (let round = 0; round < 400 && world.record.orders.get("1")?.status !== "paid"; round++) {
      world.flood("1", 15);
      world.pass(5);
      await world.look("1");
    }
    expect(world.record.orders.get("1")?.status).toBe("paid");
  });

  it("asks for no transaction twice once it was refused for good", async () => {
    const world = new World(null);
    world.flood("1", 2_400);
    world.pass(40);
    await pollUntilRead(world, "1");
    expect(world.chain.fetched).toBeLessThan(2_400 + A_ROUND);
    const before = world.chain.fetched;
    for (let round = 0; round < 20; round++) await world.look("1");
    expect(world.chain.fetched).toBe(before);
  });

  it("gives its unit of stock back when none of them is a payment", async () => {
    const world = new World(1);
    world.build("1");
    world.flood("1", 1_200);
    world.pass(300);
    await pollUntilRead(world, "1");
    await world.look("1");
    expect(world.record.stock).toEqual({ limit: 1, sold: 0, held: 0 });
  });
});

describe("the sweep of the platform's address", () => {
  it("finds a payment under hundreds of others, some at a time", async () => {
    const world = new World(null);
    world.payByBoth("1");
    for (let some = 0; some < 900; some++) world.nameThePlatform();
    world.pass(40);
    for (let run = 0; run < 40; run++) {
      const before = world.chain.fetched;
      await world.sweep();
      expect(world.chain.fetched - before).toBeLessThanOrEqual(50 + A_ROUND);
    }
    expect(world.record.orders.get("1")?.status).toBe("paid");
    const before = world.chain.fetched;
    await world.sweep();
    expect(world.chain.fetched).toBe(before);
  });

  it("loses nothing by a node that is behind, or does not give what it lists", async () => {
    const world = new World(null);
    world.nameThePlatform();
    world.pass(60);
    await world.sweep();
    world.payByBoth("1");
    world.pass(60);
    await world.sweep("behind");
    world.chain.withheld = true;
    await world.sweep();
    expect(world.record.orders.get("1")?.status).toBe("pending");
    world.chain.withheld = false;
    await world.sweep();
    expect(world.record.orders.get("1")?.status).toBe("paid");
  });
});

describe("an order that is closed", () => {
  it("has a second payment on record that names no platform, once somebody looks again", async () => {
    const world = new World(null);
    world.payWhole("1");
    world.pass(60);
    await world.look("1");
    await world.look("1");
    expect(world.record.orders.get("1")).toMatchObject({ status: "paid" });
    world.payWhole("1");
    world.pass(60);
    await world.look("1");
    expect(world.record.has("1", "h2")).toBe(false);
    world.pass(3_600);
    const before = world.chain.fetched;
    await world.look("1");
    expect(world.record.has("1", "h2")).toBe(true);
    expect(world.chain.fetched - before).toBe(1);
    for (let look = 0; look < 10; look++) {
      world.pass(3_600);
      await world.look("1");
    }
    expect(world.chain.fetched - before).toBe(1);
  });
});
