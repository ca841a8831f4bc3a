import { expect, test } from "vitest";
import { advance, EMPTY_BACKFILL, nextPage } from "../../../app/solana/signature-backfill";

const ran = (signature: string, slot: number) => ({ signature, slot, err: null });
const notRun = (signature: string, slot: number) => ({
  signature,
  slot,
  err: "InsufficientFundsForFee",
});

test("a transaction that was not run is no start of the next backfill: it may stand in a later block", () => {
  const done = advance(EMPTY_BACKFILL, [notRun("C", 3), ran("B", 2), ran("A", 1)], true);
  expect(nextPage(done)).toEqual({ until: "B", minContextSlot: 2 });
  expect(advance(done, [notRun("D", 4), notRun("C", 3)], true)).toEqual(done);
});

test("pages without one that has run are passed, and the first that has run is the start", () => {
  const first = advance(EMPTY_BACKFILL, [notRun("D", 4), notRun("C", 3)], false);
  expect(nextPage(first)).toEqual({ before: "C", minContextSlot: 3 });
  const second = advance(first, [ran("B", 2), ran("A", 1)], true);
  expect(nextPage(second)).toEqual({ until: "B", minContextSlot: 2 });
});
