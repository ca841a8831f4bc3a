import { z } from "zod";
import { Problem } from "../../lib/problem";
import { EMAIL_MAX } from "../rules/email";
import { PASSWORD_MAX } from "../rules/password-rules";

/** Any password that could be typed; the rules for a new one come later, with words of their own. */
export const passwordField = z
  .string()
  .min(1)
  .max(PASSWORD_MAX * 4);

const credentials = z.object({
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email()),
  password: passwordField,
});

/** E-mail and password of a form. Throws `invalid_input` naming the field at fault. */
export function readCredentials(form: FormData): z.output<typeof credentials> {
  const parsed = credentials.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0] === "password" ? "password" : "email";
  const words = field === "email" ? "account:emailInvalid" : "account:passwordMissing";
  throw new Problem("invalid_input", { words, field });
}

const change = z.object({ current: passwordField, password: passwordField });

/** Current and new password of a form. Throws `invalid_input` naming the field at fault. */
export function readNewPassword(form: FormData): z.output<typeof change> {
  const parsed = change.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path[0] === "current" ? "current" : "password";
  throw new Problem("invalid_input", { words: "account:passwordMissing", field });
}

/** A recovery code as it was typed; what it must look like is for the rules to say. */
export function readTypedCode(form: FormData): string {
  return String(form.get("code") ?? "").slice(0, 100);
}
