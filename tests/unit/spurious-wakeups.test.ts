import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { sleepOnWhenWokenEarly } from "../../dev/run/steady-wait";

test("a wait sleeps on until its value has changed, however often it is woken", async () => {
  const steady = { wait: Atomics.wait };
  sleepOnWhenWokenEarly(steady);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { workerData } = require("node:worker_threads");
     const rest = new Int32Array(new SharedArrayBuffer(4));
     const cell = new Int32Array(workerData.buffer);
     for (let i = 0; i < 5; i++) {
       // Waits for somebody to wake, and leaves the value as it is.
       while (Atomics.notify(cell, 0) === 0) Atomics.wait(rest, 0, 0, 1);
     }
     Atomics.store(cell, 0, 1);
     Atomics.notify(cell, 0);`,
    { eval: true, workerData: cell },
  );

  expect(steady.wait(cell, 0, 0)).toBe("ok");
  expect(Atomics.load(cell, 0)).toBe(1);
  await worker.terminate();
});
