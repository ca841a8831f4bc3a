import { expect, test } from "vitest";
import { ACCESS } from "../../app/http/access";
import routes from "../../app/routes";
import { addressesOf } from "../support/addresses";

const addresses = addressesOf(routes);

test("every route says who may come", () => {
  const undeclared = addresses.filter((address) => !(address in ACCESS));
  const hint = "say who may come to these in app/http/access.ts: until then nobody may";
  expect(undeclared, hint).toEqual([]);
});

test("nothing is declared that is no route", () => {
  expect(Object.keys(ACCESS).filter((address) => !addresses.includes(address))).toEqual([]);
});

test("routes have no routes below them: their guard would not be the leaf's", () => {
  expect(routes.filter(({ children }) => children?.length)).toEqual([]);
});
