import type { Events } from "../../../db/orders/events";
import type { Clock } from "../../lib/ports";
import { EVENTS_LIFETIME_MS, type EventPage } from "../../orders/rules/event";

const EVENTS_PER_PAGE = 50;

/** What happened to a seller's sales and products after a cursor. */
export function readEvents(
  { uid, after }: { uid: string; after: number },
  deps: { events: Pick<Events, "after"> },
): Promise<EventPage> {
  return deps.events.after(uid, after, EVENTS_PER_PAGE);
}

/** Keeps a run short; the next run continues. */
const MAX_PURGED_PER_RUN = 1_000;

/** Removes events that are older than `EVENTS_LIFETIME_MS`. */
export async function purgeEvents(deps: {
  clock: Clock;
  events: Pick<Events, "removeBefore">;
}): Promise<void> {
  await deps.events.removeBefore(deps.clock.now() - EVENTS_LIFETIME_MS, MAX_PURGED_PER_RUN);
}
