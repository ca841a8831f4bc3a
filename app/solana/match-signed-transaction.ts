import { sameBytes } from "../lib/same-bytes";
import { decodeWireText } from "./wire-transaction";

/**
 * Checks that `sent`, from a wallet that signed without sending, has the message of the transaction
 * `asked` for and all signatures. Returns its bytes and first signature, else null. Both parameters
 * are wire bytes in base64. The network verifies the signatures.
 */
export function matchSignedTransaction(
  sent: string,
  asked: string,
): { bytes: Uint8Array; signature: string } | null {
  const decoded = decodeWireText(sent);
  const built = decodeWireText(asked);
  if (!decoded || !built) return null;
  const { bytes, wire } = decoded;
  if (!sameBytes(wire.messageBytes, built.wire.messageBytes)) return null;
  const [signature] = wire.signatures;
  return signature && !wire.signatures.includes(null) ? { bytes, signature } : null;
}
