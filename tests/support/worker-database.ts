/** Runs inside workerd before each test file: its database gets every migration. */
import { env } from "cloudflare:test";
import { beforeAll } from "vitest";

beforeAll(async () => {
  for (const { statements } of env.TEST_MIGRATIONS) {
    await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  }
});
