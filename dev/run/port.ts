// Free ports: a taken one is said before anything starts, and tests beside each other need their own.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";

/**
 * Checks that a port is free, by listening on it briefly.
 *
 * @throws StartFailure naming the variable that moves it
 */
export async function assertPortFree(port: number, host: string, variable: string): Promise<void> {
  try {
    await listenWithin(PORT_RELEASE_TIMEOUT_MS, port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "EADDRINUSE"
        ? `Port ${port} is taken`
        : code === "EACCES"
          ? `Port ${port} needs more rights than this user has`
          : `${host}:${port} can't be listened on (${code})`;
    throw new StartFailure(`${why}: stop what uses it, or set ${variable} to another port.`);
  }
}

/** Below the ephemeral ports of outgoing connections, which are taken at any moment. */
const LOWEST_PORT = 12_000;
const HIGHEST_PORT = 32_000;

/** The first of `run` free ports in a row. */
export async function freePort(run = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST_PORT, HIGHEST_PORT);
    const row = Array.from({ length: run }, (_, i) => listenBriefly(first + i, "127.0.0.1"));
    const taken = await Promise.allSettled(row);
    if (taken.every(({ status }) => status === "fulfilled")) return first;
  }
}

/** How long a process that was just ended can hold its port. */
const PORT_RELEASE_TIMEOUT_MS = 1_500;

async function listenWithin(ms: number, port: number, host: string): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    try {
      await listenBriefly(port, host);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

async function listenBriefly(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return taken;
}
