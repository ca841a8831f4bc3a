import { z } from "zod";
import type { ContactMessages } from "../../../db/pages/contact-messages";
import { MAX_EMAIL_CHARS } from "../../accounts/rules/email";
import type { Locale } from "../../lib/locale";
import type { Clock, Ids } from "../../lib/ports";
import { type MessageKey, Problem } from "../../lib/problem";

/** In characters: a page of text, far below the size limit of a D1 row. */
const MAX_MESSAGE_CHARS = 5_000;

interface Deps {
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  contactMessages: Pick<ContactMessages, "insert">;
}

/** Stores a visitor's message to the operator. Throws `invalid_input` with the invalid field. */
export async function sendContactMessage(
  input: { email: string; message: string; locale: Locale },
  deps: Deps,
): Promise<void> {
  const email = input.email.trim();
  const message = input.message.trim();
  if (!email) throw invalid("email", "contact_required");
  if (!message) throw invalid("message", "contact_required");
  if (email.length > MAX_EMAIL_CHARS || !z.email().safeParse(email).success) {
    throw invalid("email", "contact_email");
  }
  if (message.length > MAX_MESSAGE_CHARS) throw invalid("message", "contact_too_long");
  const createdAt = deps.clock.now();
  await deps.contactMessages.insert({
    id: deps.ids.uuid(),
    email,
    message,
    locale: input.locale,
    createdAt,
  });
}

function invalid(field: string, messageKey: MessageKey): Problem {
  return new Problem("invalid_input", { field, messageKey });
}
