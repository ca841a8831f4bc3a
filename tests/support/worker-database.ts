/** Runs inside workerd before each test file: migrates its database and resets the clock. */
import { env } from "cloudflare:test";
import { beforeAll } from "vitest";
import { setDateOffset } from "./clock/date-offset";

beforeAll(async () => {
  setDateOffset(0);
  for (const { statements } of env.TEST_MIGRATIONS) {
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  }
});
