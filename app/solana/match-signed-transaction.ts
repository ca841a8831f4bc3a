import { decodeBase64 } from "../lib/base64";
import { sameBytes } from "../lib/same-bytes";
import { decodeTransaction } from "./wire-transaction";

/**
 * What a wallet that can only sign hands back, if it is the transaction that it was asked to sign,
 * byte for byte but for the signatures, with none of them missing; else null. Both are wire bytes in
 * base64. Whether the signatures are good is the network's to say.
 */
export function matchSignedTransaction(
  sent: string,
  asked: string,
): { bytes: Uint8Array; signature: string } | null {
  const bytes = decodeBase64(sent);
  const signed = bytes && decodeTransaction(bytes);
  const built = decodeBase64(asked);
  const wanted = built && decodeTransaction(built);
  if (!bytes || !signed || !wanted || !sameBytes(signed.messageBytes, wanted.messageBytes))
    return null;
  const [signature] = signed.signatures;
  return signature && !signed.signatures.includes(null) ? { bytes, signature } : null;
}
