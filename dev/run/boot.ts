import type { Miniflare } from "miniflare";
import { type BuildOptions, buildIfChanged } from "./build";
import { startCron } from "./cron";
import { lockData } from "./data-lock";
import { StartFailure } from "./failure";
import { fundWallet } from "./fund-wallet";
import { startKeeper } from "./keeper";
import { startLocalChain } from "./local-chain";
import { startWorker, type WorkerModule } from "./local-worker";
import { migrate } from "./migrate";
import { ownPlatformWallet, ownSessionSecret } from "./own-secrets";
import { requireFreePort } from "./port";
import { seedIfEmpty } from "./seed-if-empty";
import type { StartSettings } from "./settings";

export interface RunningApp {
  /** The running Worker, with its bindings. */
  worker: Miniflare;
  /** Takes the newest build in place of the running one. */
  replaceWorker(): Promise<void>;
  /** Base58 address that receives fees. */
  platformWallet: string;
  /** The first node that the Worker asks. */
  rpcUrl: string;
  /** Resolves when something that the app needs has ended by itself; the value says what. */
  broken: Promise<string>;
  /** Ends everything that was started. */
  stop(): Promise<void>;
}

export interface BootOptions extends BuildOptions {
  /** Modules to load in place of the built Worker, which they import; for tests. */
  wrappers?: readonly WorkerModule[];
}

/**
 * Everything that `npm start` runs, on one data folder: chain, Worker with its bindings, cron.
 * What was started is stopped again when a later step fails.
 *
 * @throws StartFailure where a person can do something about it
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
  const { dataDir, port, host, chainPort, rpcUrls } = settings;
  const lock = await lockData(dataDir);
  undo.push(() => lock.release());
  await requireFreePort(port, host, "PORT");
  const ownChain = rpcUrls === null;
  if (ownChain) {
    await requireFreePort(chainPort, "127.0.0.1", "CHAIN_PORT");
    await requireFreePort(chainPort + 1, "127.0.0.1", "CHAIN_PORT");
  }
  const keeper = startKeeper(dataDir);
  undo.push(() => keeper.stop());

  const [chain] = await settled(
    [
      ownChain ? startLocalChain(chainPort, dataDir) : Promise.resolve(null),
      buildIfChanged(options),
    ],
    (started) => {
      if (!started) return;
      lock.add(started.pid);
      undo.push(() => started.stop());
    },
  );
  const nodes = chain ? [chain.url] : (rpcUrls ?? []);
  const [rpcUrl = ""] = nodes;

  const vars = varsOf(settings, nodes);
  const { wrappers = [] } = options;
  const { miniflare: worker, replace } = await startWorker(
    { host, port, dataDir, vars, wrappers },
    (pid) => lock.add(pid),
  );
  undo.push(() => worker.dispose());
  await migrate(await worker.getD1Database("DB"));
  if (settings.cluster === "localnet" && !settings.platformWallet) {
    await fundWallet(rpcUrl, vars.PLATFORM_WALLET);
  }
  if (settings.seed && settings.cluster === "localnet") {
    const { PLATFORM_WALLET: platformWallet, SESSION_SECRET: sessionSecret } = vars;
    await seedIfEmpty(worker, dataDir, { rpcUrl, platformWallet, sessionSecret });
  }
  await requireAnswer(worker, settings.appOrigin);
  const cron = startCron(worker);
  undo.push(() => cron.stop());
  const broken = chain
    ? chain.ended.then(() => "The local chain has ended.")
    : new Promise<string>(() => undefined);
  return { worker, replaceWorker: replace, platformWallet: vars.PLATFORM_WALLET, rpcUrl, broken };
}

/** Waits for both; what the first one started is noted even where the second one fails. */
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
  return {
    ...settings.passedOn,
    APP_ORIGIN: settings.appOrigin,
    SOLANA_CLUSTER: settings.cluster,
    SOLANA_RPC_URLS: nodes.join(","),
    PLATFORM_WALLET: settings.platformWallet ?? ownPlatformWallet(settings.dataDir),
    SESSION_SECRET: settings.sessionSecret ?? ownSessionSecret(settings.dataDir),
    RATE_SCALE: String(settings.rateScale),
  };
}

/** Nobody is told that the app is there before its first page came out whole. */
async function requireAnswer(worker: Miniflare, appOrigin: string): Promise<void> {
  const response = await worker.dispatchFetch(appOrigin, { redirect: "manual" });
  const body = await response.text();
  if (response.status === 200) return;
  throw new StartFailure(`The first page answered ${response.status}:\n${body.slice(0, 500)}`);
}
