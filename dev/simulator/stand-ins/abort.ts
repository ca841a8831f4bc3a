type Listener = () => void;

/** `AbortSignal`; the platform's costs tens of microseconds to make, and each call of a node makes several. */
export class SimulatedAbortSignal {
  aborted = false;
  reason: unknown = undefined;
  readonly #listeners = new Set<Listener>();

  /** Aborts with the first of these. */
  static any(signals: readonly SimulatedAbortSignal[]): SimulatedAbortSignal {
    const any = new SimulatedAbortSignal();
    for (const signal of signals) {
      const follow = () => any.abort(signal.reason);
      if (signal.aborted) follow();
      else signal.addEventListener("abort", follow);
    }
    return any;
  }

  addEventListener(_event: "abort", listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_event: "abort", listener: Listener): void {
    this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}

/** `AbortController` with such a signal. */
export class SimulatedAbortController {
  readonly signal = new SimulatedAbortSignal();

  abort(reason: unknown = new DOMException("This operation was aborted", "AbortError")): void {
    this.signal.abort(reason);
  }
}
