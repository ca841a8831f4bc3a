import { createServer, type IncomingMessage } from "node:http";

type FailpointAction = "continue" | "throw" | "drop" | "duplicate";
/** What happens to a call. A promise delays it; one that never resolves blocks it. */
export type FailpointDecision = FailpointAction | Promise<FailpointAction>;

export interface FailpointHit {
  /** The order's id, or another name of the work: a path, `cron`. */
  label: string;
  /** Such as `watcher alarm orders.settle d1.batch:after`. */
  point: string;
}

/** Failpoints of a watcher's poll. */
export const POLL = {
  begins: "watcher alarm:before",
  ends: "watcher alarm:after",
  stream: "watcher alarm",
};

export interface FailpointControl {
  url: string;
  /** Called at each failpoint; by default every call continues. */
  decide: (hit: FailpointHit) => FailpointDecision;
  /** Resolves when no poll of this order is running. */
  pollsEnded(orderId: string): Promise<void>;
  close(): Promise<void>;
}

/** The server that the instrumented Worker asks at each failpoint. */
export async function startFailpointControl(): Promise<FailpointControl> {
  const polls = new RunningPolls();
  const server = createServer((request, response) => {
    const answer = async () => {
      const hit = JSON.parse(await readAll(request)) as FailpointHit;
      const decided = control.decide(hit);
      // Without a wait, a poll that continues counts as running before it can be paused.
      const action = typeof decided === "string" ? decided : await decided;
      if (action === "continue") polls.note(hit);
      response.end(action);
    };
    // The asking process may be killed meanwhile.
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const control: FailpointControl = {
    url: `http://127.0.0.1:${port}`,
    decide: () => "continue",
    pollsEnded: (orderId) => polls.ended(orderId),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return control;
}

/** Polls that have begun and not ended, by order. Polls of one order do not overlap. */
class RunningPolls {
  readonly #running = new Map<string, { ended: Promise<void>; end: () => void }>();

  note({ label, point }: FailpointHit): void {
    if (point === POLL.begins) {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      this.#running.set(label, { ended, end });
    }
    if (point === POLL.ends) {
      this.#running.get(label)?.end();
      this.#running.delete(label);
    }
  }

  async ended(orderId: string): Promise<void> {
    await this.#running.get(orderId)?.ended;
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
