import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import type { Provider } from "../../../app/accounts/google/provider";
import { verifyIdToken } from "../../../app/accounts/google/verify-id-token";

const NOW = Date.UTC(2026, 10, 20);
const seconds = NOW / 1000;
const claims = { sub: "1", aud: "us", nonce: "n", iat: seconds, exp: seconds + 60 };
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let keys: Provider["keys"];
beforeAll(async () => {
  pair = await generateKeyPair("RS256");
  // Looks keys up as from a URL.
  keys = createLocalJWKSet({ keys: [await exportJWK(pair.publicKey)] }) as Provider["keys"];
});

/** Verifies a token with these claims against an issuer of this name. */
async function verify(issuer: string, changes: Record<string, unknown>) {
  const token = await new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: "RS256" })
    .sign(pair.privateKey);
  const provider = { issuer, keys } as Provider;
  return verifyIdToken(token, { provider, clientId: "us", nonce: "n", now: NOW });
}

test.each(["https://accounts.google.com", "accounts.google.com"])(
  "a Google token may have the issuer %s",
  async (iss) => {
    expect((await verify("https://accounts.google.com", { iss })).sub).toBe("1");
  },
);

// spec: setting.google
test("a token of another issuer may not have a Google issuer", async () => {
  const iss = "accounts.google.com";
  await expect(verify("https://id.example", { iss })).rejects.toMatchObject({
    code: "invalid_input",
  });
});

test("several audiences are accepted when azp is the app", async () => {
  const shared = { iss: "https://id.example", aud: ["us", "them"], azp: "us" };
  expect((await verify("https://id.example", shared)).sub).toBe("1");
});

test("clock skew of up to a minute is accepted", async () => {
  const iss = "https://id.example";
  expect((await verify(iss, { iss, exp: seconds - 59 })).sub).toBe("1");
  await expect(verify(iss, { iss, exp: seconds - 61 })).rejects.toMatchObject({
    code: "invalid_input",
  });
});
