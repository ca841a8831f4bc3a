import { env, SELF } from "cloudflare:test";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { describe, expect, test } from "vitest";
import { loader as securityText } from "../../../app/http/routes/security-txt";
import type { PublishedKey } from "../../../app/lib/signing-keys";
import { checkStatement } from "../../../app/lib/statements";
import { type Env, readSettings } from "../../../workers/env";
import { createStatements } from "../../../workers/statements";
import { newSeller, ORIGIN } from "../../support/seller";

const ask = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });

describe("an unknown address of programs", () => {
  // spec: web.well-known
  test.each([
    "/.well-known",
    "/.well-known/",
    "/.well-known/nothing",
    "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
    "/.Well-Known/security.txt/more",
    "/v1",
    "/v1/nothing/at/all",
    "/embed",
    "/embed/nothing?lang=en",
  ])("%s is 404 by every method, from any origin", async (path) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await ask(path, { method });
      expect([path, method, answer.status]).toEqual([path, method, 404]);
      expect(await answer.json()).toEqual({
        error: { code: "not_found", message: expect.any(String) },
      });
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    }
    const head = await ask(path, { method: "HEAD" });
    expect(head.status).toBe(404);
  });

  test("is not a page whose name begins alike", async () => {
    for (const path of ["/v10", "/embedded"]) {
      expect((await ask(path)).headers.get("Location")).toBe("/");
    }
  });
});

// spec: web.well-known
test("security.txt says whom to write to, for less than a year", async () => {
  const answer = await ask("/.well-known/security.txt");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toContain("public");
  const lines = (await answer.text()).split("\n");
  expect(lines.pop()).toBe("");
  const fields = lines.map((line) => /^([A-Z][\w-]*): (\S.*)$/.exec(line)?.slice(1) ?? []);
  // The operator has set no SUPPORT_EMAIL.
  expect(fields).toEqual([
    ["Contact", `${ORIGIN}/contact`],
    ["Expires", expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)],
    ["Preferred-Languages", "fr, en"],
    ["Canonical", `${ORIGIN}/.well-known/security.txt`],
  ]);
  const expires = Date.parse(fields.find(([name]) => name === "Expires")?.[1] ?? "");
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  expect((await ask("/contact")).status).toBe(200);

  const settings = { appOrigin: "https://shop.example", supportEmail: "help@shop.example" };
  const ports = { settings, clock: { now: () => Date.parse("2026-11-23T16:30:00Z") } };
  const set = securityText({ context: { ports } } as LoaderFunctionArgs);
  expect(await set.text()).toBe(
    [
      "Contact: mailto:help@shop.example",
      "Contact: https://shop.example/contact",
      "Expires: 2027-05-22T00:00:00.000Z",
      "Preferred-Languages: fr, en",
      "Canonical: https://shop.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

// spec: web.public-keys
test("comptoir.json has the public keys that check a statement of this deployment", async () => {
  const answer = await ask("/.well-known/comptoir.json");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=300");
  const { issuer, keys } = (await answer.json()) as { issuer: string; keys: PublishedKey[] };
  expect(issuer).toBe(ORIGIN);
  const key = { use: "statements", algorithm: "Ed25519", status: "current" };
  expect(keys).toEqual([{ ...key, id: expect.any(String), publicKey: expect.any(String) }]);

  const settings = readSettings(env as unknown as Env);
  const clock = { now: () => Date.now() };
  const own = createStatements(settings, clock);
  const text = (await own.sign({ kind: "purchase", subject: { order: "an-order" } })) ?? "";
  const wanted = { issuer, kind: "purchase" as const, keys, now: Date.now() };
  const { statement } = await checkStatement(text, wanted);
  expect(statement?.subject).toEqual({ order: "an-order" });

  // A key that was stolen signs nothing more, and neither does a deployment without one.
  const stolenKeys = new Map([[keys[0]?.id ?? "", "2026-11-27T10:00:00.000Z"]]);
  const afterTheft = createStatements({ ...settings, stolenKeys }, clock);
  const none = createStatements({ ...settings, signingKeys: [] }, clock);
  for (const statements of [afterTheft, none]) {
    expect(await statements.sign({ kind: "purchase", subject: {} })).toBeNull();
  }
  expect((await afterTheft.verify(text, "purchase")).refusal).toBe("stolen_key");
  expect((await none.verify(text, "purchase")).refusal).toBe("unknown_key");
});

// spec: web.well-known
test("change-password leads to the page where the password is changed", async () => {
  const answer = await ask("/.well-known/change-password");
  expect(answer.status).toBe(302);
  const to = new URL(answer.headers.get("Location") ?? "", ORIGIN);
  const seller = await newSeller();
  const page = await seller.call(to.pathname);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/autocomplete="new-password"/i);
  // A visitor signs in first.
  const login = await ask(to.pathname);
  expect(login.headers.get("Location")).toMatch(/^\/login\?to=/);
});
