import type { ContactMessages } from "../../../db/pages/contact-messages";
import type { Clock } from "../../lib/ports";
import { DAY_MS } from "../../lib/time-zone";

/** 12 months: an answer has been given by then, and addresses are not kept for longer. */
export const CONTACT_RETENTION_MS = 365 * DAY_MS;

/** Removes contact messages after `CONTACT_RETENTION_MS`, answered or not. */
export async function purgeContactMessages(deps: {
  clock: Clock;
  contactMessages: Pick<ContactMessages, "removeBefore">;
}): Promise<void> {
  await deps.contactMessages.removeBefore(deps.clock.now() - CONTACT_RETENTION_MS);
}
