import { expect, test } from "vitest";
import { nodeWarnings } from "../../../dev/run/rpc";

// spec: node.recommended
test.each([
  [1, /1 of 3 recommended nodes.*believed alone/],
  [2, /2 of 3 recommended nodes.*[Tt]wo must agree/],
])("a start on mainnet with %i nodes warns, and says why three", (count, words) => {
  const [warning, ...others] = nodeWarnings("mainnet-beta", count, []);
  expect(warning).toMatch(words);
  expect(warning).toContain("With three, sales go on without one.");
  expect(others).toEqual([]);
});

test("three nodes, and other clusters, need no warning", () => {
  expect(nodeWarnings("mainnet-beta", 3, [])).toEqual([]);
  expect(nodeWarnings("devnet", 2, [])).toEqual([]);
  expect(nodeWarnings("localnet", 1, [])).toEqual([]);
});

test("a node whose genesis hash can't be read is named", () => {
  expect(nodeWarnings("devnet", 2, ["two.example (timeout)"])).toEqual([
    "Not used until its genesis hash can be read: two.example (timeout)",
  ]);
});
