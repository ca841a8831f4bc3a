/**
 * `npm run setup [-- --answers FILE] [--yes] [--env preview]`: from an account of Cloudflare to a shop that runs. Asks,
 * shows what it will do, does it, and says what is left. Safe to run again at any time.
 */
import { readFileSync } from "node:fs";
import { createInterface, type Interface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runWrangler } from "./backup/database";
import { runCommand, StartFailure } from "./run/failure";
import { ROOT } from "./run/paths";
import { type Answered, type Ask, assertNodesOf, collectAnswers } from "./setup/answers";
import { deployWorker, wranglerFor } from "./setup/deploy-worker";
import {
  type EnvironmentName,
  environmentNamed,
  INSTALLATION,
  readInstallation,
  readSecrets,
  SECRETS,
  saveEnvironment,
  saveSecrets,
} from "./setup/installation";
import { lookAtAccount, planOf, setUp } from "./setup/set-up";
import type { Values } from "./setup/settings";
import { whatIsLeft } from "./setup/what-is-left";
import { readTrackedConfig } from "./setup/wrangler-config";

await runCommand(async () => {
  const { values: options } = parseArgs({
    options: {
      answers: { type: "string" },
      yes: { type: "boolean", default: false },
      env: { type: "string", default: "production" },
    },
  });
  const name = environmentNamed(options.env);
  const answers = options.answers ? readAnswers(options.answers) : {};
  const isAsking = process.stdin.isTTY === true && !options.answers && !options.yes;
  const lines = isAsking ? createInterface({ input: process.stdin, output: process.stdout }) : null;
  try {
    await run(name, answers, lines && askOn(lines), options.yes);
  } finally {
    lines?.close();
  }
});

/** Asks on a terminal. Ctrl-C and the end of the input end setup. */
function askOn(lines: Interface): Ask {
  const ended = new AbortController();
  lines.once("close", () => ended.abort());
  return async (question, proposal) => {
    const text = `${question}${proposal ? `\n  [${proposal}]` : ""}\n> `;
    const line = await lines.question(text, { signal: ended.signal }).catch(() => {
      throw new StartFailure("Setup was ended. The next run goes on from here.");
    });
    return line || proposal;
  };
}

async function run(
  name: EnvironmentName,
  answers: Values,
  ask: Ask | null,
  isConfirmed: boolean,
): Promise<void> {
  const known = {
    name,
    tracked: readTrackedConfig(ROOT),
    environment: readInstallation(ROOT)[name],
    secrets: readSecrets(ROOT, name),
    answers,
    env: process.env,
  };
  if (ask) console.log("An empty line takes what is in brackets; - leaves a setting empty.");
  const answered = await collectAnswers(known, ask);
  // Before anything can fail: what was typed is there in the next run.
  saveSecrets(ROOT, name, answered.secrets);
  saveEnvironment(ROOT, name, answered.environment);
  await assertNodesOf(answered);
  const account = await accountOf(answered, ask);
  const found = await lookAtAccount(answered, runWrangler);
  console.log(`\nOn the account ${account}, npm run setup will do this:\n`);
  for (const line of planOf(answered, found)) console.log(`  ${line}`);
  console.log(`\nAnswers are in ${INSTALLATION}, secrets in ${SECRETS}; git ignores both.`);
  if (!(isConfirmed || (ask && /^y(es)?$/i.test(await ask("\nGo on? (yes or no)", ""))))) {
    throw new StartFailure("Nothing was changed. Go on with: npm run setup -- --yes");
  }
  const ports = { folder: ROOT, run: wranglerFor(name), deploy: () => deployWorker(name) };
  const addresses = await setUp(name, answered, found, ports);
  const left = await whatIsLeft(answered, addresses, found.secrets);
  console.log(`\nThe shop is deployed. What is left:\n`);
  for (const [at, text] of left.entries()) console.log(`${at + 1}. ${text}`);
}

/** @throws StartFailure where the file is not one object of texts */
function readAnswers(path: string): Values {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new StartFailure(`${path} should be a JSON object of texts: { "APP_ORIGIN": "..." }`);
  }
}

/** The account, which wrangler then works on; recorded in the answers. */
async function accountOf({ environment }: Answered, ask: Ask | null): Promise<string> {
  const account =
    process.env.CLOUDFLARE_ACCOUNT_ID || environment.account || (await chooseAccount(ask));
  process.env.CLOUDFLARE_ACCOUNT_ID = account;
  environment.account = account;
  return account;
}

/** @throws StartFailure where wrangler is not signed in, or has several accounts and nobody to ask */
async function chooseAccount(ask: Ask | null): Promise<string> {
  const signIn = "Sign in with npx wrangler login, or set CLOUDFLARE_API_TOKEN.";
  const printed = await runWrangler(["whoami", "--json"]).catch(() => null);
  if (printed === null)
    throw new StartFailure(`Wrangler is not signed in at Cloudflare. ${signIn}`);
  const { accounts = [] }: { accounts?: { id: string; name: string }[] } = JSON.parse(printed);
  const [first, ...others] = accounts;
  if (!first) throw new StartFailure(`Wrangler sees no account. ${signIn}`);
  if (others.length === 0) return first.id;
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (!ask) throw new StartFailure(`Set CLOUDFLARE_ACCOUNT_ID to one of:\n${list}`);
  const id = await ask(`\nWhich account?\n${list}`, first.id);
  if (accounts.some((one) => one.id === id)) return id;
  throw new StartFailure(`There is no account ${id}.`);
}
