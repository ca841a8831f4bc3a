import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StartFailure } from "./failure";

/**
 * Makes sure that a port is free, by taking it for a moment.
 *
 * @throws StartFailure naming the variable that moves it
 */
export async function requireFreePort(port: number, host: string, variable: string): Promise<void> {
  try {
    await takeWithin(LINGER_MS, port, host);
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

/** Below the ports that systems lend to outgoing connections: those come and go by themselves. */
const LOWEST = 12_000;
const HIGHEST = 32_000;

/** A port that nothing listens on now, with `run` free ones in a row from it. */
export async function freePort(run = 1): Promise<number> {
  for (;;) {
    const first = randomInt(LOWEST, HIGHEST);
    const row = Array.from({ length: run }, (_, i) => takeFor(first + i, "127.0.0.1"));
    const taken = await Promise.allSettled(row);
    if (taken.every(({ status }) => status === "fulfilled")) return first;
  }
}

/** A process that was ended a moment ago can keep its port while its threads go (ms). */
const LINGER_MS = 1_500;

async function takeWithin(ms: number, port: number, host: string): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    try {
      await takeFor(port, host);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

async function takeFor(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return taken;
}
