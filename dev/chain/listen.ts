import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A port that another process listens on. */
export class PortTakenError extends Error {
  constructor(
    readonly port: number,
    readonly host: string,
  ) {
    super(`Port ${port} of ${host} is taken`);
  }
}

/** Attempts at finding two free ports in a row. */
const MAX_ATTEMPTS = 20;

/**
 * Opens `server` on `port` and `next` on the port after it, where web3.js opens its WebSocket.
 * Port 0 takes any free pair.
 *
 * @returns the port of `server`
 * @throws PortTakenError
 */
export async function listenOnPair(
  server: Server,
  next: Server,
  port: number,
  host: string,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const taken = await listen(server, port, host);
    try {
      await listen(next, taken + 1, host);
      return taken;
    } catch (error) {
      await new Promise((resolve) => server.close(resolve));
      if (port !== 0 || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" || error.code === "ERR_SOCKET_BAD_PORT"
          ? new PortTakenError(port, host)
          : error,
      );
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
