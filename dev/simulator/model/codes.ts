import type { OpenedOrder, StoryEvent, Told } from "./story";

const HOUR_MS = 60 * 60_000;
/** An order that was opened before the end of its code keeps it so long after the end. */
const GRACE_MS = 24 * HOUR_MS;
/** A clock may be wrong by an hour, and a payment seen late. */
const UNCLEAR_MS = 6 * HOUR_MS;

/**
 * Whether the code of an order took something off its price: at each moment since then, true where it did not. Both
 * where it changed meanwhile or that is unclear; false alone for an order without a code.
 */
export function codeWasOff(
  { code }: Pick<OpenedOrder, "code">,
  events: readonly StoryEvent[],
  { since, now }: { since: number; now: number },
): ReadonlySet<boolean> {
  const states = toldOf(code, events);
  const found = new Set(
    states
      .filter((_, index) => (states[index + 1]?.at ?? now) >= since)
      .map(({ isDisabled }) => isDisabled),
  );
  const endsAt = states[0]?.endsAt ?? null;
  if (endsAt !== null) {
    if (now >= endsAt + GRACE_MS - UNCLEAR_MS) found.add(true);
    if (since >= endsAt + GRACE_MS + UNCLEAR_MS) found.delete(false);
  }
  return states.length > 0 ? found : new Set([false]);
}

/** How often one person may use the code of an order; null for any number. */
export function limitOfPerson(
  { code }: Pick<OpenedOrder, "code">,
  events: readonly StoryEvent[],
): number | null {
  return toldOf(code, events)[0]?.perPerson ?? null;
}

function toldOf(code: string | null, events: readonly StoryEvent[]): Told<"code">[] {
  return events.filter(
    (event): event is Told<"code"> => event.kind === "code" && event.code === code,
  );
}
