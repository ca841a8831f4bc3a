/// <reference types="@cloudflare/vitest-pool-workers/types" />

declare namespace Cloudflare {
  interface Env extends Required<import("../../workers/env").Env> {
    TEST_MIGRATIONS: import("../../dev/run/migrate").Migration[];
    /** `LONG_RUN` of `test-scale.ts`: the Worker has no environment of its process. */
    TEST_LONG: boolean;
  }
}
