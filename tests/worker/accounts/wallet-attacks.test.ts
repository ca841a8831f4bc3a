import { env, SELF } from "cloudflare:test";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { expect, test } from "vitest";
import { newSeller } from "../../support/seller";
import {
  addressOf,
  type Challenge,
  newChallenge,
  newKeyPair,
  postJson,
  sessionOf,
  signChallenge,
  signInWithKeys,
  siteOf,
} from "../../support/sign-in";

const site = siteOf(SELF);
const enter = (proof: unknown, cookie?: string) =>
  postJson(site, "/api/wallet/sign-in", proof, cookie);
const read = (path: string, cookie: string) =>
  site.fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });
const leave = (cookie: string) =>
  site.fetch(`${site.origin}/logout`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: site.origin },
  });

// spec: identity.session-life
test("a session planted before sign-in is not the one signed in (session fixation)", async () => {
  const attacker = await newSeller();
  const keys = newKeyPair();
  const entered = await enter(signChallenge(keys, await newChallenge(site)), attacker.cookie);
  const cookie = sessionOf(entered);
  expect(cookie).not.toBeNull();
  expect(cookie).not.toBe(attacker.cookie);
  // The planted session has ended, for the attacker too.
  expect((await read("/profil", attacker.cookie)).status).toBe(302);
  expect((await read("/profil", cookie ?? "")).status).toBe(200);
  const made = `session=${"A".repeat(43)}`;
  const again = await enter(signChallenge(keys, await newChallenge(site)), made);
  expect(sessionOf(again)).not.toBe(made);
  expect((await read("/profil", made)).status).toBe(302);
});

test("after sign-out neither the cookie nor an earlier challenge is accepted", async () => {
  const keys = newKeyPair();
  const cookie = await signInWithKeys(site, keys);
  const toLink = signChallenge(newKeyPair(), await newChallenge(site, "link", cookie));
  const toProve = signChallenge(keys, await newChallenge(site, "proof", cookie));
  expect((await leave(cookie)).status).toBe(302);
  for (const path of ["/profil", "/dashboard", "/purchases", "/profil/delete"]) {
    expect([path, (await read(path, cookie)).status]).toEqual([path, 302]);
  }
  expect((await postJson(site, "/api/wallet/link", toLink, cookie)).status).toBe(401);
  expect((await postJson(site, "/api/proof", toProve, cookie)).status).toBe(401);
  expect((await postJson(site, "/api/wallet/challenge", { purpose: "link" }, cookie)).status).toBe(
    401,
  );
  // Nor for a new session: its purpose is re-authentication, not sign-in.
  expect((await enter(toProve)).status).toBe(422);
});

test("a failed attempt consumes the nonce", async () => {
  const keys = newKeyPair();
  const challenge = await newChallenge(site);
  const wrong = { ...signChallenge(keys, challenge), signature: btoa("x".repeat(64)) };
  expect((await enter(wrong)).status).toBe(422);
  expect((await enter(signChallenge(keys, challenge))).status).toBe(410);
});

test("two concurrent sign-ins of a new wallet create one account", async () => {
  const keys = newKeyPair();
  const challenges = await Promise.all([newChallenge(site), newChallenge(site)]);
  const answers = await Promise.all(challenges.map((one) => enter(signChallenge(keys, one))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(sessionOf)).size).toBe(2);
  const known = await env.DB.prepare("SELECT count(*) AS n FROM users WHERE wallet = ?")
    .bind(addressOf(keys))
    .first("n");
  expect(known).toBe(1);
});

// spec: setting.app-origin
test.each([
  ["a longer domain", "localhost.evil.example"],
  ["a prefixed domain", "evil.example/localhost"],
  ["another port", "localhost:8080"],
  ["another case", "LOCALHOST"],
  ["a homograph", "lоcalhost"],
  ["nothing", ""],
])("a message for %s than this site is refused", async (_name, domain) => {
  const change: Partial<Challenge> = { domain };
  const response = await enter(
    signChallenge(newKeyPair(), { ...(await newChallenge(site)), ...change }),
  );
  expect([response.status, sessionOf(response)]).toEqual([422, null]);
});

const key = addressOf(newKeyPair());
test.each([
  ["empty", ""],
  ["with a zero", `0${key.slice(1)}`],
  ["with an O", `O${key.slice(1)}`],
  ["with an I", `I${key.slice(1)}`],
  ["with an l", `l${key.slice(1)}`],
  ["of 33 bytes", `1${key}`],
  ["truncated", key.slice(0, 20)],
  ["with a space", `${key} `],
  ["with a line break", `${key}\n`],
  ["in another case", key.replace(/[a-z]/, "ａ")],
  ["of an account's own prefix", `did:pkh:solana:${key}`],
  ["a number", 1],
  ["a list", [key]],
])("an address %s is refused, in the field or in the message", async (_name, address) => {
  const keys = newKeyPair();
  const proof = signChallenge(keys, await newChallenge(site));
  expect((await enter({ ...proof, address })).status).toBe(422);
  const inText = signChallenge(keys, await newChallenge(site), String(address));
  expect((await enter(inText)).status).toBe(422);
});

/** Base58 of the neutral element: R = S * B + k * A holds for S = 0 and R = A, whatever k is. */
const SMALL_ORDER_KEY = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";

/** A forged wallet answer that verifies where keys of small order are accepted. */
function forgedFor(address: string, challenge: Challenge) {
  const signature = Uint8Array.from([...bs58.decode(address), ...new Uint8Array(32)]);
  const { message } = signChallenge(newKeyPair(), challenge, address);
  const bytes = Uint8Array.from(atob(message), (char) => char.charCodeAt(0));
  expect(nacl.sign.detached.verify(bytes, signature, bs58.decode(address))).toBe(true);
  return { address, message, signature: btoa(String.fromCharCode(...signature)) };
}

// spec: identity.victim
test("a key of small order can't sign in, link or merge", async () => {
  const forged = forgedFor(SMALL_ORDER_KEY, await newChallenge(site));
  const entered = await enter(forged);
  expect([entered.status, sessionOf(entered)]).toEqual([422, null]);
  const attacker = await newSeller();
  const none = { purchases: 0, products: 0, orders: 0, favourites: 0, sellPage: false };
  for (const purpose of ["link", "merge"]) {
    const challenge = await newChallenge(site, purpose, attacker.cookie);
    const body = { ...forgedFor(SMALL_ORDER_KEY, challenge), shown: none };
    const answer = await postJson(site, `/api/wallet/${purpose}`, body, attacker.cookie);
    expect([purpose, answer.status]).toEqual([purpose, 422]);
  }
  const known = await env.DB.prepare("SELECT count(*) AS n FROM users WHERE wallet = ?")
    .bind(SMALL_ORDER_KEY)
    .first("n");
  expect(known).toBe(0);
});

test("a signature whose S is above the group order is refused", async () => {
  const keys = newKeyPair();
  const proof = signChallenge(keys, await newChallenge(site));
  const bytes = Uint8Array.from(atob(proof.signature), (char) => char.charCodeAt(0));
  // L, little endian (RFC 8032, section 5.1).
  const order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
  let carry = 0;
  for (let at = 0; at < 32; at++) {
    const sum =
      (bytes[32 + at] ?? 0) + Number.parseInt(order.slice(2 * at, 2 * at + 2), 16) + carry;
    bytes[32 + at] = sum & 0xff;
    carry = sum >> 8;
  }
  const message = Uint8Array.from(atob(proof.message), (char) => char.charCodeAt(0));
  expect(nacl.sign.detached.verify(message, bytes, keys.publicKey)).toBe(true);
  const signature = btoa(String.fromCharCode(...bytes));
  expect((await enter({ ...proof, signature })).status).toBe(422);
});

test("linking or merging a wallet needs a signature of its key", async () => {
  const victim = newKeyPair();
  await signInWithKeys(site, victim);
  const attacker = await newSeller();
  const none = { purchases: 0, products: 0, orders: 0, favourites: 0, sellPage: false };
  for (const purpose of ["link", "merge"]) {
    const challenge = await newChallenge(site, purpose, attacker.cookie);
    const forged = signChallenge(newKeyPair(), challenge, addressOf(victim));
    const body = { ...forged, address: addressOf(victim), shown: none };
    const answer = await postJson(site, `/api/wallet/${purpose}`, body, attacker.cookie);
    expect([purpose, answer.status]).toEqual([purpose, 422]);
  }
  const owner = await env.DB.prepare("SELECT uid FROM users WHERE wallet = ?")
    .bind(addressOf(victim))
    .first("uid");
  expect(owner).not.toBe(attacker.uid);
});

test("a link signature is accepted once", async () => {
  const person = await newSeller();
  const keys = newKeyPair();
  const proof = signChallenge(keys, await newChallenge(site, "link", person.cookie));
  const link = () => postJson(site, "/api/wallet/link", proof, person.cookie);
  const answers = await Promise.all([link(), link(), link()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
});
