import { createPrivateKey, sign } from "node:crypto";
import bs58 from "bs58";
import type { Random } from "./random";
import type { SimulatedWallet } from "./world";

/** Bytes of an Ed25519 seed and of a public key (RFC 8032). */
const KEY_BYTES = 32;

/** A wallet whose Ed25519 key is drawn. */
export function createWallet(random: Random): SimulatedWallet {
  const seed = Buffer.from(random.bytes(KEY_BYTES)).toString("base64url");
  // Node derives the public key from `d` and only wants `x` to be there. PKCS #8 takes ten times as long.
  const jwk = { kty: "OKP", crv: "Ed25519", d: seed, x: seed };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const publicKey = Buffer.from(key.export({ format: "jwk" }).x ?? "", "base64url");
  return {
    address: bs58.encode(publicKey),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}
