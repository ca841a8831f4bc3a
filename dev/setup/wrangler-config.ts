// wrangler.json: the tracked configuration with what an installation chose. Wrangler reads a file of that name in
// place of wrangler.toml, for each of its commands.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Unstable_RawConfig as RawConfig } from "wrangler";
import {
  type Environment,
  INSTALLATION,
  type Installation,
  readInstallation,
} from "./installation";

const TRACKED = "wrangler.toml";
const GENERATED = "wrangler.json";

const require = createRequire(import.meta.url);

type RawEnvironment = Omit<RawConfig, "env">;

/** The tracked configuration, as wrangler parses it. */
export function readTrackedConfig(folder: string): RawConfig {
  // It takes seconds to load, and most commands find a configuration that is up to date.
  const wrangler = require("wrangler") as typeof import("wrangler");
  return wrangler.experimental_readRawConfig({ config: join(folder, TRACKED) }).rawConfig;
}

/**
 * Writes `wrangler.json` where an installation has settings and the file is not made of them and the tracked
 * configuration; removes one whose installation is gone. Returns whether anything was written.
 */
export function renewConfiguration(folder: string): boolean {
  const path = join(folder, GENERATED);
  const current = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (!existsSync(join(folder, INSTALLATION))) {
    if (current.startsWith(NOTE)) rmSync(path);
    return false;
  }
  const note = `${NOTE} ${hashOf(folder)}\n`;
  if (current.startsWith(note)) return false;
  const config = configurationOf(readTrackedConfig(folder), readInstallation(folder));
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${note}${JSON.stringify(config, null, 2)}\n`);
  renameSync(temporary, path);
  return true;
}

const NOTE = `// Made of ${TRACKED} and ${INSTALLATION} by npm run setup: change those. sha256`;

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of [TRACKED, INSTALLATION]) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

/**
 * The tracked configuration with the names, ids, address and variables of an installation. `preview` is left out where
 * it is not set up: wrangler warns of an environment with each command that names none.
 */
export function configurationOf(
  { env = {}, ...top }: RawConfig,
  { production, preview }: Installation,
): RawConfig {
  return {
    ...(production ? chosenFor(top, production) : top),
    ...(preview && { env: { preview: chosenFor(env.preview ?? {}, preview) } }),
  };
}

function chosenFor(tracked: RawEnvironment, chosen: Environment): RawEnvironment {
  const { worker, account, database, bucket, vars } = chosen;
  return {
    ...tracked,
    name: worker,
    ...(account && { account_id: account }),
    ...addressOf(vars.APP_ORIGIN),
    d1_databases: tracked.d1_databases?.map((one) => ({
      ...one,
      database_name: database.name,
      database_id: database.id,
    })),
    r2_buckets: tracked.r2_buckets?.map((one) => ({ ...one, bucket_name: bucket })),
    vars: { ...tracked.vars, ...vars },
  };
}

/** A Worker answers at one address: another would be an origin that it refuses. */
function addressOf(origin = ""): RawEnvironment {
  const host = customDomainOf(origin);
  return host
    ? { workers_dev: false, preview_urls: false, routes: [{ pattern: host, custom_domain: true }] }
    : { workers_dev: true, preview_urls: false, routes: [] };
}

/** The host of an origin, or null where it is on workers.dev or on this machine. */
export function customDomainOf(origin: string): string | null {
  if (!origin.startsWith("https://")) return null;
  const { host } = new URL(origin);
  return host.endsWith(".workers.dev") ? null : host;
}
