import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ignoreSpuriousWakeups } from "../../../dev/run/local-worker";

test("Atomics.wait returns only once its value has changed", async () => {
  const patched = { wait: Atomics.wait };
  ignoreSpuriousWakeups(patched);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData } = require("node:worker_threads");
     const rest = new Int32Array(new SharedArrayBuffer(4));
     const cell = new Int32Array(workerData.buffer);
     for (let i = 0; i < 5; i++) {
       // Wakes the waiting thread without changing the value.
       while (Atomics.notify(cell, 0) === 0) Atomics.wait(rest, 0, 0, 1);
     }
     Atomics.store(cell, 0, 1);
     Atomics.notify(cell, 0);`,
    { eval: true, workerData: cell },
  );

  expect(patched.wait(cell, 0, 0)).toBe("ok");
  expect(Atomics.load(cell, 0)).toBe(1);
  await worker.terminate();
});
