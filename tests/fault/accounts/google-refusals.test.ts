import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Claims, Forgery } from "../../support/forge-id-token";
import { alertOf, GoogleApp } from "../../support/google-app";

let site: GoogleApp;
beforeAll(async () => {
  site = await GoogleApp.start();
});
afterAll(() => site?.stop());
beforeEach(() => site.reset());

/** Changes one query parameter of a URL. */
function altered(url: string, name: string, value: string | null): string {
  const changed = new URL(url);
  if (value === null) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed.href;
}
describe("a callback is refused", () => {
  const forgeries: [string, (claims: Claims) => Forgery][] = [
    ["for another audience", (claims) => ({ claims: { ...claims, aud: "another-client" } })],
    [
      "for several audiences without an authorised party",
      (claims) => ({ claims: { ...claims, aud: [claims.aud, "another-client"] } }),
    ],
    [
      "for another authorised party",
      (claims) => ({ claims: { ...claims, azp: "another-client" } }),
    ],
    ["from another issuer", (claims) => ({ claims: { ...claims, iss: "https://evil.example" } })],
    ["with another nonce", (claims) => ({ claims: { ...claims, nonce: "another" } })],
    ["without a nonce", ({ nonce: _, ...claims }) => ({ claims })],
    [
      "that has expired",
      (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 120 } }),
    ],
    ["without an expiry", ({ exp: _, ...claims }) => ({ claims })],
    ["without a subject", ({ sub: _, ...claims }) => ({ claims })],
    ["signed by another key", (claims) => ({ claims, signedBy: "another key" })],
    ["signed with the client's secret", (claims) => ({ claims, signedBy: "client secret" })],
    ["without a signature (alg none)", (claims) => ({ claims, signedBy: "none" })],
  ];
  test.each(forgeries)("%s", async (_, forge) => {
    site.alterTokens(forge);
    const visitor = site.newClient();
    const answer = await site.signIn(visitor);
    expect(answer.status).toBe(422);
    expect(await alertOf(answer)).toMatch(/could not be verified/);
    expect(visitor.cookie(site.url, "session")).toBeUndefined();
    expect(await site.uidOf(visitor)).toBeNull();
  });

  test.each([
    ["false", (claims: Claims) => ({ claims: { ...claims, email_verified: false } })],
    ["absent", ({ email_verified: _, ...claims }: Claims) => ({ claims })],
    ["no address", (claims: Claims) => ({ claims: { ...claims, email: "<b>ada</b>@x" } })],
    [
      "longer than an address can be",
      (claims: Claims) => ({ claims: { ...claims, email: `${"a".repeat(250)}@example.com` } }),
    ],
  ])("when the e-mail is not verified (%s)", async (_, forge) => {
    site.alterTokens(forge);
    const visitor = site.newClient();
    const answer = await site.signIn(visitor);
    expect(answer.status).toBe(422);
    expect(await alertOf(answer)).toMatch(/has not confirmed the address/);
    expect(await site.uidOf(visitor)).toBeNull();
  });

  test.each([
    ["without a state", "state", null],
    ["with another state", "state", "a".repeat(43)],
  ])("%s, and the genuine one still signs in", async (_, name, value) => {
    const visitor = site.newClient();
    const callback = await site.followToCallback(visitor);
    const answer = await visitor.get(altered(callback, name, value));
    expect(answer.status).toBe(410);
    expect(await alertOf(answer)).toMatch(/Start again/);
    expect(await site.uidOf(visitor)).toBeNull();
    expect((await visitor.get(callback)).status).toBe(302);
  });

  test.each(["https://evil.example", null])("from issuer %s (mix-up)", async (iss) => {
    const visitor = site.newClient();
    const callback = await site.followToCallback(visitor);
    expect((await visitor.get(altered(callback, "iss", iss))).status).toBe(422);
    expect(await site.uidOf(visitor)).toBeNull();
  });

  // spec: identity.google-flow
  test("in another browser than the one that started the flow", async () => {
    const callback = await site.followToCallback(site.newClient());
    const victim = site.newClient();
    expect((await victim.get(callback)).status).toBe(410);
    await site.followToCallback(victim);
    expect((await victim.get(callback)).status).toBe(410);
    expect(await site.uidOf(victim)).toBeNull();
  });

  // spec: identity.google-flow
  test("a second time, even with the cookie kept and both concurrent", async () => {
    const visitor = site.newClient();
    const callback = await site.followToCallback(visitor);
    const cookie = visitor.cookie(site.url, "google") ?? "";
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => {
        const copy = site.newClient();
        copy.setCookie(site.url, "google", cookie);
        return copy.get(callback);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410]);
    const late = site.newClient();
    late.setCookie(site.url, "google", cookie);
    expect((await late.get(callback)).status).toBe(410);
  });

  test("with a code that belongs to another flow of the same browser", async () => {
    const visitor = site.newClient();
    const first = new URL(await site.followToCallback(visitor));
    const second = await site.followToCallback(visitor);
    const mixed = altered(second, "code", first.searchParams.get("code"));
    expect((await visitor.get(mixed)).status).toBe(410);
    expect(await site.uidOf(visitor)).toBeNull();
  });

  test("with a cookie that was tampered with", async () => {
    const visitor = site.newClient();
    const callback = await site.followToCallback(visitor);
    const [value = "", signature = ""] = decodeURIComponent(
      visitor.cookie(site.url, "google") ?? "",
    ).split(".");
    const flow = Buffer.from(value, "base64").toString().replace("/dashboard", "/profil");
    const forged = `${Buffer.from(flow).toString("base64")}.${signature}`;
    visitor.setCookie(site.url, "google", encodeURIComponent(forged));
    expect((await visitor.get(callback)).status).toBe(410);
  });
});
