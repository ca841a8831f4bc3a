// What setup does with each setting of the Worker. A setting is added in workers/env.ts, .dev.vars.example and
// package.json (its description); here only where it is asked for or secret.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { variableTypes } from "../../workers/env";
import { ROOT } from "../run/paths";

export type SettingName = keyof typeof variableTypes.shape;

/** Settings by name; text as in the environment. */
export type Values = Record<string, string>;

interface Treatment {
  /** True for what setup asks for; others can be given by `--answers` or the environment. */
  ask?: boolean | ((known: Values) => boolean);
  /** True for what goes into the Worker as a secret: it is in no variable and no configuration. */
  secret?: boolean;
  /** Makes a secret where the Worker has none; one that the Worker has is never replaced. */
  make?: () => string;
  /** Proposed where nothing is known. */
  initial?: string;
}

/** 256 bits, in hexadecimal digits. */
const newSecret = () => randomBytes(32).toString("hex");

const TREATMENTS: Partial<Record<SettingName, Treatment>> = {
  APP_ORIGIN: { ask: true },
  SOLANA_CLUSTER: { ask: true, initial: "mainnet-beta" },
  // Paid nodes have a key in the address.
  SOLANA_RPC_URLS: { ask: true, secret: true },
  PLATFORM_WALLET: { ask: true },
  SESSION_SECRET: { secret: true, make: newSecret },
  SESSION_SECRET_PREVIOUS: { secret: true },
  SIGNING_KEY: { secret: true, make: () => randomBytes(32).toString("base64") },
  GOOGLE_CLIENT_ID: { ask: true },
  GOOGLE_CLIENT_SECRET: { ask: (known) => Boolean(known.GOOGLE_CLIENT_ID), secret: true },
  SUPPORT_EMAIL: { ask: true },
  DATA_LOCATION: { ask: true },
  OPERATOR_NAME: { ask: true },
  OPERATOR_ADDRESS: { ask: true },
  OPERATOR_REGISTRATION: { ask: true },
  OPERATOR_HOST: { ask: true },
  OPERATOR_SECRET: { secret: true, make: newSecret },
};

export interface Setting extends Treatment {
  name: SettingName;
  description: string;
}

/** All settings of the Worker, in the order of `.dev.vars.example`. */
export const SETTINGS: readonly Setting[] = readSettingsList();

function readSettingsList(): Setting[] {
  const { cloudflare } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const described: Record<string, { description: string }> = cloudflare.bindings;
  const names = Object.keys(variableTypes.shape) as SettingName[];
  return names.map((name) => ({
    name,
    description: described[name]?.description ?? "",
    ...TREATMENTS[name],
  }));
}

/** True where the Worker takes this text for the setting; empty is unset. */
export function isAccepted(name: SettingName, text: string): boolean {
  return variableTypes.shape[name].safeParse(text || undefined).success;
}

/** Settings without which the Worker answers 503, given these; `secrets` are names of what it has besides. */
export function missingSettings(known: Values, secrets: readonly string[] = []): SettingName[] {
  return SETTINGS.filter(
    ({ name }) => !secrets.includes(name) && !isAccepted(name, known[name] ?? ""),
  ).map(({ name }) => name);
}
