import { expect, test } from "vitest";
import { simulatedSubtle } from "../../../dev/simulator/stand-ins/web-crypto";

const native = crypto.subtle;
const simulated = simulatedSubtle as unknown as SubtleCrypto;
const encode = (text: string) => new TextEncoder().encode(text);
const SEED = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
const PKCS8 = Uint8Array.from([...Buffer.from("MC4CAQAwBQYDK2VwBCIEIA==", "base64"), ...SEED]);

/** What the product asks of `crypto.subtle`, with an answer that the other one must give as well. */
async function answers(subtle: SubtleCrypto) {
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(32), info: encode("use") };
  const secret = await subtle.importKey("raw", encode("secret"), "HKDF", false, ["deriveKey"]);
  const derive = (algorithm: object, uses: KeyUsage[]) =>
    subtle.deriveKey(hkdf, secret, algorithm as HmacKeyGenParams, false, uses);
  const aes = await derive({ name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);
  const hmac = await derive({ name: "HMAC", hash: "SHA-256", length: 256 }, ["sign"]);
  const gcm = { name: "AES-GCM", iv: SEED.slice(0, 12), additionalData: encode("purpose") };
  const encrypted = await subtle.encrypt(gcm, aes, encode("text"));
  const other = { ...gcm, additionalData: encode("another") };
  const privateKey = await subtle.importKey("pkcs8", PKCS8, "Ed25519", true, ["sign"]);
  const { x = "" } = await subtle.exportKey("jwk", privateKey);
  const publicBytes = Uint8Array.from(Buffer.from(x, "base64url"));
  const publicKey = await subtle.importKey("raw", publicBytes, "Ed25519", false, ["verify"]);
  const signature = await subtle.sign("Ed25519", privateKey, encode("message"));
  const verify = (text: string) => subtle.verify("Ed25519", publicKey, signature, encode(text));
  const nameOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error) => error.name,
    );
  return {
    digest: hex(await subtle.digest("SHA-256", encode("text"))),
    mac: hex(await subtle.sign("HMAC", hmac, encode("text"))),
    encrypted: hex(encrypted),
    decrypted: hex(await subtle.decrypt(gcm, aes, encrypted)),
    x,
    signature: hex(signature),
    verified: [await verify("message"), await verify("massage"), await verify("message")],
    errors: [
      await nameOf(subtle.decrypt(other, aes, encrypted)),
      await nameOf(subtle.decrypt(gcm, aes, encrypted.slice(0, 3))),
      await nameOf(subtle.sign("Ed25519", publicKey, encode("message"))),
      await nameOf(subtle.importKey("raw", SEED.slice(1), "Ed25519", false, ["verify"])),
      await nameOf(subtle.importKey("pkcs8", SEED, "Ed25519", false, ["sign"])),
    ],
  };
}

function hex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("hex");
}

test("WebCrypto of a run computes what that of the platform computes", async () => {
  const expected = await answers(native);
  expect(await answers(simulated)).toEqual(expected);
  expect(expected.verified).toEqual([true, false, true]);
});
