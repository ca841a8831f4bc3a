import { expect, test } from "vitest";
import { canRemove } from "../../../app/accounts/rules/login-methods";

const NONE = { password: false, google: false, wallet: false };

test("a way in can go while another one stays", () => {
  expect(canRemove("wallet", { ...NONE, wallet: true, password: true })).toBe(true);
  expect(canRemove("google", { password: true, google: true, wallet: true })).toBe(true);
});

test("the last way in stays, and what is not there can't be removed", () => {
  expect(canRemove("password", { ...NONE, password: true })).toBe(false);
  expect(canRemove("wallet", { ...NONE, password: true })).toBe(false);
  expect(canRemove("google", NONE)).toBe(false);
});
