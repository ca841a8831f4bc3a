import { expect, it } from "vitest";
import { OrderPolls, referenceOf } from "../../support/polls/order-polls";
import { rawTransaction } from "../../support/raw-payments";

const DUST_PER_MINUTE = 40;
const MINUTES = 5;

const METHODS = [
  "statuses",
  "signaturesFor",
  "transaction",
  "isSeconded",
  "isMetaSeconded",
  "finalizedTip",
] as const;

/** Calls to nodes while some orders wait, the sweep of each minute included. */
async function callsWith(
  orders: readonly string[],
  dust: { to: string; extra: string[] } | null,
): Promise<number> {
  const polls = await OrderPolls.open(null, orders);
  const { chain } = polls;
  let calls = 0;
  for (const name of METHODS) {
    const method = chain[name].bind(chain) as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]) => {
      calls++;
      return method(...args);
    };
    Object.assign(chain, { [name]: counted });
  }
  for (const id of orders) {
    await polls.build(id);
    await polls.poll(id);
  }
  let sent = 0;
  for (let minute = 0; minute < MINUTES; minute++) {
    for (let part = 0; part < DUST_PER_MINUTE; part++) {
      if (dust) {
        const leg = { from: "Stranger", to: dust.to, lamports: 1n, extra: dust.extra };
        const signature = `dust-${++sent}`;
        chain.land(rawTransaction({ signature, signers: ["Stranger"], legs: [leg] }));
      }
      await polls.runScheduledPolls(60_000 / DUST_PER_MINUTE, () => 0.5);
    }
    await polls.sweep();
  }
  return calls;
}

const toPlatform = { to: "Platform", extra: [] };
const withUnknownKey = { to: "Platform", extra: [referenceOf("50")] };
const toReference = { to: referenceOf("1"), extra: [] };
const forOrder = { to: "Platform", extra: [referenceOf("1")] };
/** Of one that pays an order something: it is recorded, on which two nodes have to agree. */
const CALLS_PER_SHORT_PAYMENT = 6;

// spec: payment.dust
it.each([
  ["to the platform, one order waits", ["1"], toPlatform, 1],
  ["to the platform, several wait", ["1", "2", "3"], toPlatform, 1],
  ["with a key that could be a reference", ["1", "2", "3"], withUnknownKey, 1],
  ["to the reference of an order", ["1"], toReference, 1],
  ["that pays an order a lamport", ["1"], forOrder, CALLS_PER_SHORT_PAYMENT],
  ["that pays one of several a lamport", ["1", "2", "3"], forOrder, CALLS_PER_SHORT_PAYMENT],
])(
  "40 transfers of dust a minute cost a bounded number of calls: %s",
  async (_, orders, dust, each) => {
    const more = (await callsWith(orders, dust)) - (await callsWith(orders, null));
    expect(more / MINUTES).toBeLessThanOrEqual(each * DUST_PER_MINUTE);
  },
);
