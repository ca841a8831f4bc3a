import type { Messages } from "../../../db/messages/messages";
import { assertNever } from "../../lib/assert-never";
import { cleanText } from "../../lib/clean-text";
import type { Clock, Ids } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import {
  MAX_MESSAGE_CHARS,
  MAX_MESSAGES_PER_THREAD,
  UNPAID_RETRY_SECONDS,
} from "../rules/message-limits";
import { findRecipient, type RecipientAddress, type RecipientDeps } from "./find-recipient";

interface Deps extends RecipientDeps {
  messages: RecipientDeps["messages"] & Pick<Messages, "send">;
  clock: Clock;
  ids: Pick<Ids, "short">;
}

export interface SentMessage {
  id: string;
  threadId: string;
  /** As stored: without control characters. */
  text: string;
  /** Epoch ms. */
  createdAt: number;
}

/**
 * Writes to the other side of an address, and opens the thread where there is none. Throws what
 * `findRecipient` throws, `invalid_input` with the field `text`, `slow_down` for too many messages
 * without an answer or threads without a payment, and `conflict` for a full thread and a closed
 * account.
 */
export async function sendMessage(
  { address, uid, ...input }: { address: RecipientAddress; uid: string; text: string },
  deps: Deps,
): Promise<SentMessage> {
  const recipient = await findRecipient({ address, uid }, deps);
  const text = parseText(input.text);
  const [id, newThreadId, createdAt] = [deps.ids.short(), deps.ids.short(), deps.clock.now()];
  const message = { id, threadId: newThreadId, text, at: createdAt };
  const outcome = await deps.messages.send(recipient, message);
  switch (outcome.kind) {
    case "sent":
      return { id, threadId: outcome.threadId, text, createdAt };
    case "too_many_threads":
      throw new Problem("slow_down", {
        messageKey: "threads_full",
        retryAfterSeconds: UNPAID_RETRY_SECONDS,
      });
    case "too_many_messages":
      throw new Problem("slow_down", {
        messageKey: "messages_unanswered",
        retryAfterSeconds: (outcome.retryAt - createdAt) / 1_000,
      });
    case "thread_full":
      throw new Problem("conflict", {
        messageKey: "thread_full",
        params: { max: MAX_MESSAGES_PER_THREAD },
      });
    case "account_closed":
      throw new Problem("conflict", { messageKey: "message_account_closed" });
    default:
      return assertNever(outcome);
  }
}

function parseText(raw: string): string {
  const text = cleanText(raw);
  if (text === "") {
    throw new Problem("invalid_input", { field: "text", messageKey: "message_empty" });
  }
  if (text.length > MAX_MESSAGE_CHARS) {
    const params = { max: MAX_MESSAGE_CHARS };
    throw new Problem("invalid_input", { field: "text", messageKey: "message_too_long", params });
  }
  return text;
}
