import { z } from "zod";

const bytes = (maxChars: number) =>
  z
    .base64()
    .max(maxChars)
    .transform((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

/** What a wallet signed, as the page sends it: the address in base58, message and signature in base64. */
export const walletProof = z.object({
  address: z.string().max(64),
  message: bytes(4_096),
  signature: bytes(128),
});
