import { expect, test } from "vitest";
import { canRemove } from "../../../app/accounts/rules/login-methods";

const NONE = { password: false, google: false, wallet: false };

test("a login method can be removed while another one remains", () => {
  expect(canRemove("wallet", { ...NONE, wallet: true, password: true })).toBe(true);
  expect(canRemove("google", { password: true, google: true, wallet: true })).toBe(true);
});

test("the last login method and a missing one cannot be removed", () => {
  expect(canRemove("password", { ...NONE, password: true })).toBe(false);
  expect(canRemove("wallet", { ...NONE, password: true })).toBe(false);
  expect(canRemove("google", NONE)).toBe(false);
});
