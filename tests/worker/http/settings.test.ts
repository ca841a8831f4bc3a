import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { MissingSettings, readSettings } from "../../../workers/env";

test("names all missing and malformed settings at once", () => {
  const broken = { ...env, SESSION_SECRET: "short", PLATFORM_WALLET: undefined, DB: undefined };
  expect(() => readSettings(broken as never)).toThrow(MissingSettings);
  expect(() => readSettings(broken as never)).toThrow(/DB.*PLATFORM_WALLET.*SESSION_SECRET/);
});

test("a deployment without Google is reported, and has a support address", () => {
  const settings = readSettings({ ...env, GOOGLE_CLIENT_ID: "", SUPPORT_EMAIL: "" });
  expect(settings.google).toBeNull();
  expect(settings.supportEmail).toMatch(/@/);
});
