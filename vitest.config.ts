import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readMigrations } from "./dev/run/migrate";
import { FOLDER_ORDER, NODE_FOLDERS } from "./dev/test-run/runs";
import { TEST_SCRYPT_N } from "./tests/support/test-scale";

const TESTS = join(import.meta.dirname, "tests");
const NODE_SETUP = "tests/support/node-setup.ts";

/**
 * Nothing is proved by how long it takes, so that these are only for what never comes: a machine
 * that others use as well may take ten times as long as an idle one.
 */
const PATIENT = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
};

/** Runs the folders of tests in the order of `FOLDER_ORDER`; in each, the longest file first. */
class FolderSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      FOLDER_ORDER.findIndex((folder) => moduleId.startsWith(join(TESTS, folder, "/")));
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** True unless the command line asks for other projects or other files only. */
function asksForWorker(): boolean {
  const options = { project: { type: "string", multiple: true } } as const;
  const { values, positionals } = parseArgs({ options, strict: false, allowPositionals: true });
  const projects = (values.project ?? []).map(String);
  const files = positionals.filter((word) => word.includes("tests/"));
  return (
    (projects.length === 0 || projects.includes("worker")) &&
    (files.length === 0 || files.some((path) => /tests\/(worker|$)/.test(path)))
  );
}

/**
 * The built Worker inside workerd, with its bindings. Files share a runtime, which takes a second of
 * processor time to start; its storage is emptied before each of them.
 */
async function workerProject(): Promise<TestProjectInlineConfiguration> {
  // It loads wrangler, which takes two seconds of processor time.
  const { cloudflareTest } = await import("@cloudflare/vitest-pool-workers");
  return {
    plugins: [
      cloudflareTest(({ inject }) => ({
        main: "./dist-worker/index.js",
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          cf: {},
          bindings: {
            APP_ORIGIN: "http://localhost",
            SOLANA_CLUSTER: "localnet",
            SOLANA_RPC_URLS: inject("rpcUrl"),
            PLATFORM_WALLET: "Comptoir11111111111111111111111111111111111",
            SESSION_SECRET: "a secret that only tests know, 32+ characters",
            SIGNING_KEY: Buffer.from("a key that only tests know, 32 b").toString("base64"),
            RATE_SCALE: "1000",
            // Tests read what was just written; those of the cache switch it on.
            PAGE_CACHE: "off",
            SCRYPT_N: TEST_SCRYPT_N,
            TEST_MIGRATIONS: readMigrations(),
            TEST_LONG: process.env.TEST_LONG === "1",
          },
        },
      })),
    ],
    test: {
      name: "worker",
      isolate: false,
      include: ["tests/worker/**/*.test.ts"],
      globalSetup: "tests/support/worker-setup.ts",
      setupFiles: "tests/support/worker-database.ts",
      // workerd loads the bundle as it is: vite would parse and rewrite 2 MB.
      server: { deps: { external: [/\/dist-worker\/index\.js$/] } },
      ...PATIENT,
    },
  };
}

export default defineConfig(async () => ({
  test: {
    sequence: { sequencer: FolderSequencer },
    // A third of a test's time is waiting for pages, slots and processes: one file more than cores
    // keeps a small machine busy.
    // Projects without isolation import what they use once a process, not once a file.
    maxWorkers: availableParallelism() + 1,
    // A line for each request would hide what a test reports.
    onConsoleLog: (text: string) => !text.includes('"level":"info"'),
    projects: [
      {
        test: {
          name: "node",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: NODE_FOLDERS.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
          environment: "node",
          ...PATIENT,
          // Some tests start three processes one after the other, and the first ones wait for a build.
          testTimeout: 400_000,
          hookTimeout: 400_000,
        },
      },
      ...(asksForWorker() ? [await workerProject()] : []),
      {
        test: {
          name: "browser",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/browser/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/shared-app.ts",
          // On a busy machine a page with the preview's frame was seen to stop drawing, for a cause that is not known:
          // a click then waits for a picture until it times out. The report names what ran twice.
          retry: 1,
          ...PATIENT,
        },
      },
    ],
  },
}));
