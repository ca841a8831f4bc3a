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

export interface FailpointControl {
  url: string;
  /** Called at each failpoint; by default every call continues. */
  decide: (hit: FailpointHit) => FailpointDecision;
  close(): Promise<void>;
}

/** The server that the instrumented Worker asks at each failpoint. */
export async function startFailpointControl(): Promise<FailpointControl> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const hit = JSON.parse(await readAll(request)) as FailpointHit;
      response.end(await control.decide(hit));
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
