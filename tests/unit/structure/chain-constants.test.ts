import { expect, test } from "vitest";
import { filesUnder, readText } from "../../support/sources";

/** Times and rents of a cluster, and names that constants for them had. */
const CONSTANTS =
  /\b(890_?880|650_?240|0[.,]000(89|65)\d*|SLOT_MS\s*=|BLOCKHASH_\w+\s*=\s*\d|RENT_\w*MINIMUM\w*\s*=\s*[\d_]+n|\w*SLOTS_BEHIND\s*=)/;
/** Bounds of what a node is believed, and what is assumed until one has answered. */
const BOUNDS = ["app/solana/pace.ts", "app/solana/rent.ts"];

// spec: money.rent-asked
test("no time or rent of the chain is a constant", () => {
  const files = filesUnder(["app", "db", "workers", "locales"], /\.(tsx?|json)$/);
  expect(files).toEqual(expect.arrayContaining(BOUNDS));
  const found = files
    .filter((path) => !BOUNDS.includes(path))
    .filter((path) => CONSTANTS.test(readText(path)));
  expect(found).toEqual([]);
});
