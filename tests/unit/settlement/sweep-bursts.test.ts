import { expect, test } from "vitest";
import type { Chain, FoundSignature } from "../../../app/solana/chain";
import { OrderPolls } from "../../support/polls/order-polls";

const BURST = process.env.TEST_LONG === "1" ? 1_500 : 200;
/** Of a run: 600 calls, of which a payment that no object has seen takes 7, and 10 are read at once. */
const UNSEEN_PER_RUN = 90;
const FINALITY_SLOTS = 40;

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}`);

function paid(polls: OrderPolls): number {
  const [row] = polls.database.read<{ paid: number }>(
    "SELECT count(*) AS paid FROM orders WHERE status = 'paid'",
  );
  return row?.paid ?? 0;
}

// spec: payment.burst
test("payments of more than a minute whose objects are gone are found in as many runs as they need", async () => {
  const ids = idsOf(BURST);
  const polls = await OrderPolls.open(null, ids);
  for (const id of ids) {
    polls.paySellerAndPlatform(id);
    // Ten of them stand in each slot.
    if (Number(id) % 10 === 0) polls.advanceSlots(1);
  }
  polls.advanceSlots(FINALITY_SLOTS);
  for (let run = 1; run < BURST / UNSEEN_PER_RUN; run++) {
    await polls.sweep();
    expect(paid(polls)).toBe(run * UNSEEN_PER_RUN);
  }
  await polls.sweep();
  expect(paid(polls)).toBe(BURST);
  expect(polls.stock.sold).toBe(BURST);
  // What has settled its only order is listed again by no run, and fetched by none.
  const { fetchCount } = polls.chain;
  polls.database.write("DELETE FROM sweep_progress");
  await polls.sweep();
  expect(polls.chain.fetchCount).toBe(fetchCount);
});

/** As two nodes are listed together: the first one leaves a payment out. */
function listedByTwo(chain: OrderPolls["chain"], leftOut: string): OrderPolls["chain"] {
  const signaturesFromSeveral: Chain["signaturesFromSeveral"] = async (address, search) => {
    const whole = await chain.signaturesFromSeveral(address, {
      ...search,
      limit: search.limit + 1,
    });
    const lists = [whole.filter(({ signature }) => signature !== leftOut), whole];
    const merged = new Map<string, FoundSignature>();
    for (const row of lists.flatMap((list) => list.slice(0, search.limit))) {
      merged.set(row.signature, row);
    }
    return [...merged.values()].sort((one, other) => other.slot - one.slot);
  };
  return new Proxy(chain, {
    get(target, key) {
      if (key === "signaturesFromSeveral") return signaturesFromSeveral;
      const member: unknown = Reflect.get(target, key);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

test("a payment is not missed that one node leaves out where a page ends, amid others of its slot", async () => {
  const polls = await OrderPolls.open(null, ["1"]);
  let leftOut = "";
  // The page of 1,000 ends within the first slot, which has the payment.
  for (let sent = 1; sent <= 1_020; sent++) {
    if (sent === 25) leftOut = polls.paySellerAndPlatform("1");
    else polls.addPlatformTransaction();
    if (sent % 40 === 0) polls.advanceSlots(1);
  }
  polls.advanceSlots(FINALITY_SLOTS);
  polls.overrides = { chain: listedByTwo(polls.chain, leftOut) };
  for (let run = 0; run < 1_020 / 250; run++) await polls.sweep();
  expect((await polls.order("1")).status).toBe("paid");
});
