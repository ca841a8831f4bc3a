import { createServer, type IncomingMessage } from "node:http";

type FailpointAction = "continue" | "throw" | "drop" | "duplicate";
/** What becomes of a call, now or later; never, for one that is to stand still. */
export type FailpointDecision = FailpointAction | Promise<FailpointAction>;

export interface FailpointHit {
  /** The order's id, or what else the work is for. */
  label: string;
  /** Such as `watcher alarm orders.settle d1.batch:after`. */
  point: string;
}

export interface FailpointControl {
  url: string;
  /** Decides what becomes of each call that passes a failpoint; at first, all go on. */
  decide: (passing: FailpointHit) => FailpointDecision;
  close(): Promise<void>;
}

/** The server that the test entry asks at each failpoint. */
export async function startFailpointControl(): Promise<FailpointControl> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const passing = JSON.parse(await readAll(request)) as FailpointHit;
      response.end(await control.decide(passing));
    };
    // Who asked may be killed while asking.
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const control: FailpointControl = {
    url: `http://127.0.0.1:${port}`,
    decide: () => "continue",
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return control;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
