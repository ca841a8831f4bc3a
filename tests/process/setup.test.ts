import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainHandle, startChain } from "../../dev/chain/index";
import { buildIfChanged } from "../../dev/run/build";
import { fireCron } from "../../dev/run/local-worker";
import { CloudflareDouble, SUBDOMAIN } from "../support/cloudflare/double";
import { signWire } from "../support/guest-api";
import { mergeMigrations } from "../support/merged-migrations";
import type { CommandResult } from "../support/run-command";
import { signUp } from "../support/sign-in";
import { ROOT } from "../support/sources";
import { publish } from "../support/upload";

const ORIGIN = `https://comptoir.${SUBDOMAIN}.workers.dev`;
const LAMPORTS_PER_SOL = 1_000_000_000;
const PRICE = "0.05";
/** A build, and thirty starts of wrangler, on a machine that others use. */
const PATIENT_MS = 1_500_000;

const folder = mkdtempSync(join(tmpdir(), "comptoir-setup-"));
const clone = join(folder, "shop");
const platformWallet = Keypair.generate().publicKey.toBase58();
let cloudflare: CloudflareDouble;
let chain: ChainHandle;
/** Of the clone, in two files. */
let migrations: readonly string[];

beforeAll(async () => {
  // Without assets of earlier builds, so that the clone need not build again.
  await buildIfChanged({ isClean: true });
  cloudflare = await CloudflareDouble.start();
  chain = await startChain({ slotMs: 100 });
  makeClone();
}, PATIENT_MS);
afterAll(async () => {
  await cloudflare?.stop();
  await chain?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

// spec: command.setup, command.deploy
test(
  "from an empty account and a fresh clone to a sale, with a failure on the way",
  async () => {
    const dry = await npmRun("deploy", "--dry-run");
    expect(dry).toMatchObject({ code: 0 });
    for (const name of ["APP_ORIGIN", "SOLANA_RPC_URLS", "PLATFORM_WALLET", "SESSION_SECRET"]) {
      expect(dry.output.split(name)).toHaveLength(2);
    }
    expect(cloudflare.calls).toEqual([]);

    const planned = await setup();
    expect(planned).toMatchObject({ code: 1 });
    expect(planned.output).toMatch(/D1 database comptoir: created[\s\S]*Nothing was changed/);
    const { account } = cloudflare;
    expect([account.databases, account.buckets, account.scripts.size]).toEqual([[], [], 0]);

    cloudflare.failNext(/schedules$/);
    const failed = await setup("--yes");
    expect(failed.code).toBe(1);
    expect(failed.output).toContain("The deployment failed");

    const done = await setup("--yes");
    expect(done).toMatchObject({ code: 0 });
    expect(done.output).toMatch(/1\. Workers Paid plan, first/);
    expect(done.output).toMatch(new RegExp(`send at least 0\\.\\d+ SOL to ${platformWallet}`));
    expect(failed.output).toContain(`Applied ${migrations.join(", ")}`);
    expect(done.output).toContain("No migration is pending.");
    const { secrets: texts, ...script } = account.script("comptoir");
    expect(script).toMatchObject({ crons: ["* * * * *"], onWorkersDev: true, domains: [] });
    expect([...texts.keys()]).toEqual([
      "SOLANA_RPC_URLS",
      "SESSION_SECRET",
      "SIGNING_KEY",
      "OPERATOR_SECRET",
    ]);
    expect(account.databases.map(({ name }) => name)).toEqual(["comptoir"]);
    expect(account.buckets).toEqual(["comptoir-files"]);
    expect(cloudflare.unknown).toEqual([]);
    // What setup wrote is nothing that git knows of, and secrets are for their owner.
    expect(git("status", "--porcelain")).toBe("");
    const secrets = join(clone, "installation.secrets.json");
    expect(statSync(secrets).mode & 0o077).toBe(0);
    const { values } = JSON.parse(readFileSync(secrets, "utf8")).production;
    expect(Object.fromEntries(texts)).toEqual(values);
    for (const name of ["SESSION_SECRET", "SIGNING_KEY", "OPERATOR_SECRET"]) {
      expect(failed.output + done.output).not.toContain(values[name]);
    }

    chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
    const worker = await cloudflare.run("comptoir");
    try {
      await expectSale(worker);
      await expectHealth(worker, values.OPERATOR_SECRET);
    } finally {
      await worker.dispose();
    }
  },
  PATIENT_MS,
);

/** The tree as git has it, without what it ignores, and with the packages and the build of this one. */
function makeClone(): void {
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  for (const path of files.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(ROOT, path), join(clone, path));
  }
  migrations = mergeMigrations(join(clone, "migrations")).map(({ name }) => name);
  symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
  for (const built of ["build", "dist-worker"]) {
    cpSync(join(ROOT, built), join(clone, built), { recursive: true });
  }
  git("init", "--quiet");
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  git("add", "--all");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "clone");
  const answers = {
    APP_ORIGIN: ORIGIN,
    SOLANA_CLUSTER: "localnet",
    SOLANA_RPC_URLS: chain.url,
    PLATFORM_WALLET: platformWallet,
  };
  writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: clone, encoding: "utf8" });
}

/** `npm run setup` as the documentation says, with answers from a file. */
const setup = (...args: string[]) => npmRun("setup", "--answers", "../answers.json", ...args);

async function npmRun(command: string, ...args: string[]): Promise<CommandResult> {
  const child = spawn("npm", ["run", command, "--", ...args], {
    cwd: clone,
    env: { ...process.env, NODE_ENV: "", VITEST: "", ...cloudflare.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}

/** A seller signs up and publishes; a visitor pays on the chain and downloads the file. */
async function expectSale(worker: Miniflare): Promise<void> {
  const request = async (url: string, init?: RequestInit) => {
    const { method, headers, body } = new Request(url, init);
    // Miniflare's fetch has classes of its own, which take a form as bytes, and it sends no length.
    const bytes = body && Buffer.from(await new Response(body).arrayBuffer());
    if (bytes) headers.set("Content-Length", String(bytes.length));
    const answer = await worker.dispatchFetch(url, {
      method,
      headers: Object.fromEntries(headers),
      redirect: "manual",
      ...(bytes && { body: bytes }),
    });
    return answer as unknown as Response;
  };
  const session = await signUp({ origin: ORIGIN, fetch: request });
  const call = (path: string, init: RequestInit = {}) =>
    request(ORIGIN + path, {
      redirect: "manual",
      ...init,
      headers: { Origin: ORIGIN, Cookie: `${session}; locale=en`, ...init.headers },
    });
  // First: nodes give its balance once the slot of the airdrop is confirmed.
  const payer = Keypair.generate();
  chain.airdrop(payer.publicKey.toBase58(), LAMPORTS_PER_SOL);
  const wallet = Keypair.generate().publicKey.toBase58();
  const productId = await publish({ wallet, call }, { price: PRICE });
  const page = await call(`/acheter/${productId}`);
  expect(page.status).toBe(200);
  const script = /href="(\/assets\/[^"]+\.css)"/.exec(await page.text())?.[1] ?? "";
  const asset = await request(ORIGIN + script);
  expect([asset.status, asset.headers.get("Cache-Control")]).toEqual([
    200,
    expect.stringContaining("immutable"),
  ]);

  const account = payer.publicKey.toBase58();
  let secret = "";
  const ask = async (path: string, body?: unknown) => {
    const answer = await request(`${ORIGIN}/api/checkout${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        Origin: ORIGIN,
        "Content-Type": "application/json",
        ...(secret && { Authorization: `Checkout ${secret}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.status, text).toBeLessThan(300);
    return JSON.parse(text) as Record<string, string>;
  };
  const order = await ask("", { productId, wallet: account });
  secret = order.secret ?? "";
  const path = `/${order.transactionId}`;
  const { transaction = "" } = await ask(`${path}/transaction`, { account, canSign: true });
  await ask(`${path}/send`, { transaction: signWire(transaction, payer) });
  await expect.poll(() => ask(path), { interval: 150 }).toMatchObject({ status: "paid" });
  const { downloadUrl = "" } = await ask(path);
  const file = await request(new URL(downloadUrl, ORIGIN).href);
  expect([file.status, await file.text()]).toEqual([200, "the goods"]);
  expect(chain.balance(wallet)).toBe(49_500_000n);
}

/** The cron runs, and nothing is left to be done. */
async function expectHealth(worker: Miniflare, operatorSecret: string): Promise<void> {
  expect(await fireCron(worker)).toBe(true);
  const headers = { Authorization: `Bearer ${operatorSecret}` };
  const health = await worker.dispatchFetch(`${ORIGIN}/health`, { headers });
  const { ok, checks, warnings } = (await health.json()) as Record<string, unknown>;
  expect({ ok, checks }).toMatchObject({ ok: true });
  expect(warnings).toEqual(expect.any(Array));
}
