import { z } from "zod";
import { decodeBase64 } from "../../lib/base64";
import { Problem } from "../../lib/problem";
import { MAX_EMAIL_CHARS } from "../rules/email";
import { PASSWORD_MAX_CHARS } from "../rules/password-rules";

const TYPED_CODE_MAX_CHARS = 100;

/** A password as typed, also a too long one: the rules for new passwords have their own messages. */
export const passwordField = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARS * 4);

/** An address as a person types it or a provider states it. */
export const emailField = z.string().trim().max(MAX_EMAIL_CHARS).pipe(z.email());

const credentials = z.object({
  email: emailField,
  password: passwordField,
});

/** E-mail and password of a form. Throws `invalid_input` with the invalid field. */
export function readCredentials(form: FormData): z.output<typeof credentials> {
  const parsed = credentials.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0] === "password" ? "password" : "email";
  const messageKey = field === "email" ? "account:emailInvalid" : "account:passwordMissing";
  throw new Problem("invalid_input", { messageKey, field });
}

const change = z.object({ current: passwordField, password: passwordField });

/** Current and new password of a form. Throws `invalid_input` with the invalid field. */
export function readNewPassword(form: FormData): z.output<typeof change> {
  const parsed = change.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0] === "current" ? "current" : "password";
  throw new Problem("invalid_input", { messageKey: "account:passwordMissing", field });
}

/** A recovery code as typed; the rules normalise and check it. */
export function readTypedCode(form: FormData): string {
  return String(form.get("code") ?? "").slice(0, TYPED_CODE_MAX_CHARS);
}

const bytes = (maxChars: number) => z.base64().max(maxChars).transform(decodeBase64);

/** A signed challenge in JSON: the address in base58, message and signature in base64. */
export const signedChallenge = z.object({
  address: z.string().max(64),
  message: bytes(4_096),
  signature: bytes(128),
});
