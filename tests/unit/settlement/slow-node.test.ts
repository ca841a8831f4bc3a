import { expect, it } from "vitest";
import { OrderPolls } from "../../support/polls/order-polls";

/** The longest jitter. */
const jitter = () => 0.999;
const SLOT_MS = 400;
/** Of the payment itself, until the first node lists it as confirmed. */
const CONFIRMED_SLOTS = 2;
const STEP_MS = 100;

it.each([0, 5, 24, 80, 300])(
  "a sale is written at most 5 s after the slower of two nodes, %i s behind, has it",
  async (behindS) => {
    const polls = await OrderPolls.open(null);
    const { chain } = polls;
    await polls.build("1");
    await polls.poll("1");
    await polls.runScheduledPolls(5_000, jitter);
    await polls.payBuilt("1");
    const paidAt = chain.tip;
    const isKnown = () => (chain.tip - paidAt) * SLOT_MS >= behindS * 1_000;
    chain.isSeconded = async () => isKnown();
    chain.isMetaSeconded = async () => isKnown();
    let ms = 0;
    while ((await polls.order("1")).status !== "paid" && ms < 600_000) {
      await polls.runScheduledPolls(STEP_MS, jitter);
      ms += STEP_MS;
    }
    const behindMs = Math.max(behindS * 1_000, CONFIRMED_SLOTS * SLOT_MS);
    expect(ms).toBeGreaterThanOrEqual(behindS * 1_000 - SLOT_MS);
    expect(ms - behindMs).toBeLessThanOrEqual(5_000);
  },
);
