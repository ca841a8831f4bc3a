/** `npm run dev`: the start command, which rebuilds and replaces the Worker when sources change. */

import { watch } from "node:fs";
import { join } from "node:path";
import { bootApp, type RunningApp } from "./run/boot";
import { BUILD_SOURCES, buildIfChanged } from "./run/build";
import { runCommand, StartFailure } from "./run/failure";
import { localDatabase } from "./run/local-database";
import { ROOT } from "./run/paths";
import { exitOnSignal, runUntilStopped } from "./run/run-until-stopped";
import { readStartSettings } from "./run/settings";
import { upgrade } from "./run/upgrade";

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 120;

await runCommand(async () => {
  const settings = readStartSettings(process.env);
  const removeHandlers = exitOnSignal();
  const app = await bootApp(settings, { keepAssets: true, offersOpenId: true });
  removeHandlers();
  console.log(`Comptoir ready: ${settings.appOrigin} (watching)`);
  watchSources(app, settings.dataDir);
  await runUntilStopped(app);
});

function watchSources(app: RunningApp, dataDir: string): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => reload(app, dataDir));
    }, DEBOUNCE_MS);
  };
  for (const source of [...BUILD_SOURCES, "migrations"]) {
    watch(join(ROOT, source), { recursive: true }, changed);
  }
}

/** A failed build is printed, and the app keeps running the previous one. */
async function reload(app: RunningApp, dataDir: string): Promise<void> {
  try {
    const from = Date.now();
    const built = await buildIfChanged({ keepAssets: true });
    if (built) await app.replaceWorker();
    await upgrade(localDatabase(app.worker), dataDir);
    if (built) console.log(`Rebuilt in ${((Date.now() - from) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(error instanceof StartFailure ? error.message : error);
  }
}
