import { z } from "zod";
import { fieldSchema } from "../../http/answer-form";
import { decodeBase64 } from "../../lib/base64";
import { CURRENT_PASSWORD, EMAIL } from "../rules/credential-fields";

export const passwordField = fieldSchema(CURRENT_PASSWORD);
export const emailField = fieldSchema(EMAIL);

const bytes = (maxChars: number) => z.base64().max(maxChars).transform(decodeBase64);

/** A signed challenge in JSON: the address in base58, message and signature in base64. */
export const signedChallenge = z.object({
  address: z.string().max(64),
  message: bytes(4_096),
  signature: bytes(128),
});
