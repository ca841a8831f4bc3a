import { expect, test } from "vitest";
import { ACCESS } from "../../../app/http/access";
import routes from "../../../app/routes";
import { FIXTURES, fixturesOf, hasOwnership } from "../../support/access/fixtures";
import { routePaths } from "../../support/route-paths";

const addresses = routePaths(routes);

test("the access matrix can ask for every route: where a thing is needed, a fixture makes one", () => {
  const missing = addresses
    .filter(({ id, address }) => fixturesOf(address, hasOwnership(ACCESS[id])) === null)
    .map(({ address }) => address);
  expect(missing, "tests/support/access/fixtures.ts: add how to make its thing").toEqual([]);
});

test("every fixture belongs to a route", () => {
  const known = new Set(addresses.map(({ address }) => address));
  expect(Object.keys(FIXTURES).filter((address) => !known.has(address))).toEqual([]);
});
