import bs58 from "bs58";
import { expect, test } from "vitest";
import { verifySignatureFast } from "../../../app/solana/verify-signature";
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
  const { address, encryptedSecret } = await createReferenceKeys(SECRET, null, {
    randomBytes,
  }).generate();
  expect(address).toBe(bs58.encode(bytesOf(PUBLIC_KEY)));

  const message = new TextEncoder().encode("a message");
  const signature = await createReferenceKeys(NEW_SECRET, SECRET).sign(encryptedSecret, message);
  const signed = { publicKey: bytesOf(PUBLIC_KEY), signature, message };
  expect(await verifySignatureFast(signed)).toBe(true);
  expect(await createReferenceKeys(NEW_SECRET).canSign(encryptedSecret)).toBe(false);
});
