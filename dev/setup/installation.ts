// The settings of one installation, in files of this checkout that git ignores: a `git pull` never meets them.
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartFailure } from "../run/failure";
import type { Values } from "./settings";

/** Production is the top level of the configuration, `preview` its only `[env]`. */
const ENVIRONMENTS = ["production", "preview"] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** @throws StartFailure for another name */
export function environmentNamed(name: string): EnvironmentName {
  const found = ENVIRONMENTS.find((one) => one === name);
  if (!found)
    throw new StartFailure(`There is no environment ${name}: ${ENVIRONMENTS.join(", ")}.`);
  return found;
}

export const INSTALLATION = "installation.json";
/** Read by its owner alone. */
export const SECRETS = "installation.secrets.json";

const text = z.string().min(1);
const environment = z.strictObject({
  /** Name of the Worker. */
  worker: text,
  account: text.optional(),
  database: z.strictObject({ name: text, id: text.optional() }),
  bucket: text,
  /** Variables of the Worker. */
  vars: z.record(text, z.string()),
});
const installation = z.strictObject({
  production: environment.optional(),
  preview: environment.optional(),
});
const secrets = z.strictObject({
  values: z.record(text, z.string()),
  /** Names of values that the Worker has not got yet. */
  pending: z.array(text),
});
const secretsFile = z.strictObject({
  production: secrets.optional(),
  preview: secrets.optional(),
});

export type Environment = z.infer<typeof environment>;
export type Installation = z.infer<typeof installation>;
export type Secrets = z.infer<typeof secrets>;

/** @throws StartFailure where the file is not what setup writes */
export function readInstallation(folder: string): Installation {
  return read(join(folder, INSTALLATION), installation);
}

export function saveEnvironment(folder: string, name: EnvironmentName, chosen: Environment): void {
  const all = { ...readInstallation(folder), [name]: chosen };
  write(join(folder, INSTALLATION), all);
}

/** @throws StartFailure where the file is not what setup writes */
export function readSecrets(folder: string, name: EnvironmentName): Secrets {
  return read(join(folder, SECRETS), secretsFile)[name] ?? { values: {}, pending: [] };
}

export function saveSecrets(folder: string, name: EnvironmentName, chosen: Secrets): void {
  const path = join(folder, SECRETS);
  write(path, { ...read(path, secretsFile), [name]: chosen });
}

/** What is known here of the Worker's settings: variables and secrets. */
export function knownSettings(folder: string, name: EnvironmentName): Values {
  const { vars = {} } = readInstallation(folder)[name] ?? {};
  return { ...vars, ...readSecrets(folder, name).values };
}

function read<T extends z.ZodType>(path: string, type: T): z.infer<T> {
  if (!existsSync(path)) return type.parse({});
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new StartFailure(`${path} is not JSON: correct it, or remove it and run npm run setup.`);
  }
  const result = type.safeParse(content);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(
    (issue) => `  ${[...issue.path, issue.message].join(" > ")}`,
  );
  throw new StartFailure(`To correct in ${path}:\n${wrong.join("\n")}`);
}

/** Whole or not at all, and for its owner alone. */
function write(path: string, content: unknown): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
