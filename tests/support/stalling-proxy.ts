import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface StallingProxy {
  port: number;
  /**
   * Resolves when so many more bytes of clients have reached the server. The rest is held back until
   * `goOn`.
   */
  stallAfter(bytes: number): Promise<void>;
  /** Closes what was held back, and passes on what comes from then on. */
  goOn(): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a port of this machine, which can stop passing on at a byte. */
export async function startStallingProxy(targetPort: number): Promise<StallingProxy> {
  const clients = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let onStall = () => {};

  // A client's bytes are read, and counted, once the server has accepted the connection.
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    clients.add(client);
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on("close", () => client.destroy());
    // Each is followed by `close`.
    client.on("error", () => {});
    upstream.on("error", () => {});
    upstream.on("connect", () => {
      upstream.pipe(client);
      if (left > 0) client.resume();
    });
    upstream.on("drain", () => {
      if (left > 0) client.resume();
    });
    client.on("end", () => upstream.end());
    client.on("data", (chunk: Buffer) => {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      const isLast = left === 0 && passed.length > 0;
      const isFull = !upstream.write(passed, () => isLast && onStall());
      if (isFull || left === 0) client.pause();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");

  return {
    port: (server.address() as AddressInfo).port,
    stallAfter(bytes) {
      left = Math.ceil(bytes);
      return new Promise((resolve) => {
        onStall = resolve;
      });
    },
    goOn() {
      left = Number.POSITIVE_INFINITY;
      for (const client of clients) client.destroy();
    },
    async close() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
