import type { TestProject } from "vitest/node";
import { startApp, type TestApp } from "./app";
import { findChromium } from "./chromium";

declare module "vitest" {
  interface ProvidedContext {
    /** The app that browser tests share: each brings its own people and products. */
    app: { url: string; rpcUrl: string };
  }
}

let app: TestApp | undefined;

export async function setup(project: TestProject): Promise<void> {
  findChromium();
  app = await startApp();
  project.provide("app", { url: app.url, rpcUrl: app.rpcUrl });
}

export async function teardown(): Promise<void> {
  await app?.stop();
}
