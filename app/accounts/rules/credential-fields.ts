import type { FieldDefinition } from "../../lib/form";
import { MAX_EMAIL_CHARS } from "./email";

/** An address as a person types it or a provider states it. */
export const EMAIL = {
  type: "email",
  required: true,
  autoComplete: "username",
  refusal: "account:emailInvalid",
  maxChars: MAX_EMAIL_CHARS,
} as const satisfies FieldDefinition;

/** A password as typed, also a too long one: the rules for new passwords have their own messages. */
export const CURRENT_PASSWORD = {
  type: "password",
  required: true,
  autoComplete: "current-password",
  refusal: "account:passwordMissing",
  maxChars: 1_024,
} as const satisfies FieldDefinition;

export const NEW_PASSWORD = {
  ...CURRENT_PASSWORD,
  autoComplete: "new-password",
} as const satisfies FieldDefinition;
