import nacl from "tweetnacl";
import { ADDRESS_BYTES, SIGNATURE_BYTES } from "./address";

/** The prime of the field: 2^255 - 19. */
const P = 2n ** 255n - 19n;
/** Order of the base point (RFC 8032, section 5.1). */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** y of two of the points of order 8; that of the other two is its negative. */
const Y_OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** y of the 8 points whose order divides 8; each but 1 and -1 belongs to two of them. */
const SMALL_ORDER = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

export interface Signed {
  /** The bytes that were signed. */
  message: Uint8Array;
  /** 64 bytes. */
  signature: Uint8Array;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/**
 * True where the key's holder signed the message (Ed25519, RFC 8032). What tweetnacl lets through is
 * refused before it: keys of small order, for which anybody can sign; keys that are not written
 * canonically; and an S that is not below the group order, which gives one signature several forms.
 */
export function verifySignature({ message, signature, publicKey }: Signed): boolean {
  if (publicKey.length !== ADDRESS_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  // The highest bit is the sign of x. A small y is refused with either sign, so that x = 0 with a
  // sign, the other form that is not canonical, is refused too.
  const y = littleEndian(publicKey) & (2n ** 255n - 1n);
  if (y >= P || SMALL_ORDER.has(y)) return false;
  if (littleEndian(signature.subarray(32)) >= L) return false;
  return nacl.sign.detached.verify(message, signature, publicKey);
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
