// Sign-in by a local OpenID provider: a person who tries the app has no client at Google.
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { StartSettings } from "../run/settings";
import { DEMO_PEOPLE, openIdEnv } from "./client";

/** Added to the port of the app for that of the provider. */
const PORT_OFFSET = 300;
const LAST_PORT = 65_535;

export interface DemoOpenId {
  /** Settings of the Worker that signs people in here. */
  env: ReturnType<typeof openIdEnv>;
  stop(): Promise<void>;
}

/**
 * True where sign-in with a local OpenID provider in Google's place can be offered: on localnet,
 * without another provider, and where browsers are on this machine, as the provider is.
 */
export function offersDemoOpenId({ cluster, host, appOrigin, passedOn }: StartSettings): boolean {
  const isLocal = host === "127.0.0.1" && new URL(appOrigin).hostname === "localhost";
  return cluster === "localnet" && isLocal && !passedOn.GOOGLE_CLIENT_ID;
}

/**
 * Starts the provider. Its port is kept in the data folder, since an account belongs to its issuer.
 * The provider itself is loaded with the first request, so that the app starts as fast without it.
 */
export async function startDemoOpenId(settings: StartSettings): Promise<DemoOpenId> {
  const { dataDir, port: appPort, appOrigin } = settings;
  const path = join(dataDir, "openid-port");
  const derived = appPort + PORT_OFFSET > LAST_PORT ? appPort - PORT_OFFSET : appPort + PORT_OFFSET;
  const kept = existsSync(path) ? Number(readFileSync(path, "utf8")) : derived;
  const server = createServer();
  const port = await listen(server, kept).catch(() => listen(server, 0));
  writeFileSync(path, String(port));

  const issuer = `http://127.0.0.1:${port}`;
  const load = async () => {
    const { createOpenIdProvider } = await import("./provider");
    const provider = await createOpenIdProvider({ issuer, appUrl: appOrigin });
    for (const person of DEMO_PEOPLE) provider.add(person);
    return provider;
  };
  let loading: ReturnType<typeof load> | undefined;
  server.on("request", async (req, res) => {
    try {
      loading ??= load();
      await (await loading).answer(req, res);
    } catch (error) {
      console.error("openid provider:", error);
      res.writeHead(500).end();
    }
  });
  return {
    env: openIdEnv(issuer),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** @returns the port, a free one for 0 */
async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}
