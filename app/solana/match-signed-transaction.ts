import { decodeBase64 } from "../lib/base64";
import { sameBytes } from "../lib/same-bytes";
import { decodeTransaction } from "./wire-transaction";

/**
 * The bytes and the signature of what a wallet that can only sign hands back, if it is the transaction
 * that it was asked to sign, byte for byte but for the signatures, with none of them missing; else
 * null. Both are wire bytes in base64. The signatures are not verified: the network does that.
 */
export function matchSignedTransaction(
  sent: string,
  asked: string,
): { bytes: Uint8Array; signature: string } | null {
  const bytes = readBytes(sent);
  const signed = bytes && decodeTransaction(bytes);
  const built = decodeTransaction(decodeBase64(asked));
  if (!signed || !built || !sameBytes(signed.messageBytes, built.messageBytes)) return null;
  const [signature] = signed.signatures;
  return signature && !signed.signatures.includes(null) ? { bytes, signature } : null;
}

function readBytes(text: string): Uint8Array | null {
  try {
    return decodeBase64(text);
  } catch {
    return null;
  }
}
