import bs58 from "bs58";
import { expect, test } from "vitest";
import { type Flow, googleSessions } from "../../../app/accounts/google/flow";
import { encodeBase64 } from "../../../app/lib/base64";
import { deriveKey } from "../../../app/lib/derive-key";
import { pkcs8OfSeed } from "../../../app/lib/ed25519";
import type { Settings } from "../../../app/lib/ports";
import { secretId } from "../../../app/lib/session-secrets";
import { verifySignatureFast } from "../../../app/solana/verify-signature";
import { createEncryption } from "../../../workers/encryption";
import { createReferenceKeys } from "../../../workers/reference-keys";

const SECRET = "a".repeat(40);
const NEW_SECRET = "b".repeat(40);

/** First test of RFC 8032, section 7.1. */
const SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number(`0x${two}`));

test("a reference is the public key of its 32 random bytes, and signs under both secrets", async () => {
  const randomBytes = (count: number) => bytesOf(SEED).slice(0, count);
  const keysOf = createReferenceKeys({ sessionSecret: SECRET }, { randomBytes });
  const { address, encryptedSecret } = await keysOf.generate();
  expect(address).toBe(bs58.encode(bytesOf(PUBLIC_KEY)));

  const message = new TextEncoder().encode("a message");
  const both = { sessionSecret: NEW_SECRET, sessionSecretPrevious: SECRET };
  const signature = await createReferenceKeys(both).sign(encryptedSecret, message);
  const signed = { publicKey: bytesOf(PUBLIC_KEY), signature, message };
  expect(await verifySignatureFast(signed)).toBe(true);
  const withoutFormer = createReferenceKeys({ sessionSecret: NEW_SECRET });
  expect(await withoutFormer.canSign(encryptedSecret)).toBe(false);
  expect(await withoutFormer.reseal(encryptedSecret)).toBeNull();
});

/** As versions before wrote it: base64 of nonce and AES-GCM, without the id of the secret. */
async function sealedWithoutId(use: string, text: Uint8Array, context?: string): Promise<string> {
  const iv = new Uint8Array(12).fill(7);
  const algorithm = { name: "AES-GCM", iv, ...(context && { additionalData: encode(context) }) };
  const key = await deriveKey(SECRET, use, "AES-GCM");
  const bytes = await crypto.subtle.encrypt(algorithm, key, Uint8Array.from(text));
  return encodeBase64(Uint8Array.from([...iv, ...new Uint8Array(bytes)]));
}
const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

// spec: setting.former-secret, setting.stolen-secret
test("a stolen secret opens keys of orders and nothing that a browser brings", async () => {
  const stolenKeys = new Map([[await secretId(SECRET), "2026-11-27T12:00:00.000Z"]]);
  const rotated = { sessionSecret: NEW_SECRET, sessionSecretPrevious: SECRET };
  const afterTheft = { ...rotated, stolenKeys };
  const before = { sessionSecret: SECRET };

  const { encryptedSecret } = await createReferenceKeys(before).generate();
  const seed = bytesOf(SEED);
  const old = await sealedWithoutId("order reference keys", pkcs8OfSeed(seed));
  const oldCookie = await sealedWithoutId("values that browsers keep", encode("codes"), "of ada");
  const cookie = await createEncryption(before).encrypt("codes", "of ada");
  expect(cookie.startsWith(`${await secretId(SECRET)}.`)).toBe(true);

  for (const sealed of [encryptedSecret, old]) {
    const resealed = (await createReferenceKeys(afterTheft).reseal(sealed)) ?? "";
    expect(resealed.startsWith(`${await secretId(NEW_SECRET)}.`)).toBe(true);
    expect(await createReferenceKeys({ sessionSecret: NEW_SECRET }).canSign(resealed)).toBe(true);
    expect(await createReferenceKeys(afterTheft).reseal(resealed)).toBe(resealed);
  }
  for (const value of [cookie, oldCookie]) {
    expect(await createEncryption(rotated).decrypt(value, "of ada")).toBe("codes");
    expect(await createEncryption(rotated).decrypt(value, "of eve")).toBeNull();
    expect(await createEncryption(afterTheft).decrypt(value, "of ada")).toBeNull();
  }

  const flow = (secrets: object) =>
    googleSessions({ appOrigin: "http://localhost", ...secrets } as Settings);
  const session = await (await flow(before)).getSession();
  session.set("flow", { purpose: "link", uid: "ada" } as Flow);
  const signedCookie = await (await flow(before)).commitSession(session);
  const uidIn = async (secrets: object) =>
    (await (await flow(secrets)).getSession(signedCookie)).get("flow")?.uid;
  expect(await uidIn(rotated)).toBe("ada");
  expect(await uidIn(afterTheft)).toBeUndefined();
});

test("the id of a secret does not make an altered value good", async () => {
  const secrets = { sessionSecret: NEW_SECRET, sessionSecretPrevious: SECRET };
  const [id, bytes] = (await createEncryption(secrets).encrypt("codes", "of ada")).split(".");
  const formerId = await secretId(SECRET);
  for (const value of [
    `${formerId}.${bytes}`,
    `nobody00.${bytes}`,
    `.${bytes}`,
    `${id}.`,
    `${id}`,
  ]) {
    expect([value, await createEncryption(secrets).decrypt(value, "of ada")]).toEqual([
      value,
      null,
    ]);
  }
});
