import { z } from "zod";
import { EMAIL_MAX } from "../../accounts/rules/email";
import type { Locale } from "../../lib/locale";
import type { Clock, Ids } from "../../lib/ports";
import { type MessageKey, Problem } from "../../lib/problem";
import type { ContactMessages } from "../ports";

/** Characters; a page of text, and far below what a row may hold. */
const MESSAGE_MAX = 5_000;

interface Deps {
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  contactMessages: ContactMessages;
}

/** Keeps what a visitor wrote for the operator to read. Throws `invalid_input` with the field at fault. */
export async function sendContactMessage(
  input: { email: string; message: string; locale: Locale },
  deps: Deps,
): Promise<void> {
  const email = input.email.trim();
  const message = input.message.trim();
  if (!email) throw refusal("email", "contact_required");
  if (!message) throw refusal("message", "contact_required");
  if (email.length > EMAIL_MAX || !z.email().safeParse(email).success) {
    throw refusal("email", "contact_email");
  }
  if (message.length > MESSAGE_MAX) throw refusal("message", "contact_too_long");
  const createdAt = deps.clock.now();
  await deps.contactMessages.insert({
    id: deps.ids.uuid(),
    email,
    message,
    locale: input.locale,
    createdAt,
  });
}

function refusal(field: string, words: MessageKey): Problem {
  return new Problem("invalid_input", { field, words });
}
