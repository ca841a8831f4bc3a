import { z } from "zod";
import { decodeBase64 } from "../../lib/base64";

const bytes = (maxChars: number) => z.base64().max(maxChars).transform(decodeBase64);

/** What a wallet signed, as the page sends it: the address in base58, message and signature in base64. */
export const walletProof = z.object({
  address: z.string().max(64),
  message: bytes(4_096),
  signature: bytes(128),
});
