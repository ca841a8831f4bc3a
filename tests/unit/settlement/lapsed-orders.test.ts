import { describe, expect, it } from "vitest";
import { OrderSimulation } from "../../support/simulation/simulation";

const MINUTE_MS = 60_000;
/** Until the blockhash has expired at the finalized height, and a poll has seen it. */
const LAPSE_MS = 2 * MINUTE_MS;
/** From the lapse until the second poll after it, at 5 min, has come to all orders. */
const FIRST_TAIL_POLLS_MS = 10 * MINUTE_MS;
/** Jitter of every poll, where its spread does not matter. */
const noJitter = () => 0;
/** The longest jitter. */
const latest = () => 0.999;

/** Orders whose unsigned transactions were requested at the same time and have lapsed. */
async function lapsedOrders(ids: readonly string[], jitter = noJitter): Promise<OrderSimulation> {
  const simulation = new OrderSimulation(null, ids);
  for (const id of ids) {
    await simulation.build(id);
    await simulation.poll(id);
  }
  await simulation.runScheduledPolls(LAPSE_MS, jitter);
  for (const order of simulation.database.orders.values()) {
    expect(order).toMatchObject({ status: "pending", built: null });
  }
  return simulation;
}

/** Searches by the orders' own keys, and of the platform's address. */
function searchesOf({ chain }: OrderSimulation): { own: number; platform: number } {
  const all = [...chain.searchCounts.values()].reduce((sum, count) => sum + count, 0);
  const platform = chain.searchCounts.get("Platform") ?? 0;
  return { own: all - platform, platform };
}

describe("an order whose unsigned transaction has lapsed", () => {
  it("finds a transaction that the wallet has renewed, without a search of its own", async () => {
    const simulation = await lapsedOrders(["1"]);
    const before = searchesOf(simulation).own;
    simulation.paySellerAndPlatform("1");
    const status = () => simulation.database.orders.get("1")?.status;
    for (let second = 0; second < 60 && status() !== "paid"; second++) {
      await simulation.runScheduledPolls(1_000, noJitter);
    }
    expect(status()).toBe("paid");
    expect(searchesOf(simulation).own).toBe(before);
  });

  it("finds a payment that does not name the platform when its page is opened", async () => {
    const simulation = await lapsedOrders(["1"]);
    simulation.payPriceToSeller("1");
    simulation.advanceSlots(5);
    await simulation.openPage("1");
    expect(simulation.database.orders.get("1")?.status).toBe("paid");
  });

  it("finds one within a minute while its page is open, and searches for 15 minutes", async () => {
    const simulation = await lapsedOrders(["1"]);
    await simulation.openPage("1");
    const status = () => simulation.database.orders.get("1")?.status;
    const before = searchesOf(simulation).own;
    await simulation.runScheduledPolls(10 * MINUTE_MS, latest);
    expect(searchesOf(simulation).own - before).toBeLessThanOrEqual(15);
    simulation.payPriceToSeller("1");
    await simulation.runScheduledPolls(MINUTE_MS, latest);
    expect(status()).toBe("paid");
  });

  it("is not searched for a page that is left open", async () => {
    const simulation = await lapsedOrders(["1"]);
    await simulation.openPage("1");
    const before = searchesOf(simulation).own;
    await simulation.runScheduledPolls(12 * 60 * MINUTE_MS, noJitter);
    expect(searchesOf(simulation).own - before).toBeLessThanOrEqual(25);
  });
});

describe("many orders that lapse together", () => {
  it("share their searches, also in the second with the most calls", async () => {
    let draws = 0;
    // Spreads evenly over [0, 1): multiples of the golden ratio.
    const jitter = () => (draws++ * 0.618_034) % 1;
    const ids = Array.from({ length: 300 }, (_, index) => `${index}`);
    const simulation = await lapsedOrders(ids, jitter);
    const start = searchesOf(simulation);
    let mostPerSecond = 0;
    for (let second = 0; second < FIRST_TAIL_POLLS_MS / 1_000; second++) {
      const before = searchesOf(simulation);
      await simulation.runScheduledPolls(1_000, jitter);
      const { own, platform } = searchesOf(simulation);
      mostPerSecond = Math.max(mostPerSecond, own + platform - before.own - before.platform);
    }
    const { own, platform } = searchesOf(simulation);
    // Of 600 polls. Orders that were never searched by their own keys take that from a shared budget.
    expect(own - start.own).toBeLessThan(ids.length / 2);
    expect(platform - start.platform).toBeLessThan(20);
    expect(mostPerSecond).toBeLessThanOrEqual(12);
  });
});
