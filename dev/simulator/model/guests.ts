import type { StoryEvent } from "./story";

interface Handed {
  length: number;
  /** SHA-256 of messages that wallets were given with the signature of the reference. */
  presigned: Set<string>;
  /** Of orders. */
  references: Map<string, string>;
  /** By order and secret. */
  signatures: Map<string, Set<string>>;
}

const read = new WeakMap<readonly StoryEvent[], Handed>();
const nothing = (): Handed => ({
  length: 0,
  presigned: new Set(),
  references: new Map(),
  signatures: new Map(),
});
const NONE: ReadonlySet<string> = new Set();

/**
 * The payments that came to the server with an order's secret and lacked its reference's signature, by
 * their own. Nobody else can have sent them. Bytes that the server has signed first, or that were made by
 * hand without that signature, a wallet sends by itself, and whoever sees them can hand them in.
 */
export function handedIn(
  events: readonly StoryEvent[],
  order: string,
  secret: string,
): ReadonlySet<string> {
  const before = read.get(events);
  const handed = before ?? nothing();
  for (const event of events.slice(handed.length)) {
    // A copy of the database knows of fewer messages.
    if (event.kind === "restored") handed.presigned.clear();
    if (event.kind === "built" && event.presigned) handed.presigned.add(event.message);
    if (event.kind === "opened") handed.references.set(event.order, event.reference);
    if (event.kind !== "handed" || handed.presigned.has(event.message)) continue;
    if (!event.signers.includes(handed.references.get(event.order) ?? "")) continue;
    const key = `${event.order} ${event.secret}`;
    const known = handed.signatures.get(key) ?? new Set();
    handed.signatures.set(key, known.add(event.signature));
  }
  handed.length = events.length;
  read.set(events, handed);
  return handed.signatures.get(`${order} ${secret}`) ?? NONE;
}
