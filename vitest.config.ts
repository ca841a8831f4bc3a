import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { readMigrations } from "./dev/run/migrate";

/** Parts that a test may wait for are slow while others use the machine too. */
const SLOW_MS = 30_000;

export default defineConfig({
  test: {
    // Most of a test is waiting for pages, slots and processes; by default one core would stand idle.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          environment: "node",
          testTimeout: SLOW_MS,
        },
      },
      {
        test: {
          name: "chain",
          include: ["tests/chain/**/*.test.ts"],
          environment: "node",
          testTimeout: SLOW_MS,
        },
      },
      {
        // The built Worker inside workerd, with its bindings; storage of its own for each file.
        plugins: [
          cloudflareTest(({ inject }) => ({
            main: "./dist-worker/index.js",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              cf: false,
              bindings: {
                APP_ORIGIN: "http://localhost",
                SOLANA_CLUSTER: "localnet",
                SOLANA_RPC_URLS: inject("rpcUrl"),
                PLATFORM_WALLET: "Comptoir11111111111111111111111111111111111",
                SESSION_SECRET: "a secret that only tests know, 32+ characters",
                RATE_SCALE: "1000",
                TEST_MIGRATIONS: readMigrations(),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          globalSetup: "tests/support/worker-setup.ts",
          setupFiles: "tests/support/worker-database.ts",
          testTimeout: SLOW_MS,
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/shared-app.ts",
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Payments on the built Worker and a real SVM, with faults between them.
        test: {
          name: "fault",
          include: ["tests/fault/**/*.test.ts"],
          environment: "node",
          testTimeout: SLOW_MS,
          hookTimeout: 120_000,
        },
      },
      {
        // Who may do what, asked of the built Worker over HTTP.
        test: {
          name: "access",
          include: ["tests/access/**/*.test.ts"],
          environment: "node",
          testTimeout: SLOW_MS,
          hookTimeout: 120_000,
        },
      },
      {
        // Whole processes: started, killed, started again.
        test: {
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          environment: "node",
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
