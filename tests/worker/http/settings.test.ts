import { createExecutionContext, env } from "cloudflare:test";
import { expect, test } from "vitest";
// The built Worker has no types.
// @ts-expect-error
import built from "../../../dist-worker/index.js";
import { MissingSettings, readSettings } from "../../../workers/env";

const worker = built as ExportedHandler<Cloudflare.Env>;

// spec: setting.required
test("names all missing and malformed settings at once", () => {
  const broken = { ...env, SESSION_SECRET: "short", PLATFORM_WALLET: undefined, DB: undefined };
  expect(() => readSettings(broken as never)).toThrow(MissingSettings);
  expect(() => readSettings(broken as never)).toThrow(/: DB, PLATFORM_WALLET, SESSION_SECRET$/);
});

// spec: setting.sentence
test("a Worker without settings answers a sentence in both languages, and names none of them", async () => {
  const ask = async (path: string, headers = {}) => {
    const request = new Request(`https://shop.example.com${path}`, { headers });
    const broken = { ...env, SESSION_SECRET: "", PLATFORM_WALLET: undefined };
    const answer = await worker.fetch?.(
      request as never,
      broken as never,
      createExecutionContext(),
    );
    if (!answer) throw new Error("no answer");
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
    return answer;
  };
  const page = await ask("/shop");
  expect(page.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect(await page.text()).toBe(
    "Cette boutique n’est pas encore configurée. Revenez un peu plus tard.\n\nThis shop is not set up yet. Come back a little later.\n",
  );
  for (const path of ["/api/transactions", "/v1/licences/verify", "/health"]) {
    expect(await (await ask(path, { Cookie: "locale=en" })).json()).toEqual({
      error: {
        code: "unavailable",
        message: "This shop is not set up yet. Come back a little later.",
      },
    });
  }
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
