import { decodeBase64 } from "../lib/base64";
import { sameBytes } from "../lib/same-bytes";
import { decodeTransaction } from "./wire-transaction";

/**
 * Checks that `sent`, from a wallet that signed without sending, has the message of the transaction
 * `asked` for and all signatures. Returns its bytes and first signature, else null. Both parameters
 * are wire bytes in base64. The network verifies the signatures.
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
