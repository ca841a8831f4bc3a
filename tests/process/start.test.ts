import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { storeLocalFile } from "../../dev/run/local-database";
import { freePort } from "../../dev/run/port";
import { childrenOf, isAlive, markOf, type ProcessMark } from "../../dev/run/processes";
import { withDatabase } from "../../dev/run/with-database";
import { type AppOptions, type AppProcess, startAppProcess } from "../support/app";
import { insertPerson } from "../support/factories/person";
import { insertProduct } from "../support/factories/product";
import { insertRow } from "../support/rows";
import { type CommandResult, runCommand } from "../support/run-command";
import { ROOT } from "../support/sources";
import { fundFromFaucet, lamportsOf, newKeypair } from "../support/wallet";

/** Generous: `bench/start.ts` measures the promised five seconds. */
const STOP_WITHIN_MS = 60_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

// spec: command.start, command.openid
test("answers, refuses a second start on its folder, and Ctrl-C leaves no process and no open port", async () => {
  const app = await started();
  expect(app.output()).toContain(`Comptoir ready: ${app.url}\n`);
  const ports = { PORT: String(await freePort()), CHAIN_PORT: String(await freePort(2)) };
  const refused = await runStart({ ...ports, DATA_DIR: app.dataDir });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(`Process ${app.pid} is already running`);
  expect((await fetch(app.url)).status).toBe(200);
  const openId = await demoProviderOf(app);
  expect((await fetch(openId)).status).toBe(200);
  const family = marksBelow(app.pid);
  // Chain, supervisor and workerd.
  expect(family.length).toBeGreaterThanOrEqual(4);

  process.kill(app.pid, "SIGINT");
  await gone(family, STOP_WITHIN_MS);

  expect(family.filter(isAlive)).toEqual([]);
  await expect(fetch(app.url)).rejects.toThrow();
  await expect(fetch(app.rpcUrl)).rejects.toThrow();
  await expect(fetch(openId)).rejects.toThrow();
});

/** The discovery document of the local OpenID provider, to which sign-in with Google leads. */
async function demoProviderOf(app: AppProcess): Promise<string> {
  expect(app.output()).toContain("leaves out what is not set: OPERATOR_NAME, OPERATOR_ADDRESS");
  const login = await fetch(`${app.url}/login?lang=en`);
  expect(await login.text()).toContain("Demo: a local provider");
  let leadsTo = "";
  const asked = async () => {
    const { headers } = await fetch(`${app.url}/auth/google`, { redirect: "manual" });
    leadsTo = headers.get("Location") ?? "";
    return leadsTo;
  };
  // Back to the sign-in page while the provider, which loads with its first request, answers too late.
  await expect.poll(asked).toMatch(/^http:/);
  return `${new URL(leadsTo).origin}/.well-known/openid-configuration`;
}

// spec: command.start
test.each(["SIGTERM", "SIGKILL"] as const)("%s to npm alone ends all processes", async (signal) => {
  const app = await started({ viaNpm: true });
  const family = marksBelow(app.pid);
  expect(family.length).toBeGreaterThanOrEqual(5);

  process.kill(app.pid, signal);
  await gone(family, STOP_WITHIN_MS);

  expect(family.filter(isAlive)).toEqual([]);
});

// spec: command.start-stop
test.each(["127.0.0.1", "0.0.0.0"])(
  "on %s, TERM ends it with code 0 while a socket, an upload and a download are open",
  async (HOST) => {
    const dataDir = mkdtempSync(join(tmpdir(), "comptoir-stop-"));
    undo.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const recipient = newKeypair().publicKey.toBase58();
    let session = "";
    let productId = "";
    await withDatabase(dataDir, async (db, bindings) => {
      const [seller, buyer] = [await insertPerson(db), await insertPerson(db)];
      const file = { key: "file", name: "file.bin" };
      productId = await insertProduct(db, seller.uid, { recipient }, file);
      await storeLocalFile(bindings, `protectedFiles/${file.key}`, {
        body: Buffer.from("x"),
        bytes: 1,
      });
      await insertRow(db, "files", {
        key: file.key,
        storage_path: `protectedFiles/${file.key}`,
        owner_uid: seller.uid,
        product_id: productId,
        file_name: file.name,
        content_type: "application/octet-stream",
        size_bytes: 1,
        sha256: "",
        status: "complete",
        part_size_bytes: 5_242_880,
        created_at: 1,
        completed_at: 1,
      });
      session = buyer.token;
    });
    const app = await started({ dataDir, env: { HOST } });
    await fundFromFaucet(app.rpcUrl, recipient, 1);
    const headers = { Cookie: `session=${session}`, Origin: app.url };
    const opened = await fetch(`${app.url}/api/transactions`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ productId }),
    });
    expect(opened.status).toBe(201);
    const { transactionId } = (await opened.json()) as { transactionId: string };
    const live = `${app.url.replace("http", "ws")}/api/transactions/${transactionId}/live`;
    const socket = new WebSocket(live, { headers });
    await once(socket, "message");
    const { port } = new URL(app.url);
    const upload = connect(Number(port), "127.0.0.1");
    upload.on("error", () => undefined);
    upload.write("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nemail=");
    // More answers than the buffers between hold, and nobody reads them.
    const download = connect(Number(port), "127.0.0.1").pause();
    download.on("error", () => undefined);
    download.write("GET /third-party-notices.txt HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100));
    await once(download, "readable");
    const family = marksBelow(app.pid);
    const closed = once(socket, "close");

    expect(await app.stop()).toBe(0);
    await gone(family, STOP_WITHIN_MS);

    expect(family.filter(isAlive)).toEqual([]);
    await closed;
    for (const one of [upload, download]) one.destroy();
  },
);

// spec: command.start-data
test("after SIGKILL its children end by themselves or by the next start, which has the same data", async () => {
  const app = await started();
  const { address } = keysOf(newKeypair());
  await fundFromFaucet(app.rpcUrl, address, 3);
  const first = marksBelow(app.pid);

  await app.kill();
  await gone(first, STOP_WITHIN_MS);
  expect(first.filter(isAlive)).toEqual([]);

  await app.restart();
  expect((await fetch(app.url)).status).toBe(200);
  expect(await lamportsOf(app.rpcUrl, address)).toBe(3_000_000_000n);

  const second = marksBelow(app.pid);
  const workers = workersOf(app);
  expect(workers).toHaveLength(1);
  // All but workerd at once, so that the supervisor cannot end it.
  for (const { pid } of second) if (pid !== workers[0]?.pid) process.kill(pid, "SIGKILL");
  expect(workers.filter(isAlive)).toHaveLength(1);

  await app.restart();

  expect(second.filter(isAlive)).toEqual([]);
  expect((await fetch(app.url)).status).toBe(200);
  expect(await lamportsOf(app.rpcUrl, address)).toBe(3_000_000_000n);
});

// spec: command.start-data
test("a workerd that is killed is started again on the same port, with the same data", async () => {
  const app = await started();
  const body = {
    intent: "sign-up",
    email: "kept@example.com",
    password: "a quiet counter of wood",
  };
  const headers = { Origin: app.url };
  const signUp = () =>
    fetch(`${app.url}/login`, { method: "POST", headers, body: new URLSearchParams(body) });
  expect((await signUp()).ok).toBe(true);
  const [before] = workersOf(app);
  process.kill(before?.pid ?? 0, "SIGKILL");
  await expect.poll(() => statusOf(app.url)).toBe(200);

  const after = workersOf(app);
  expect(after).toHaveLength(1);
  expect(after[0]?.pid).not.toBe(before?.pid);
  // The account of before: its address is taken.
  expect((await signUp()).status).toBe(409);
  expect(app.output()).toMatch(/workerd\) has ended: starting it again\.\n[\s\S]*runs again/);
  expect(app.output()).not.toContain("    at ");
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  // Its lock names the new one: the supervisor ends it with the start command.
  const family = marksBelow(app.pid);
  await app.kill();
  await gone(family, STOP_WITHIN_MS);
  expect(family.filter(isAlive)).toEqual([]);
});

const workersOf = ({ pid }: AppProcess) =>
  childrenOf(pid).filter(({ name }) => name.includes("workerd"));

async function statusOf(url: string): Promise<number> {
  return (await fetch(url).catch(() => null))?.status ?? 0;
}

describe("ends with a sentence", () => {
  // spec: command.start-errors, setting.nodes
  test("where no node can be reached", async () => {
    const [one, other] = [await freePort(), await freePort()];
    const urls = `http://127.0.0.1:${one},http://127.0.0.1:${other}`;
    const { code, output } = await runStart({
      PORT: String(await freePort()),
      SOLANA_RPC_URLS: urls,
    });
    expect([code, output.trim()]).toEqual([
      1,
      `No node can be reached: 127.0.0.1:${one}, 127.0.0.1:${other}. Set SOLANA_RPC_URLS to others.`,
    ]);
  });

  // spec: setting.data-dir
  // spec: command.start-errors
  test("where the folder can't be written to, or is a file", async () => {
    const file = join(tmpdir(), `comptoir-file-${process.pid}`);
    writeFileSync(file, "");
    undo.push(() => rmSync(file));
    expect(await runStart({ DATA_DIR: join(file, "data") })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^\n.*comptoir-file-\d+ .*can't be written to: .*DATA_DIR.*\n\n$/,
      ),
    });
  });

  /** A disk of a few MB needs a mount of one's own, which some systems allow to root alone. */
  const inSmallDisk = (options: string, script: string) =>
    spawnSync("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script], {
      env: { ...process.env, OPTIONS: options, DISK: tmpdir() },
      encoding: "utf8",
    });
  const mount = 'mkdir -p "$DISK/small" && mount -t tmpfs -o "$OPTIONS" none "$DISK/small"';
  const canMount = inSmallDisk("size=1m", mount).status === 0;

  test.runIf(canMount).each([
    ["is full", "size=4m", /^The disk of .* is full: \d MB are free, 64 MB are needed/m],
    ["is read-only", "size=80m,ro", /small can't be written to: /],
  ])("where the disk %s (skipped where this user may not mount one)", async (_, options, says) => {
    const start = `${mount} && exec "${process.execPath}" dev/bootstrap.mjs start`;
    const ports = { PORT: String(await freePort()), CHAIN_PORT: String(await freePort(2)) };
    const { status, stdout, stderr } = spawnSync(
      "unshare",
      ["--user", "--map-root-user", "--mount", "sh", "-c", start],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          ...ports,
          NODE_ENV: "",
          VITEST: "",
          OPTIONS: options,
          DISK: tmpdir(),
          DATA_DIR: join(tmpdir(), "small"),
        },
        encoding: "utf8",
      },
    );
    expect([status, stdout + stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(stdout + stderr).not.toContain("    at ");
  });
});

// spec: setting.ports
test.each(["PORT", "CHAIN_PORT"])("a taken %s is reported in one line", async (variable) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => void server.close());
  const taken = String((server.address() as { port: number }).port);
  const ports = { PORT: String(await freePort()), CHAIN_PORT: String(await freePort(2)) };

  const refused = await runStart({ ...ports, [variable]: taken });

  expect(refused.code).toBe(1);
  expect(refused.output.trim()).toBe(
    `Port ${taken} is taken: stop what uses it, or set ${variable} to another port.`,
  );
});

test("a PORT that the local chain takes is reported in one line", async () => {
  const chainPort = await freePort(2);
  const refused = await runStart({ PORT: String(chainPort + 1), CHAIN_PORT: String(chainPort) });
  expect(refused.code).toBe(1);
  expect(refused.output.trim()).toBe(
    `The local chain takes ports ${chainPort} and ${chainPort + 1}: set PORT or CHAIN_PORT to another port.`,
  );
});

// spec: command.start-errors
test("all invalid settings are named before anything starts", async () => {
  const refused = await runStart({
    PORT: "lots",
    SEED: "yes",
    SOLANA_RPC_URLS: "ftp://x",
    TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/33",
  });
  expect(refused.code).toBe(1);
  for (const name of ["PORT", "SEED", "SOLANA_RPC_URLS", "TRUSTED_PROXIES"])
    expect(refused.output).toContain(name);
  expect(refused.output).not.toContain("    at ");
});

// spec: setting.nodes, setting.required
test("a real network needs settings without defaults", async () => {
  const refused = await runStart({ SOLANA_CLUSTER: "devnet" });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("SOLANA_RPC_URLS, PLATFORM_WALLET, SESSION_SECRET");
});

async function started(options: AppOptions = {}): Promise<AppProcess> {
  const app = await startAppProcess(options);
  undo.push(() => app.stop());
  return app;
}

function keysOf(keypair: ReturnType<typeof newKeypair>) {
  return { address: keypair.publicKey.toBase58() };
}

/** The process and its descendants. */
function marksBelow(pid: number): ProcessMark[] {
  const self = markOf(pid);
  return [...(self ? [self] : []), ...childrenOf(pid).flatMap((child) => marksBelow(child.pid))];
}

async function gone(marks: ProcessMark[], withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  while (marks.some(isAlive) && Date.now() < until) await new Promise((r) => setTimeout(r, 25));
}

/** Runs the start command to its end. */
function runStart(env: Record<string, string>): Promise<CommandResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "comptoir-refused-"));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return runCommand(["start"], { DATA_DIR: dataDir, SEED: "0", ...env });
}
