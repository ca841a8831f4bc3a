import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { MissingSettings, readSettings } from "../../../workers/env";

// spec: setting.required
test("names all missing and malformed settings at once", () => {
  const broken = { ...env, SESSION_SECRET: "short", PLATFORM_WALLET: undefined, DB: undefined };
  expect(() => readSettings(broken as never)).toThrow(MissingSettings);
  expect(() => readSettings(broken as never)).toThrow(/DB.*PLATFORM_WALLET.*SESSION_SECRET/);
});

// spec: setting.google, setting.support
test("a deployment without Google is reported, and has a support address", () => {
  const settings = readSettings({ ...env, GOOGLE_CLIENT_ID: "", SUPPORT_EMAIL: "" });
  expect(settings.google).toBeNull();
  expect(settings.supportEmail).toMatch(/@/);
});

// spec: page.legal, setting.operator
test("what is not set of the operator is null", () => {
  const { operator } = readSettings({ ...env, OPERATOR_NAME: " Atelier Roux ", OPERATOR_HOST: "" });
  expect(operator).toEqual({ name: "Atelier Roux", address: null, registration: null, host: null });
});

test("the page cache is on unless it is switched off", () => {
  const stateOf = (value: string | undefined) =>
    readSettings({ ...env, PAGE_CACHE: value } as never).pageCache;
  expect([stateOf(undefined), stateOf(""), stateOf("on"), stateOf("off")]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(() => stateOf("maybe")).toThrow(/: PAGE_CACHE$/);
});
