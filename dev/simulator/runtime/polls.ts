import type { Ports } from "../../../workers/ports";

/** As the product promises: the shortest time between the starts of two polls of one object (ms). */
const MIN_POLL_INTERVAL_MS = 400;

/** Where polls run, and when; `fault` is the first that ran where or when it may not. */
export class Polls {
  fault: string | null = null;

  /** For the ports of one object in memory, which polls one order. */
  ofObject(ports: Ports): Ports {
    let running = 0;
    let lastStart = Number.NEGATIVE_INFINITY;
    return this.#observed(ports, async (orderId, poll) => {
      const now = ports.clock.now();
      if (running > 0) this.#report(`order ${orderId} is polled twice at the same time`);
      const pause = now - lastStart;
      // Negative where the clock was set back.
      if (pause >= 0 && pause < MIN_POLL_INTERVAL_MS) {
        this.#report(`order ${orderId} is polled again after ${pause} ms`);
      }
      lastStart = now;
      running++;
      try {
        return await poll();
      } finally {
        running--;
      }
    });
  }

  /** For the ports of a request or of the cron, which ask objects. */
  ofRequest(ports: Ports): Ports {
    return this.#observed(ports, (orderId, poll) => {
      this.#report(`order ${orderId} is polled outside its object`);
      return poll();
    });
  }

  #observed(
    ports: Ports,
    around: <T>(orderId: string, poll: () => Promise<T>) => Promise<T>,
  ): Ports {
    const { get, value } = Object.getOwnPropertyDescriptor(ports, "settlement") ?? {};
    const shipped = (): Ports["settlement"] => get?.call(ports) ?? value;
    Object.defineProperty(ports, "settlement", {
      get: () => ({
        ...shipped(),
        poll: (input: Parameters<Ports["settlement"]["poll"]>[0]) =>
          around(input.orderId, () => shipped().poll(input)),
      }),
    });
    return ports;
  }

  #report(fault: string): void {
    this.fault ??= fault;
  }
}
