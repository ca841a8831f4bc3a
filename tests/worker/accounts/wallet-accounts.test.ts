import { env, SELF } from "cloudflare:test";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  addressOf,
  type Challenge,
  newChallenge,
  newKeyPair,
  PASSWORD,
  postJson,
  sessionOf,
  signChallenge,
  signInWithKeys,
  signUp,
  siteOf,
} from "../../support/sign-in";
import { advanceClock } from "../../support/worker-clock";

const site = siteOf(SELF);
const enter = (proof: unknown) => postJson(site, "/api/wallet/sign-in", proof);
const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

// spec: transition.wallet-login, field.user.record, field.user.role, field.user.wallet-uid
// spec: field.user.wallet-name, permission.role, call.write.user
test("a new wallet creates the specified account, and opens it again", async () => {
  const keys = newKeyPair();
  const address = addressOf(keys);
  const response = await enter(signChallenge(keys, await newChallenge(site)));
  expect(response.status).toBe(200);
  expect(sessionOf(response)).toBeTruthy();

  const uid = createHash("sha256").update(address).digest("base64url");
  expect(await response.json()).toEqual({ uid });
  const user = await env.DB.prepare("SELECT * FROM users WHERE uid = ?").bind(uid).first();
  expect(user).toMatchObject({
    display_name: "Utilisateur Phantom",
    email: "",
    role: "client",
    wallet: address,
    wallet_linked_at: expect.any(Number),
  });
  const again = await enter(signChallenge(keys, await newChallenge(site)));
  expect(await again.json()).toEqual({ uid });
});

// spec: call.auth.wallet
// spec: identity.siws
test("the message names this site, a nonce of letters and digits, and five minutes", async () => {
  const challenge = await newChallenge(site);
  expect(challenge).toMatchObject({ domain: "localhost", uri: site.origin, version: "1" });
  expect(challenge.nonce).toMatch(/^[a-z0-9]{32}$/);
  const life = Date.parse(challenge.expirationTime) - Date.parse(challenge.issuedAt);
  expect(life).toBe(300_000);
});

// spec: call.auth.wallet
// spec: identity.siws
test("a nonce is accepted once, also by concurrent requests", async () => {
  const keys = newKeyPair();
  const proof = signChallenge(keys, await newChallenge(site));
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter(proof)));
  const statuses = answers.map((one) => one.status).sort();
  expect(statuses).toEqual([200, ...Array(9).fill(410)]);
});

// spec: identity.siws
test("an expired nonce and an unknown one are refused", async () => {
  const keys = newKeyPair();
  const challenge = await newChallenge(site);
  advanceClock(5 * 60_000);
  expect((await enter(signChallenge(keys, challenge))).status).toBe(410);
  const made = { ...(await newChallenge(site)), nonce: "0".repeat(32) };
  expect(await codeOf(await enter(signChallenge(keys, made)))).toBe("expired");
});

// spec: call.auth.wallet
// spec: identity.victim
test("an attacker's key under a message with the victim's address is refused", async () => {
  const [attacker, victim] = [newKeyPair(), newKeyPair()];
  await signInWithKeys(site, victim);
  const proof = signChallenge(attacker, await newChallenge(site), addressOf(victim));
  for (const address of [addressOf(attacker), addressOf(victim)]) {
    const fresh = signChallenge(attacker, await newChallenge(site), addressOf(victim));
    const response = await enter({ ...fresh, address });
    expect([response.status, sessionOf(response)]).toEqual([422, null]);
  }
  expect((await enter({ ...proof, address: addressOf(victim) })).status).toBe(422);
});

test.each([
  ["another domain", { domain: "evil.example" }],
  ["another uri of the site", { uri: "https://evil.example" }],
  ["another statement", { statement: "Something else" }],
  ["a later expiration", { expirationTime: "2999-01-01T00:00:00.000Z" }],
  ["another version", { version: "2" }],
])("a message with %s than the challenge is refused", async (_name, change: Partial<Challenge>) => {
  const proof = signChallenge(newKeyPair(), { ...(await newChallenge(site)), ...change });
  const response = await enter(proof);
  expect([response.status, sessionOf(response)]).toEqual([422, null]);
});

test("a field that is not in the challenge is refused", async () => {
  const challenge = { ...(await newChallenge(site)), requestId: "x" } as Challenge;
  expect((await enter(signChallenge(newKeyPair(), challenge))).status).toBe(422);
});

test.each([
  ["invalid JSON", "{"],
  ["nothing", {}],
  ["an address that is not base58", { address: "0OIl".repeat(11) }],
  ["an address of 31 bytes", { address: "2".repeat(31) }],
  ["a low-order key", { address: "1".repeat(32) }],
  ["a signature of 63 bytes", { signature: btoa("x".repeat(63)) }],
  ["a signature of zeros", { signature: btoa("\0".repeat(64)) }],
  ["a random message", { message: btoa("\xff\xfe\xfd") }],
  ["a huge message", { message: btoa("x".repeat(9_000)) }],
])("%s is refused with a message, below 500", async (_name, change) => {
  const proof = signChallenge(newKeyPair(), await newChallenge(site));
  const whole = typeof change === "string" || Object.keys(change).length === 0;
  const response = await enter(whole ? change : { ...proof, ...(change as object) });
  expect(response.status).toBe(422);
  expect(await codeOf(response)).toBe("invalid_input");
});

// spec: identity.purpose
test("a message signed to link or re-authenticate does not sign in, nor for another account", async () => {
  const keys = newKeyPair();
  const [one, other] = [await signUp(site), await signUp(site)];
  const toLink = signChallenge(keys, await newChallenge(site, "link", one));
  expect((await enter(toLink)).status).toBe(422);
  const stolen = signChallenge(keys, await newChallenge(site, "link", one));
  expect((await postJson(site, "/api/wallet/link", stolen, other)).status).toBe(422);
});

// spec: transition.wallet.link, call.write.user
// spec: identity.one-account
test("a linked wallet signs in to that account, and can't be linked to a second one", async () => {
  const keys = newKeyPair();
  const [one, other] = [await signUp(site), await signUp(site)];
  const link = async (cookie: string) => {
    const proof = signChallenge(keys, await newChallenge(site, "link", cookie));
    return postJson(site, "/api/wallet/link", proof, cookie);
  };
  const response = await link(one);
  expect([response.status, await response.json()]).toEqual([
    200,
    { wallet: addressOf(keys), moves: null },
  ]);

  const entered = await enter(signChallenge(keys, await newChallenge(site)));
  const { uid } = (await entered.json()) as { uid: string };
  const owner = await env.DB.prepare("SELECT uid FROM users WHERE wallet = ?")
    .bind(addressOf(keys))
    .first("uid");
  expect(uid).toBe(owner);
  const taken = await link(other);
  expect([taken.status, await codeOf(taken)]).toEqual([409, "conflict"]);
});

test("a replaced wallet no longer signs in to that account", async () => {
  const [old, next] = [newKeyPair(), newKeyPair()];
  const cookie = await signInWithKeys(site, old);
  const proof = signChallenge(next, await newChallenge(site, "link", cookie));
  expect((await postJson(site, "/api/wallet/link", proof, cookie)).status).toBe(200);
  expect((await enter(signChallenge(old, await newChallenge(site)))).status).toBe(409);
  expect((await enter(signChallenge(next, await newChallenge(site)))).status).toBe(200);
});

// spec: transition.wallet.link
test("linking needs re-authentication: by password, or by the linked wallet only", async () => {
  const keys = newKeyPair();
  const cookie = await signUp(site);
  const age = () => advanceClock(11 * 60_000);
  const linkable = async () => {
    const response = await postJson(site, "/api/wallet/challenge", { purpose: "link" }, cookie);
    return response.status === 201;
  };
  const prove = (proof: unknown) => postJson(site, "/api/proof", proof, cookie);
  age();
  const refused = await postJson(site, "/api/wallet/challenge", { purpose: "link" }, cookie);
  expect([refused.status, await codeOf(refused)]).toEqual([403, "proof_needed"]);
  expect((await prove({ password: "not the password" })).status).toBe(422);
  expect(await linkable()).toBe(false);
  expect((await prove({ password: PASSWORD })).status).toBe(204);
  expect(await linkable()).toBe(true);

  const toLink = signChallenge(keys, await newChallenge(site, "link", cookie));
  await postJson(site, "/api/wallet/link", toLink, cookie);
  age();
  const stranger = signChallenge(newKeyPair(), await newChallenge(site, "proof", cookie));
  expect((await prove(stranger)).status).toBe(409);
  expect(await linkable()).toBe(false);
  const own = signChallenge(keys, await newChallenge(site, "proof", cookie));
  expect((await prove(own)).status).toBe(204);
  expect(await linkable()).toBe(true);
});

test("a visitor can neither link nor re-authenticate", async () => {
  for (const path of ["/api/wallet/link", "/api/proof"]) {
    const response = await postJson(
      site,
      path,
      signChallenge(newKeyPair(), await newChallenge(site)),
    );
    expect([path, response.status, await codeOf(response)]).toEqual([path, 401, "signed_out"]);
  }
  for (const purpose of ["link", "proof"]) {
    const response = await postJson(site, "/api/wallet/challenge", { purpose });
    expect(response.status).toBe(401);
  }
});

test("the demo wallet's faucet funds it, and its balance is returned", async () => {
  const address = addressOf(newKeyPair());
  expect((await postJson(site, "/api/demo/airdrop", { address })).status).toBe(204);
  const balance = await postJson(site, "/api/demo/balance", { address });
  expect(await balance.json()).toEqual({ lamports: "10000000000" });
  const noise = { transaction: btoa("noise") };
  expect((await postJson(site, "/api/demo/send", noise)).status).toBe(422);
  expect((await postJson(site, "/api/demo/airdrop", { address: "x" })).status).toBe(422);
});
