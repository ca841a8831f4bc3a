import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startProcessorTimeMeter } from "../../../dev/test-run/processor-time";

/** Computes for so many ms of its own processor time, and waits. */
const burn = (ms: number) =>
  `const from = process.cpuUsage(); while (process.cpuUsage(from).user < ${ms} * 1000);`;
const node = (code: string) => spawn(process.execPath, ["-e", code], { stdio: "pipe" });

test.runIf(process.platform === "linux")(
  "counts children that have ended, with theirs, and those whose parent was killed",
  async () => {
    const meter = startProcessorTimeMeter();
    const ended = () => meter?.endedChildrenMs() ?? 0;
    const total = () => meter?.totalMs() ?? 0;
    const [before, endedBefore] = [total(), ended()];
    expect(endedBefore).toBe(0);
    const grandchild = JSON.stringify(burn(200));
    const child = `require("child_process").execFileSync(process.execPath, ["-e", ${grandchild}])`;
    await once(node(child), "exit");
    expect(ended() - endedBefore).toBeGreaterThanOrEqual(200);
    expect(total() - before).toBeGreaterThanOrEqual(200);

    const code = JSON.stringify(`${burn(200)} process.stdin.resume(); console.log("done");`);
    const parent = node(
      `require("child_process").spawn(process.execPath, ["-e", ${code}], { stdio: "inherit" })`,
    );
    await once(parent.stdout, "data");
    const [withOrphan, ofEnded] = [total(), ended()];
    parent.kill("SIGKILL");
    await once(parent, "exit");
    // Its child lives, of which no parent counts anything: it ends with the pipe.
    expect(total() - before).toBeGreaterThanOrEqual(400);
    parent.stdin.end();
    await once(parent, "close");
    expect(ended() - ofEnded).toBeLessThan(200);
    expect(total()).toBeGreaterThanOrEqual(withOrphan - 50);
    meter?.stop();
  },
);
