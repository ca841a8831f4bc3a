// Starts in one order what `npm start` and the tests need, and stops in the reverse one: chain, Worker, cron.
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import bs58 from "bs58";
import type { Miniflare } from "miniflare";
import { SOL_USD_FEED } from "../../app/solana/price-update";
import { offersDemoOpenId, startDemoOpenId } from "../openid/demo";
import { seedIfEmpty } from "../seed/seed-if-empty";
import { type BuildOptions, buildIfChanged } from "./build";
import { assertRoom, lockData, type Supervisor, startSupervisor, watchSpace } from "./data-folder";
import { StartFailure } from "./failure";
import { startFront } from "./front-server";
import { startLocalChain } from "./local-chain";
import { localDatabase } from "./local-database";
import { localPreviousSecret, localSecret, localSigningKey, stolenKeysOf } from "./local-secrets";
import { startLocalTable } from "./local-table";
import { startCron, startWorker, type WorkerModule } from "./local-worker";
import { assertPortFree, freePort } from "./port";
import { fundWallet, pinGenesis } from "./rpc";
import { restartsOf, type StoppableApp } from "./run-until-stopped";
import type { StartSettings } from "./settings";
import { upgrade } from "./upgrade";

export interface RunningApp extends StoppableApp {
  /** The running Worker, with its bindings. */
  worker: Miniflare;
  /** Replaces the running build by the newest. */
  replaceWorker(): Promise<void>;
  /** Base58 address that receives fees. */
  platformWallet: string;
  /** What `/health` gives its warnings for; null for none. */
  operatorSecret: string | null;
  /** The first RPC node of the Worker. */
  rpcUrl: string;
}

export interface BootOptions extends BuildOptions {
  /** True offers sign-in with the local OpenID provider where no other is set. */
  offersOpenId?: boolean;
  /** Modules to load in place of the built Worker, which they import; for tests. */
  wrappers?: readonly WorkerModule[];
  /** Gets each line of the Worker's log; default prints it. */
  onLine?: (line: string) => void;
  /** One that goes on after the app; default one for the app alone. */
  supervisor?: Supervisor;
  /** True skips the comparison of the build with its sources, which reads all of them. */
  isBuilt?: boolean;
}

/**
 * Starts what `npm start` runs on one data folder: chain, Worker with its bindings, cron. When a
 * step fails, what was started before is stopped.
 *
 * @throws StartFailure where the user can correct it
 */
export async function bootApp(
  settings: StartSettings,
  options: BootOptions = {},
): Promise<RunningApp> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await bootWith(settings, options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bootWith(
  settings: StartSettings,
  options: BootOptions,
  undo: (() => Promise<void> | void)[],
): Promise<Omit<RunningApp, "stop">> {
  const { dataDir, chainPort, rpcUrls } = settings;
  const priceFeed = settings.passedOn.PRICE_FEED ?? SOL_USD_FEED;
  assertRoom(dataDir);
  const lock = await lockData(dataDir);
  undo.push(() => lock.release());
  await assertPortsFree(settings);
  const supervisor = options.supervisor ?? startSupervisor();
  undo.push(() => (options.supervisor ? supervisor.remove(dataDir) : supervisor.stop()));
  supervisor.add(dataDir);

  const [chain] = await settled(
    [
      rpcUrls === null ? startLocalChain(chainPort, dataDir, priceFeed) : Promise.resolve(null),
      options.isBuilt ? Promise.resolve(false) : buildIfChanged(options),
    ],
    (started) => {
      if (!started) return;
      lock.add(started.pid);
      undo.push(() => started.stop());
    },
  );
  const nodes = chain ? [chain.url] : (rpcUrls ?? []);
  const [rpcUrl = ""] = nodes;

  const genesis = await pinGenesis({ cluster: settings.cluster, urls: nodes }, dataDir);
  const vars = { ...varsOf(settings, nodes), SOLANA_GENESIS_HASH: genesis };
  const { wrappers = [], offersOpenId = false, onLine } = options;
  const asked = { table: chain !== null, openId: offersOpenId };
  Object.assign(vars, await startStandIns(settings, asked, undo));
  const restarts = restartsOf();
  const onEnd = () => restarts.restart(() => local.replace());
  const listening = await listeningOf(settings);
  const local = await startWorker({ ...listening, dataDir, vars, wrappers, onLine, onEnd }, (pid) =>
    lock.add(pid),
  );
  const { miniflare: worker, replace } = local;
  undo.push(() => worker.dispose());
  undo.push(() => restarts.stop());
  await upgrade(localDatabase(worker), dataDir);
  if (settings.cluster === "localnet") await fillLocalnet(settings, worker, rpcUrl, vars);
  await assertFirstPage(worker, settings.appOrigin);
  await startFrontOf(settings, listening.port, undo);
  const cron = await startCron(worker);
  undo.push(() => cron.stop());
  const space = watchSpace(dataDir);
  undo.push(() => space.stop());
  const failed = Promise.race([
    restarts.failed,
    ...(chain ? [chain.ended.then(() => "The local chain has ended.")] : []),
  ]);
  const { PLATFORM_WALLET: platformWallet, OPERATOR_SECRET: operatorSecret } = vars;
  return {
    worker,
    replaceWorker: replace,
    platformWallet,
    operatorSecret: operatorSecret ?? null,
    rpcUrl,
    failed,
  };
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** True where strangers, or a proxy that they come through, can send requests. */
const isFronted = ({ host, trustedProxies }: StartSettings) =>
  trustedProxies !== null || !LOOPBACK.test(host);

/** Where workerd listens. */
async function listeningOf(settings: StartSettings): Promise<{ host: string; port: number }> {
  if (isFronted(settings)) return { host: "127.0.0.1", port: await freePort() };
  return { host: settings.host, port: settings.port };
}

async function startFrontOf(
  settings: StartSettings,
  target: number,
  undo: (() => Promise<void> | void)[],
): Promise<void> {
  if (!isFronted(settings)) return;
  const { host, port, trustedProxies } = settings;
  const front = await startFront({
    host,
    port,
    target,
    trusted: trustedProxies ?? new BlockList(),
  });
  undo.push(() => front.stop());
}

/** Starts what stands for services of the network, and returns the Worker's settings for it. */
async function startStandIns(
  settings: StartSettings,
  asked: { table: boolean; openId: boolean },
  undo: (() => Promise<void> | void)[],
): Promise<Record<string, string>> {
  const vars: Record<string, string> = {};
  if (asked.table && !settings.passedOn.EXCHANGE_RATES_URL) {
    const table = await startLocalTable();
    undo.push(() => table.stop());
    vars.EXCHANGE_RATES_URL = table.url;
  }
  if (asked.openId && offersDemoOpenId(settings)) {
    const openId = await startDemoOpenId(settings);
    undo.push(() => openId.stop());
    Object.assign(vars, openId.env);
  }
  return vars;
}

async function assertPortsFree({ port, host, chainPort, rpcUrls }: StartSettings): Promise<void> {
  await assertPortFree(port, host, "PORT");
  if (rpcUrls !== null) return;
  // Both are free until the chain takes its own.
  if (port === chainPort || port === chainPort + 1)
    throw new StartFailure(
      `The local chain takes ports ${chainPort} and ${chainPort + 1}: set PORT or CHAIN_PORT to another port.`,
    );
  await assertPortFree(chainPort, "127.0.0.1", "CHAIN_PORT");
  await assertPortFree(chainPort + 1, "127.0.0.1", "CHAIN_PORT");
}

/** Funds the platform's wallet that was made here, and adds the demo. */
async function fillLocalnet(
  { platformWallet: given, seed, dataDir }: StartSettings,
  worker: Miniflare,
  rpcUrl: string,
  vars: Pick<ReturnType<typeof varsOf>, "PLATFORM_WALLET" | "SESSION_SECRET">,
): Promise<void> {
  const { PLATFORM_WALLET: platformWallet, SESSION_SECRET: sessionSecret } = vars;
  if (!given) await fundWallet(rpcUrl, platformWallet);
  if (seed) await seedIfEmpty(worker, dataDir, { rpcUrl, platformWallet, sessionSecret });
}

/** Waits for both; `onFirst` runs even where the second one fails. */
async function settled<A, B>(
  [first, second]: [Promise<A>, Promise<B>],
  onFirst: (value: A) => void,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "fulfilled") onFirst(a.value);
  if (a.status === "rejected") throw a.reason;
  if (b.status === "rejected") throw b.reason;
  return [a.value, b.value];
}

function varsOf(settings: StartSettings, nodes: string[]) {
  const { cluster, dataDir } = settings;
  const operatorSecret =
    settings.operatorSecret ?? (cluster === "localnet" ? localSecret(dataDir, "operator") : null);
  const isLocalnet = cluster === "localnet";
  const previous = isLocalnet && !settings.sessionSecret && localPreviousSecret(dataDir);
  const stolenKeys = stolenKeysOf(dataDir, settings.passedOn.STOLEN_KEYS);
  return {
    ...(isLocalnet && { SIGNING_KEY: localSigningKey(dataDir) }),
    ...(previous && { SESSION_SECRET_PREVIOUS: previous }),
    ...settings.passedOn,
    ...(stolenKeys && { STOLEN_KEYS: stolenKeys }),
    APP_ORIGIN: settings.appOrigin,
    SOLANA_CLUSTER: cluster,
    SOLANA_RPC_URLS: nodes.join(","),
    PLATFORM_WALLET: settings.platformWallet ?? localPlatformWallet(dataDir),
    SESSION_SECRET: settings.sessionSecret ?? localSecret(dataDir, "session"),
    RATE_SCALE: String(settings.rateScale),
    ...(operatorSecret && { OPERATOR_SECRET: operatorSecret }),
  };
}

/**
 * An alarm that fires before the last migration finds an older schema, and the Worker asks again a second
 * later (`workers/schema.ts`).
 */
const CLOSED_FOR_MS = 5_000;
const CLOSED_RETRY_MS = 250;

/** Requests the first page, so that the app is announced only once it answers. */
async function assertFirstPage(worker: Miniflare, appOrigin: string): Promise<void> {
  const attempts = CLOSED_FOR_MS / CLOSED_RETRY_MS;
  let response = await worker.dispatchFetch(appOrigin, { redirect: "manual" });
  for (let attempt = 0; response.status === 503 && attempt < attempts; attempt++) {
    await response.arrayBuffer();
    await sleep(CLOSED_RETRY_MS);
    response = await worker.dispatchFetch(appOrigin, { redirect: "manual" });
  }
  const body = await response.text();
  if (response.status === 200) return;
  throw new StartFailure(`The first page answered ${response.status}:\n${body.slice(0, 500)}`);
}

/**
 * The platform wallet of `dataDir`, generated at the first call. The file has the format of Solana's
 * tools: 64 numbers, the seed and then the public key.
 *
 * @returns its address
 */
function localPlatformWallet(dataDir: string): string {
  const path = join(dataDir, "platform-wallet.json");
  if (!existsSync(path)) writeFileSync(path, JSON.stringify([...newKeypair()]), { mode: 0o600 });
  const bytes = Uint8Array.from(JSON.parse(readFileSync(path, "utf8")) as number[]);
  return bs58.encode(bytes.subarray(32));
}

function newKeypair(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const seed = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return Buffer.concat([seed, key]);
}
