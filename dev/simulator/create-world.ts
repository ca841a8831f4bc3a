import { runCron } from "../../app/http/cron-record";
import { countedAs } from "../../app/orders/rules/buyer";
import { cronSteps } from "../../workers/cron-steps";
import type { Migration } from "../run/migrate";
import { createSimulatedChain } from "./chain/simulated-chain";
import { createChannel, type StoreFaults } from "./channel";
import type { StoryEvent } from "./model/story";
import { createRandom } from "./random";
import { DurableObjects } from "./runtime/durable-objects";
import { setCurrentScheduler } from "./runtime/globals";
import { Isolates } from "./runtime/isolates";
import { Polls } from "./runtime/polls";
import { Scheduler } from "./scheduler";
import { peopleOf } from "./setup";
import { createSimulatedDatabase } from "./stand-ins/d1";
import { createSimulatedBucket } from "./stand-ins/r2";
import type { SimulatedSocket } from "./stand-ins/web-sockets";
import type { Plan } from "./steps";
import { createTrace } from "./trace";
import { createWallet } from "./wallets";
import type { FaultControls, Person, Store, World } from "./world";

/** When every run starts. */
const START_MS = Date.UTC(2026, 10, 23, 12);
const ISOLATES = 3;
const STORES: readonly Store[] = ["d1", "r2", "cache"];

export interface RunOptions {
  /** Of the product, in their order. */
  migrations: readonly Migration[];
  /** True keeps the lines of the trace. */
  keepLines: boolean;
}

/** What a run does with a world besides what acts may. */
export interface RunningWorld extends World {
  /** Runs the cron once, as the platform does each minute. */
  runCron(): void;
  /** What ends the run; the first one counts. */
  fail(reason: string): void;
  readonly failure: string | null;
}

export function createWorld(plan: Plan, { migrations, keepLines }: RunOptions): RunningWorld {
  const machines = createMachines(plan, { migrations, keepLines });
  const { random, scheduler, trace, isolates, cronFaults } = machines;
  const events: StoryEvent[] = [];
  const cronRandom = random.fork("cron");
  let failure: string | null = null;
  const fail = (reason: string) => {
    failure ??= reason;
  };
  const start = (who: string, work: () => Promise<void>) => {
    work().catch((error) => fail(`${who}: ${error instanceof Error ? error.stack : error}`));
  };
  const runCronOnce = async () => {
    try {
      await isolates.request((ports) => runCron(cronSteps(ports), ports));
    } catch (error) {
      // The product logs what failed; the next minute repeats it.
      trace.add("cron", `failed: ${error instanceof Error ? error.message : error}`);
    }
  };
  return {
    ...machines,
    people: peopleOf(plan),
    story: { events, tell: (event) => void events.push({ at: scheduler.now, ...event }) },
    start,
    fail,
    get failure() {
      return failure;
    },
    request: (work) => isolates.request(work),
    openPage: (person, orderId, secret) => openPage(isolates, person, orderId, secret),
    runCron() {
      if (cronRandom.chance(cronFaults.lost)) return;
      start("cron", runCronOnce);
      if (cronRandom.chance(cronFaults.twice)) start("cron", runCronOnce);
    },
    faults: controlsOf(machines),
  };
}

/** The machines of a deployment, and the chain. */
function createMachines(plan: Plan, { migrations, keepLines }: RunOptions) {
  const random = createRandom(plan.seed);
  const scheduler = new Scheduler(random.fork("order"), START_MS);
  setCurrentScheduler(scheduler);
  const trace = createTrace(scheduler, keepLines);
  const channel = createChannel(random.fork("stores"), scheduler, trace);
  const database = createSimulatedDatabase(channel, migrations);
  const bucket = createSimulatedBucket(channel, () => scheduler.now);
  const chain = createSimulatedChain({
    random: random.fork("chain"),
    scheduler,
    nodeCount: plan.nodeCount,
    trace,
  });
  const objects = new DurableObjects(random.fork("objects"), scheduler, trace, (error) =>
    trace.add("object", String(error)),
  );
  const platformWallet = createWallet(random.fork("platform")).address;
  const variables: Record<string, string | undefined> = {
    APP_ORIGIN: "http://localhost",
    SOLANA_CLUSTER: "localnet",
    SOLANA_RPC_URLS: chain.urls.join(),
    SOLANA_GENESIS_HASH: chain.genesisHash,
    PLATFORM_WALLET: platformWallet,
    SESSION_SECRET: secretOf(0),
  };
  const stores = { database, bucket, objects, polls: new Polls() };
  const platform = { random, scheduler, trace, chain, ...stores, variables };
  const isolates = new Isolates(platform, ISOLATES);
  return { ...platform, channel, isolates, platformWallet, cronFaults: { lost: 0, twice: 0 } };
}

/** Opens the live page of an order, as the browser of a signed-in person does, or one with a secret. */
async function openPage(
  isolates: Isolates,
  { name, ...person }: Person,
  orderId: string,
  secretHash: string | null,
): Promise<{ close(): void } | null> {
  const uid = secretHash === null ? person.uid : countedAs({ kind: "guest", secretHash });
  const sessionHash = secretHash === null ? person.sessionHash : "";
  if (uid === null || sessionHash === null) return null;
  const response = await isolates.request(async (ports) => {
    const viewer = { uid, sessionHash, address: `address of ${name}` };
    const countedUntil = await ports.checkout.countFollowed({ orderId, ...viewer });
    if (countedUntil === null) return null;
    return ports.watcher.watch(orderId, { ...viewer, countedUntil });
  });
  const socket = (response?.webSocket ?? null) as SimulatedSocket | null;
  return socket && { close: () => socket.close() };
}

interface Controlled {
  isolates: Isolates;
  objects: DurableObjects;
  channel: { setFaults(store: Store, rates: StoreFaults): void; quiet(): void };
  variables: Record<string, string | undefined>;
  cronFaults: { lost: number; twice: number };
  trace: World["trace"];
}

function controlsOf(controlled: Controlled): FaultControls {
  const { isolates, objects, channel, variables, cronFaults } = controlled;
  let secrets = 0;
  const restartAll = () => {
    for (let index = 0; index < isolates.count; index++) isolates.restart(index);
  };
  return {
    isolateCount: isolates.count,
    evict: (orderId) => objects.evict("order", orderId),
    restartIsolate: (index) => isolates.restart(index),
    setStoreFaults: (store, rates) => channel.setFaults(store, rates),
    setAlarmFaults: (rates) => objects.setAlarmFaults(rates),
    setCronFaults: (rates) => void Object.assign(cronFaults, rates),
    setClockSkew: (index, ms) => isolates.setSkew(index, ms),
    changeSecret(keepPrevious) {
      variables.SESSION_SECRET_PREVIOUS = keepPrevious ? variables.SESSION_SECRET : undefined;
      variables.SESSION_SECRET = secretOf(++secrets);
      restartAll();
    },
    secrets: () => ({
      sessionSecret: variables.SESSION_SECRET ?? "",
      sessionSecretPrevious: variables.SESSION_SECRET_PREVIOUS ?? null,
    }),
    dropFormerSecret() {
      variables.SESSION_SECRET_PREVIOUS = undefined;
      restartAll();
    },
    setStolenKeys(text) {
      variables.STOLEN_KEYS = text;
      restartAll();
    },
    restartAll,
    quiet() {
      for (const store of STORES) channel.setFaults(store, { refused: 0, lost: 0, slow: 0 });
      objects.setAlarmFaults({ lost: 0, twice: 0, late: 0 });
      Object.assign(cronFaults, { lost: 0, twice: 0 });
      for (let index = 0; index < isolates.count; index++) isolates.setSkew(index, 0);
    },
  };
}

function secretOf(number: number): string {
  return `secret ${number} of a simulated deployment, long enough`;
}
