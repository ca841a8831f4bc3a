import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterEach, expect, test, vi } from "vitest";
import {
  experimental_readRawConfig,
  type Unstable_Config,
  type Unstable_RawConfig,
  unstable_readConfig,
} from "wrangler";
import type { RunWrangler } from "../../../dev/backup/database";
import { StartFailure } from "../../../dev/run/failure";
import { type Ask, collectAnswers, type Known } from "../../../dev/setup/answers";
import {
  readInstallation,
  readSecrets,
  saveEnvironment,
  saveSecrets,
} from "../../../dev/setup/installation";
import { lookAtAccount, planOf, setUp } from "../../../dev/setup/set-up";
import { missingSettings } from "../../../dev/setup/settings";
import { configurationOf, renewConfiguration } from "../../../dev/setup/wrangler-config";
import { Account } from "../../support/cloudflare/account";
import { ROOT } from "../../support/sources";

const WALLET = Keypair.generate().publicKey.toBase58();
const ANSWERS = {
  APP_ORIGIN: "https://shop.example.com",
  SOLANA_RPC_URLS: "https://one.example,https://two.example,https://three.example",
  PLATFORM_WALLET: WALLET,
};
const config = join(ROOT, "wrangler.toml");
const tracked: Unstable_RawConfig = experimental_readRawConfig({ config }).rawConfig;

const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A checkout without an installation. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "comptoir-setup-unit-"));
  folders.push(folder);
  writeFileSync(join(folder, "wrangler.toml"), readFileSync(config));
  return folder;
}

function knownIn(folder: string, answers: Record<string, string>, env = {}): Known {
  const { production } = readInstallation(folder);
  const secrets = readSecrets(folder, "production");
  return { name: "production", tracked, environment: production, secrets, answers, env };
}

/**
 * The commands of wrangler that setup runs, on an account in memory. The one at `failAt` fails: its change is made or
 * not, as of a connection that ends before or after.
 */
function wranglerOn(account: Account, failAt = -1, isLate = false) {
  const commands: string[] = [];
  const step = (name: string, change: () => string): string => {
    const fails = commands.push(name) - 1 === failAt;
    try {
      const printed = !fails || isLate ? change() : "";
      if (!fails) return printed;
    } catch (error) {
      if (!fails) throw error;
    }
    throw new StartFailure("the connection ended");
  };
  const run: RunWrangler = async (args) => {
    const [name = "", action = "", third = "", fourth = ""] = args;
    return step(args.slice(0, name === "r2" ? 3 : 2).join(" "), () => {
      try {
        if (name === "d1" && action === "list") return JSON.stringify(account.databases);
        if (name === "d1" && action === "create") return account.createDatabase(third).uuid;
        if (third === "list") return account.buckets.map((one) => `name:  ${one}\n`).join("");
        if (third === "create") return String(account.createBucket(fourth));
        if (name === "secret" && action === "list") {
          const { secrets } = account.script(fourth);
          return JSON.stringify([...secrets.keys()].map((one) => ({ name: one })));
        }
        if (name === "secret" && action === "bulk") return putSecrets(account, third);
      } catch (error) {
        // As wrangler prints them.
        const text = (error as Error).message;
        throw new StartFailure(text.includes("does not exist") ? `Worker "shop" not found.` : text);
      }
      throw new Error(`setup was not to run: ${args.join(" ")}`);
    });
  };
  const deploy = async () => {
    step("deploy", () => {
      const main = "index.js";
      account.upload("comptoir", { main_module: main, bindings: [] }, [
        { name: main, type: "application/javascript+module", content: "" },
      ]);
      return "";
    });
    return ["shop.example.com (custom domain)"];
  };
  return { run, deploy, commands };
}

function putSecrets(account: Account, file: string): string {
  const texts: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  if (!account.scripts.has("comptoir")) {
    const draft = { name: "draft.js", type: "application/javascript+module", content: "" };
    account.upload("comptoir", { main_module: draft.name, bindings: [] }, [draft]);
  }
  const { secrets } = account.script("comptoir");
  const all = { ...Object.fromEntries(secrets), ...texts };
  account.patchBindings(
    "comptoir",
    Object.entries(all).map(([name, text]) => ({ type: "secret_text", name, text })),
  );
  return "";
}

/** One run of setup, as the command does it. */
async function runSetup(
  folder: string,
  { run, deploy }: Pick<ReturnType<typeof wranglerOn>, "run" | "deploy">,
  answers: Record<string, string> = ANSWERS,
): Promise<string[]> {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const answered = await collectAnswers(knownIn(folder, answers), null);
  saveSecrets(folder, "production", answered.secrets);
  saveEnvironment(folder, "production", answered.environment);
  const found = await lookAtAccount(answered, run);
  const plan = planOf(answered, found);
  await setUp("production", answered, found, { folder, run, deploy });
  return plan;
}

const COMMANDS = [
  "d1 list",
  "r2 bucket list",
  "secret list",
  "d1 create",
  "r2 bucket create",
  "secret bulk",
  "deploy",
];

// spec: command.setup
test.each(COMMANDS.flatMap((name, at) => [false, true].map((isLate) => ({ name, at, isLate }))))(
  "goes on after a failure of $name (its change is made: $isLate)",
  async ({ name, at, isLate }) => {
    const [folder, account] = [newFolder(), new Account()];
    const failing = wranglerOn(account, at, isLate);
    await expect(runSetup(folder, failing)).rejects.toThrow("the connection ended");
    expect(failing.commands).toEqual(COMMANDS.slice(0, at + 1));
    expect(failing.commands.at(-1)).toBe(name);

    await runSetup(folder, wranglerOn(account));

    const { secrets } = account.script("comptoir");
    const { values, pending } = readSecrets(folder, "production");
    expect(Object.fromEntries(secrets)).toEqual(values);
    expect([Object.keys(values), pending]).toEqual([
      ["SOLANA_RPC_URLS", "SESSION_SECRET", "SIGNING_KEY", "OPERATOR_SECRET"],
      [],
    ]);
    expect(account.databases).toHaveLength(1);
    expect(account.buckets).toEqual(["comptoir-files"]);
    expect(readInstallation(folder).production?.database.id).toBe(account.databases[0]?.uuid);
  },
);

// spec: command.setup
test("a second run puts nothing that is there, and only what was changed; it never replaces a secret that it made", async () => {
  const [folder, account] = [newFolder(), new Account()];
  await runSetup(folder, wranglerOn(account));
  const before = new Map(account.script("comptoir").secrets);

  const again = wranglerOn(account);
  const plan = await runSetup(folder, again, {});
  expect(again.commands).toEqual(["d1 list", "r2 bucket list", "secret list", "deploy"]);
  expect(plan.join("\n")).toMatch(/used as it is[\s\S]*Secrets left as they are: .*SESSION_SECRET/);
  expect(account.script("comptoir").secrets).toEqual(before);

  // Another checkout, without what the first one recorded.
  const elsewhere = newFolder();
  await runSetup(elsewhere, wranglerOn(account), {
    ...ANSWERS,
    SOLANA_RPC_URLS: "https://four.example",
  });
  expect(account.script("comptoir").secrets.get("SESSION_SECRET")).toBe(
    before.get("SESSION_SECRET"),
  );
  expect(account.script("comptoir").secrets.get("OPERATOR_SECRET")).toBe(
    before.get("OPERATOR_SECRET"),
  );
  expect(account.script("comptoir").secrets.get("SOLANA_RPC_URLS")).toBe("https://four.example");
});

// spec: command.setup
test("an answer that the Worker would refuse is named, and a person is asked again", async () => {
  const refused = (answers: Record<string, string>) =>
    collectAnswers(knownIn(newFolder(), { ...ANSWERS, ...answers }), null);
  await expect(refused({ PLATFORM_WALLET: "me", SOLANA_CLUSTER: "testnet" })).rejects.toThrow(
    /Answers to correct:\n {2}SOLANA_CLUSTER: .*\n {2}PLATFORM_WALLET: /,
  );
  await expect(refused({ PLATFORM_WALET: WALLET })).rejects.toThrow(
    "No such settings: PLATFORM_WALET",
  );
  await expect(refused({ APP_ORIGIN: "http://shop.example.com" })).rejects.toThrow("https://");
  await expect(refused({ APP_ORIGIN: "https://other.me.workers.dev" })).rejects.toThrow(
    "https://comptoir.<your subdomain>.workers.dev",
  );

  vi.spyOn(console, "log").mockImplementation(() => {});
  const lines: Record<string, string[]> = {
    WORKER_NAME: ["No Name", "shop"],
    APP_ORIGIN: ["shop.example.com", "https://shop.example.com"],
    PLATFORM_WALLET: ["-"],
    OPERATOR_NAME: ["Atelier Roux"],
  };
  const questions: string[] = [];
  const ask: Ask = async (question, proposal) => {
    const name = /\n(\w+)\n/.exec(question)?.[1] ?? "";
    questions.push(name);
    return lines[name]?.shift() ?? proposal;
  };
  const known = knownIn(newFolder(), {}, { PLATFORM_WALLET: WALLET });
  const { environment, secrets } = await collectAnswers(known, ask);
  expect(environment).toEqual({
    worker: "shop",
    database: { name: "shop" },
    bucket: "shop-files",
    vars: {
      APP_ORIGIN: "https://shop.example.com",
      SOLANA_CLUSTER: "mainnet-beta",
      OPERATOR_NAME: "Atelier Roux",
    },
  });
  expect(missingSettings({ ...environment.vars, ...secrets.values })).toEqual([
    "SOLANA_RPC_URLS",
    "PLATFORM_WALLET",
  ]);
  // A secret of Google without its client is of no use.
  expect(questions).not.toContain("GOOGLE_CLIENT_SECRET");
  expect(questions).not.toContain("SESSION_SECRET");
});

// spec: command.setup
test("wrangler.json is the tracked configuration with names, ids and address, and follows both of its sources", () => {
  const folder = newFolder();
  expect(renewConfiguration(folder)).toBe(false);
  const chosen = {
    worker: "shop",
    account: "a".repeat(32),
    database: { name: "shop", id: "11111111-1111-4111-8111-111111111111" },
    bucket: "shop-files",
    vars: { APP_ORIGIN: "https://shop.example.com" },
  };
  saveEnvironment(folder, "production", chosen);
  expect([renewConfiguration(folder), renewConfiguration(folder)]).toEqual([true, false]);
  const generated = join(folder, "wrangler.json");
  // Wrangler takes it before wrangler.toml, with its comment.
  const production = unstable_readConfig({ config: generated });
  expect(production).toMatchObject({
    name: "shop",
    account_id: chosen.account,
    workers_dev: false,
    routes: [{ pattern: "shop.example.com", custom_domain: true }],
    d1_databases: [
      { binding: "DB", database_id: chosen.database.id, migrations_dir: "migrations" },
    ],
    r2_buckets: [{ binding: "FILES", bucket_name: "shop-files" }],
    vars: { SOLANA_CLUSTER: "mainnet-beta", APP_ORIGIN: "https://shop.example.com" },
    triggers: { crons: ["* * * * *"] },
  });
  expect(production.migrations).toEqual(tracked.migrations);
  // An environment that is not set up is left out: wrangler would warn of it with each command.
  expect(configurationOf(tracked, { production: chosen }).env).toBeUndefined();

  const preview = { ...chosen, worker: "shop-test", vars: { SOLANA_CLUSTER: "localnet" } };
  expect(configurationOf(tracked, { preview })).toMatchObject({
    name: "comptoir",
    env: {
      preview: {
        name: "shop-test",
        workers_dev: true,
        routes: [],
        vars: { SOLANA_CLUSTER: "localnet" },
      },
    },
  });
  writeFileSync(join(folder, "wrangler.toml"), `${readFileSync(config, "utf8")}\n# of a pull\n`);
  expect(renewConfiguration(folder)).toBe(true);
  rmSync(join(folder, "installation.json"));
  expect(renewConfiguration(folder)).toBe(false);
  expect(() => readFileSync(generated)).toThrow("ENOENT");
});

// spec: command.setup
test("the environment `preview` has each binding and variable of production, and none of its storage", () => {
  expect(Object.keys(tracked.env ?? {})).toEqual(["preview"]);
  const production = unstable_readConfig({ config });
  const preview = unstable_readConfig({ config, env: "preview" });
  expect(namesOf(preview)).toEqual(namesOf(production));
  expect(preview.migrations).toEqual(production.migrations);
  expect(preview.triggers).toEqual(production.triggers);
  const ownOf = ({ name, d1_databases, r2_buckets }: Unstable_Config) => [
    name,
    ...d1_databases.flatMap((one) => [one.database_name, one.database_id]),
    ...r2_buckets.map((one) => one.bucket_name),
  ];
  const shared = new Set(ownOf(production));
  expect(ownOf(preview).filter((name) => shared.has(name))).toEqual([]);
});

/** Names of bindings and variables, by kind. */
function namesOf({ d1_databases, r2_buckets, durable_objects, assets, vars }: Unstable_Config) {
  return {
    databases: d1_databases.map(({ binding, migrations_dir }) => [binding, migrations_dir]),
    buckets: r2_buckets.map(({ binding }) => binding),
    objects: durable_objects.bindings,
    assets,
    vars: Object.keys(vars),
  };
}
