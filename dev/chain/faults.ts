/** Ways in which a node can fail a call. */
export type FaultKind =
  /** Reads the request, does nothing and never answers. */
  | "timeout"
  /** Closes the connection before doing anything. */
  | "reset"
  /** Does what was asked, then closes the connection without an answer. */
  | "lost-answer"
  /** Refuses with HTTP 429 and `Retry-After`. */
  | "429"
  /** A gateway's error page, HTTP 502. */
  | "html"
  /** A page where JSON should be, HTTP 200. */
  | "html-200"
  /** The true answer, cut in the middle. */
  | "half-json"
  /** The true answer under another id. */
  | "wrong-id"
  /** The true answer as it was `lag` slots ago. */
  | "stale"
  /** A JSON-RPC error: `code` and `message`, by default -32005 'Node is behind'. */
  | "error"
  /** Accepts transactions and lets none of them land. */
  | "swallow"
  /** Puts transactions into a block without running them (SIMD-0290); each may run later. */
  | "not-run";

export interface Fault {
  readonly kind: FaultKind;
  /** The only method that fails; every method where absent. */
  readonly method?: string;
  /** Number of calls that fail; all of them where absent. */
  readonly times?: number;
  /** Slots that a stale node lies behind; 64 where absent. */
  readonly lag?: number;
  /** Code of an `error`. */
  readonly code?: number;
  /** Message of an `error`. */
  readonly message?: string;
}

/** Faults of the HTTP answer as a whole. */
export type TransportFault = Extract<
  FaultKind,
  "timeout" | "reset" | "lost-answer" | "429" | "html" | "html-200" | "half-json" | "wrong-id"
>;

const TRANSPORT_FAULTS = new Set<FaultKind>([
  "timeout",
  "reset",
  "lost-answer",
  "429",
  "html",
  "html-200",
  "half-json",
  "wrong-id",
]);

/** The faults that a test has queued, used in order. */
export class Faults {
  private queue: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.queue.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.queue = [];
  }

  /** The next fault for a call of `method`, which uses it up once; undefined without one. */
  take(method: string): Fault | undefined {
    const found = this.queue.find(({ fault }) => (fault.method ?? method) === method);
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.queue.splice(this.queue.indexOf(found), 1);
    return found.fault;
  }
}

export function isTransportFault(kind: FaultKind): kind is TransportFault {
  return TRANSPORT_FAULTS.has(kind);
}
