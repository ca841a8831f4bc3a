/** The start command that also watches: sources changed -> built again -> the Worker replaced. */
import { watch } from "node:fs";
import { join } from "node:path";
import { bootApp, type RunningApp } from "./run/boot";
import { buildIfChanged } from "./run/build";
import { runCommand, StartFailure } from "./run/failure";
import { migrate } from "./run/migrate";
import { ROOT } from "./run/paths";
import { endOnSignal, runUntilAsked } from "./run/run-until-asked";
import { readStartSettings } from "./run/settings";
import { BUILD_SOURCES } from "./run/source-hash";

/** Editors write a file in several steps. */
const SETTLE_MS = 120;

await runCommand(async () => {
  const settings = readStartSettings(process.env);
  const forget = endOnSignal();
  const app = await bootApp(settings, { keepAssets: true });
  forget();
  console.log(`Comptoir ready: ${settings.appOrigin} (watching)`);
  watchSources(app);
  await runUntilAsked(app);
});

function watchSources(app: RunningApp): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => reload(app));
    }, SETTLE_MS);
  };
  for (const source of [...BUILD_SOURCES, "migrations"]) {
    watch(join(ROOT, source), { recursive: true }, changed);
  }
}

/** A build that fails is shown, and the app goes on as it was. */
async function reload(app: RunningApp): Promise<void> {
  try {
    const from = Date.now();
    const built = await buildIfChanged({ keepAssets: true });
    if (built) await app.replaceWorker();
    const applied = await migrate(await app.worker.getD1Database("DB"));
    if (built) console.log(`Rebuilt in ${((Date.now() - from) / 1000).toFixed(1)} s`);
    if (applied.length > 0) console.log(`Applied ${applied.join(", ")}`);
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error);
  }
}
