import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readMigrations } from "./dev/run/migrate";
import { TEST_RUNS } from "./dev/run/test-runs";
import { TEST_SCRYPT_N } from "./tests/support/test-scale";

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

const PROJECT_ORDER = TEST_RUNS.flatMap(({ projects }) => projects);

/** Runs the projects in the order of `TEST_RUNS`; in each, the longest file first. */
class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => PROJECT_ORDER.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** True unless the command line asks for other projects only. */
function asksForWorker(): boolean {
  const options = { project: { type: "string", multiple: true } } as const;
  const { values } = parseArgs({ options, strict: false, allowPositionals: true });
  const asked = values.project ?? [];
  const others = PROJECT_ORDER.filter((name) => name !== "worker");
  return asked.length === 0 || asked.some((name) => !others.includes(String(name)));
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
    sequence: { sequencer: ProjectSequencer },
    // A third of a test's time is waiting for pages, slots and processes: one file more than cores
    // keeps a small machine busy.
    // Projects without isolation import what they use once a process, not once a file.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "unit",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          environment: "node",
          ...PATIENT,
        },
      },
      {
        test: {
          name: "chain",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/chain/**/*.test.ts"],
          environment: "node",
          ...PATIENT,
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
          ...PATIENT,
        },
      },
      {
        // Payments on the built Worker and a real SVM, with faults between them.
        test: {
          name: "fault",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/fault/**/*.test.ts"],
          environment: "node",
          ...PATIENT,
        },
      },
      {
        // Who may do what, asked of the built Worker over HTTP.
        test: {
          name: "access",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/access/**/*.test.ts"],
          environment: "node",
          ...PATIENT,
        },
      },
      {
        // Whole processes: started, killed, started again.
        test: {
          name: "process",
          setupFiles: NODE_SETUP,
          isolate: false,
          include: ["tests/process/**/*.test.ts"],
          environment: "node",
          ...PATIENT,
          // Some tests start three processes one after the other.
          testTimeout: 400_000,
        },
      },
    ],
  },
}));
