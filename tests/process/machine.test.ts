import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Image, runImageSteps } from "../../dev/machine/image-steps";
import { freePort } from "../../dev/run/port";
import { childrenOf, isAlive, markOf, type ProcessMark } from "../../dev/run/processes";
import { ROOT } from "../support/sources";

/** A build takes half a minute of one core, and an installation some minutes more. */
const BUILD_WITHIN_MS = 1_500_000;

const folder = mkdtempSync(join(tmpdir(), "comptoir-image-"));
const running: ChildProcess[] = [];
let image: Image;

// Packages are linked where the lock file is the same; the long run installs them.
beforeAll(async () => {
  const into = join(folder, "image");
  const linksPackages = process.env.TEST_LONG !== "1";
  image = await runImageSteps({ context: ROOT, into, linksPackages });
}, BUILD_WITHIN_MS);
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Container {
  child: ChildProcess;
  env: Record<string, string>;
  output(): string;
}

/** Starts a command of the image, as `docker run -e` with these variables. */
function start([program = "", ...args]: string[], given: Record<string, string>): Container {
  const env = { ...image.env, SEED: "0", ...given };
  const child = spawn(program, args, {
    cwd: image.workdir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  return { child, env, output: () => output };
}

const ports = async () => ({
  PORT: String(await freePort()),
  CHAIN_PORT: String(await freePort(2)),
});

function marksBelow(pid = 0): ProcessMark[] {
  const self = markOf(pid);
  return [...(self ? [self] : []), ...childrenOf(pid).flatMap((child) => marksBelow(child.pid))];
}

/** Sends the stop signal of the image; resolves with the code once all of it has ended. */
async function stop({ child }: Container): Promise<number | null> {
  const family = marksBelow(child.pid);
  const ended = once(child, "exit");
  child.kill(image.stopSignal);
  const [code] = await ended;
  await expect.poll(() => family.filter(isAlive)).toEqual([]);
  return code as number | null;
}

// spec: command.image
test("the steps of the image give a shop that answers, is well, and stops on TERM", async () => {
  for (const gone of ["tests", "node_modules/playwright-core", ".git", ".dev.vars"]) {
    expect(existsSync(join(image.workdir, gone)), gone).toBe(false);
  }
  const container = start(image.command, await ports());
  await expect.poll(container.output, { timeout: 240_000 }).toContain("Comptoir ready: ");
  expect(container.output()).not.toMatch(/Installing|error/i);
  const url = `http://127.0.0.1:${container.env.PORT}`;
  expect((await fetch(`${url}/shop`)).status).toBe(200);
  const check = start(image.healthCheck, container.env);
  expect((await once(check.child, "exit"))[0]).toBe(0);
  expect(check.output()).toBe("ok\n");
  expect(readdirSync(join(image.root, "data"))).toContain("state");

  const backup = start(["node", "dev/bootstrap.mjs", "backup"], container.env);
  expect([(await once(backup.child, "close"))[0], backup.output()]).toEqual([
    0,
    expect.stringMatching(/^\d+ rows of /),
  ]);
  expect(await stop(container)).toBe(0);
  const unanswered = start(image.healthCheck, container.env);
  expect((await once(unanswered.child, "exit"))[0]).toBe(1);
});

// spec: command.start-stop
test("TERM while a start builds ends it with code 0, and its build", async () => {
  appendFileSync(join(image.workdir, "public/robots-note.txt"), "changed");
  const container = start(image.command, { ...(await ports()), COMPTOIR_IS_BUILT: "" });
  const building = join(image.workdir, ".cache/building.json");
  await expect.poll(() => existsSync(building), { timeout: 240_000 }).toBe(true);
  await expect.poll(() => marksBelow(container.child.pid).length).toBeGreaterThan(2);
  expect(await stop(container)).toBe(0);
});

const UNITS = join(ROOT, "dev/machine");
const units = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name));

// spec: command.units
test("the units run commands that exist, as a user without rights, and stop later than the shop does", () => {
  for (const name of units.filter((one) => one.endsWith(".service"))) {
    const text = readFileSync(join(UNITS, name), "utf8");
    const commands = [...text.matchAll(/^ExecStart=\/usr\/bin\/node (\S+) (\S+)/gm)];
    expect(commands.length, name).toBeGreaterThan(0);
    for (const [, script = "", command = ""] of commands) {
      expect(existsSync(join(ROOT, script)) && existsSync(join(ROOT, "dev", `${command}.ts`))).toBe(
        true,
      );
    }
    for (const line of ["User=comptoir", "NoNewPrivileges=yes", "ProtectSystem=strict"]) {
      expect(text, name).toContain(`\n${line}\n`);
    }
  }
  expect(readFileSync(join(UNITS, "comptoir.service"), "utf8")).toMatch(/^TimeoutStopSec=10$/m);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd accepts the units (skipped without systemd-analyze)", () => {
  // It looks for the programs that units name, which are elsewhere on this machine.
  const root = join(folder, "systemd");
  const node = join(root, "usr/bin/node");
  for (const path of ["usr/bin", "opt/comptoir"]) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(node, "");
  chmodSync(node, 0o755);
  const paths = units.map((name) => {
    const path = join(root, name);
    const text = readFileSync(join(UNITS, name), "utf8");
    writeFileSync(path, text.replaceAll("/usr/bin/node", node));
    return path;
  });
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], {
    encoding: "utf8",
  });
  expect(stderr.split("\n").filter((line) => line.includes("comptoir"))).toEqual([]);
});
