import type { TestProject } from "vitest/node";
import { type AppProcess, startAppProcess } from "./app";
import { findChromium } from "./chromium";
import { assertCleanLog } from "./log-faults";

declare module "vitest" {
  interface ProvidedContext {
    /** The app that browser tests share: each brings its own people and products. */
    app: { url: string; rpcUrl: string };
  }
}

let app: AppProcess | undefined;

export async function setup(project: TestProject): Promise<void> {
  findChromium();
  // Tests read what was just written.
  app = await startAppProcess({ env: { PAGE_CACHE: "off" } });
  project.provide("app", { url: app.url, rpcUrl: app.rpcUrl });
}

export async function teardown(): Promise<void> {
  await app?.stop();
  assertCleanLog(app?.logLines() ?? []);
}
