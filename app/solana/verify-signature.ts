import nacl from "tweetnacl";
import { ADDRESS_BYTES, SIGNATURE_BYTES } from "./address";

const FIELD_PRIME = 2n ** 255n - 19n;
/** Order of the base point (RFC 8032, section 5.1). */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** y of two points of order 8; the other two have its negative. */
const Y_OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** The y values of the 8 points whose order divides 8. */
const SMALL_ORDER_Y = new Set([0n, 1n, FIELD_PRIME - 1n, Y_OF_ORDER_8, FIELD_PRIME - Y_OF_ORDER_8]);

export interface Signed {
  /** The bytes that were signed. */
  message: Uint8Array;
  /** 64 bytes. */
  signature: Uint8Array;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/**
 * Verifies an Ed25519 signature (RFC 8032). Also rejects what tweetnacl accepts: keys of small order,
 * for which signatures can be forged; non-canonical keys; and S at or above the group order, which
 * makes signatures malleable.
 */
export function verifySignature(signed: Signed): boolean {
  const { message, signature, publicKey } = signed;
  return isStrict(signed) && nacl.sign.detached.verify(message, signature, publicKey);
}

/**
 * The same by the platform's own code, for the many signatures of transactions: tweetnacl takes some
 * milliseconds of processor time for each.
 */
export async function verifySignatureFast(signed: Signed): Promise<boolean> {
  if (!isStrict(signed)) return false;
  const [publicKey, signature, message] = [signed.publicKey, signed.signature, signed.message].map(
    (bytes) => Uint8Array.from(bytes),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, signature, message);
  } catch {
    // The platform may refuse a key that is no point of the curve.
    return false;
  }
}

function isStrict({ signature, publicKey }: Signed): boolean {
  if (publicKey.length !== ADDRESS_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  // The highest bit is the sign of x. A y of small order is rejected with either sign, which includes
  // the non-canonical encoding of x = 0 with a sign.
  const y = littleEndian(publicKey) & (2n ** 255n - 1n);
  if (y >= FIELD_PRIME || SMALL_ORDER_Y.has(y)) return false;
  return littleEndian(signature.subarray(32)) < GROUP_ORDER;
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
