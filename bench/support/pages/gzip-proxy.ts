import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { constants, createGzip } from "node:zlib";

const TEXT = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg\+xml)/;

/**
 * Listens on `port` and compresses texts with gzip, as the platform does in front of a Worker; the local
 * simulator sends them as they are. A response is passed on as it arrives.
 */
export async function startGzipProxy(
  port: number,
  origin: string,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(origin + url, { method, headers }, (answer) =>
      send(answer, outgoing),
    );
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(answer: IncomingMessage, outgoing: ServerResponse): void {
  const { "content-length": _, ...headers } = answer.headers;
  const status = answer.statusCode ?? 502;
  if (!TEXT.test(headers["content-type"] ?? "") || headers["content-encoding"]) {
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
    return;
  }
  outgoing.writeHead(status, { ...headers, "content-encoding": "gzip" });
  answer.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })).pipe(outgoing);
}
