import { describe, expect, it } from "vitest";
import { OrderPolls } from "../../support/polls/order-polls";

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
async function lapsedOrders(ids: readonly string[], jitter = noJitter): Promise<OrderPolls> {
  const polls = await OrderPolls.open(null, ids);
  for (const id of ids) {
    await polls.build(id);
    await polls.poll(id);
  }
  await polls.runScheduledPolls(LAPSE_MS, jitter);
  for (const id of ids) {
    expect(await polls.order(id)).toMatchObject({ status: "pending", built: null });
  }
  return polls;
}

/** Searches by the orders' own keys, and of the platform's address. */
function searchesOf({ chain }: OrderPolls): { own: number; platform: number } {
  const all = [...chain.searchCounts.values()].reduce((sum, count) => sum + count, 0);
  const platform = chain.searchCounts.get("Platform") ?? 0;
  return { own: all - platform, platform };
}

describe("an order whose unsigned transaction has lapsed", () => {
  it("finds a transaction that the wallet has renewed, without a search of its own", async () => {
    const polls = await lapsedOrders(["1"]);
    const before = searchesOf(polls).own;
    polls.paySellerAndPlatform("1");
    const status = async () => (await polls.order("1")).status;
    for (let second = 0; second < 60 && (await status()) !== "paid"; second++) {
      await polls.runScheduledPolls(1_000, noJitter);
    }
    expect(await status()).toBe("paid");
    expect(searchesOf(polls).own).toBe(before);
  });

  it("finds a payment that does not name the platform when its page is opened", async () => {
    const polls = await lapsedOrders(["1"]);
    polls.payPriceToSeller("1");
    polls.advanceSlots(5);
    await polls.openPage("1");
    expect((await polls.order("1")).status).toBe("paid");
  });

  it("finds one within a minute while its page is open, and searches for 15 minutes", async () => {
    const polls = await lapsedOrders(["1"]);
    await polls.openPage("1");
    const status = async () => (await polls.order("1")).status;
    const before = searchesOf(polls).own;
    await polls.runScheduledPolls(10 * MINUTE_MS, latest);
    expect(searchesOf(polls).own - before).toBeLessThanOrEqual(15);
    polls.payPriceToSeller("1");
    await polls.runScheduledPolls(MINUTE_MS, latest);
    expect(await status()).toBe("paid");
  });

  it("is not searched for a page that is left open", async () => {
    const polls = await lapsedOrders(["1"]);
    await polls.openPage("1");
    const before = searchesOf(polls).own;
    await polls.runScheduledPolls(12 * 60 * MINUTE_MS, noJitter);
    expect(searchesOf(polls).own - before).toBeLessThanOrEqual(25);
  });
});

describe("many orders that lapse together", () => {
  it("share their searches, also in the second with the most calls", async () => {
    let draws = 0;
    // Spreads evenly over [0, 1): multiples of the golden ratio.
    const jitter = () => (draws++ * 0.618_034) % 1;
    const ids = Array.from({ length: 200 }, (_, index) => `${index}`);
    const polls = await lapsedOrders(ids, jitter);
    const start = searchesOf(polls);
    let mostPerSecond = 0;
    for (let second = 0; second < FIRST_TAIL_POLLS_MS / 1_000; second++) {
      const before = searchesOf(polls);
      await polls.runScheduledPolls(1_000, jitter);
      const { own, platform } = searchesOf(polls);
      mostPerSecond = Math.max(mostPerSecond, own + platform - before.own - before.platform);
    }
    const { own, platform } = searchesOf(polls);
    // Of 400 polls. Orders that were never searched by their own keys take that from a shared budget.
    expect(own - start.own).toBeLessThan(ids.length / 2);
    expect(platform - start.platform).toBeLessThan(20);
    expect(mostPerSecond).toBeLessThanOrEqual(12);
  });
});
