// Reads all settings of a start at once, so that what is wrong is said before anything runs.
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { CLUSTERS, type Cluster } from "../../app/lib/cluster";
import { parseSigningKeys, parseStolenKeys } from "../../app/lib/signing-keys";
import { parseMinRated } from "../../app/orders/rules/ranked-sale";
import { MAX_FEE_BPS } from "../../app/products/rules/plans";
import { isPublicKey } from "../../app/solana/public-key";
import { StartFailure } from "./failure";

/** What the legal notice says; it leaves out what is unset. */
export const OPERATOR_SETTINGS = [
  "OPERATOR_NAME",
  "OPERATOR_ADDRESS",
  "OPERATOR_REGISTRATION",
  "OPERATOR_HOST",
] as const;

/** A sentence that names the unset settings of the legal notice; null where all are set. */
export function missingOperatorSettings(read: (name: string) => string | undefined): string | null {
  const missing = OPERATOR_SETTINGS.filter((name) => !read(name)?.trim());
  if (missing.length === 0) return null;
  return `The legal notice leaves out what is not set: ${missing.join(", ")}`;
}

/** Passed to the Worker unchanged; it parses them itself. */
const PASSED_ON = [
  "FEE_BPS",
  "MIN_RATED_SOL",
  "SESSION_SECRET_PREVIOUS",
  "SIGNING_KEY",
  "STOLEN_KEYS",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "GOOGLE_ISSUER",
  "PREMIUM_NFT_MINT",
  "PREMIUM_NFT_COLLECTION",
  "PRICE_FEED",
  "EXCHANGE_RATES_URL",
  "SUPPORT_EMAIL",
  "DATA_LOCATION",
  "MAX_STORED_MB",
  "REQUIRE_WAIVER",
  "PAGE_CACHE",
  "SCRYPT_N",
  ...OPERATOR_SETTINGS,
] as const;

const FEE_BPS_RULE = `a whole number from 0 to ${MAX_FEE_BPS}`;

/** The chain takes its port and the next one. */
const LAST_CHAIN_PORT = 65_534;

const port = (last: number, fallback: number) =>
  z.coerce
    .number(`a port number from 1 to ${last}`)
    .int(`a port number from 1 to ${last}`)
    .min(1, `a port number from 1 to ${last}`)
    .max(last, `a port number from 1 to ${last}`)
    .default(fallback);
const address = z.string().refine(isPublicKey, "a Solana address");
const httpUrl = z.url({ protocol: /^https?$/, error: "an address that starts with http" });

/** Addresses and networks (CIDR), with commas between. Undefined where one is neither. */
function parseNetworks(list: string): BlockList | undefined {
  const networks = new BlockList();
  for (const text of list.split(",").map((one) => one.trim())) {
    const [address = "", prefix, ...rest] = text.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const bits = prefix === undefined ? null : Number(/^\d{1,3}$/.exec(prefix)?.[0] ?? Number.NaN);
    const isValid = bits === null || bits <= (family === "ipv6" ? 128 : 32);
    if (isIP(address) === 0 || !isValid || rest.length > 0) return undefined;
    if (bits === null) networks.addAddress(address, family);
    else networks.addSubnet(address, bits, family);
  }
  return networks;
}

const networks = z.string().transform((list, context) => {
  const parsed = parseNetworks(list);
  if (parsed) return parsed;
  const message = "addresses or networks such as 127.0.0.1,172.16.0.0/12";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const variables = z.object({
  PORT: port(65_535, 8787),
  CHAIN_PORT: port(LAST_CHAIN_PORT, 8899),
  HOST: z.string().default("127.0.0.1"),
  TRUSTED_PROXIES: networks.optional(),
  DATA_DIR: z.string().default(".local"),
  SEED: z.enum(["0", "1"], "0 or 1").default("1"),
  APP_ORIGIN: httpUrl.transform((url) => new URL(url).origin).optional(),
  SOLANA_CLUSTER: z.enum(CLUSTERS, "localnet, devnet or mainnet-beta").default("localnet"),
  SOLANA_RPC_URLS: z
    .string()
    .transform((list) => list.split(",").map((url) => url.trim()))
    .pipe(z.array(httpUrl))
    .optional(),
  PLATFORM_WALLET: address.optional(),
  FEE_BPS: z
    .string()
    .refine((text) => /^\d{1,4}$/.test(text) && Number(text) <= MAX_FEE_BPS, FEE_BPS_RULE)
    .optional(),
  MIN_RATED_SOL: z
    .string()
    .refine((text) => parseMinRated(text) !== null, "an amount in SOL, such as 0.01")
    .optional(),
  SESSION_SECRET: z.string().min(32, "at least 32 characters").optional(),
  OPERATOR_SECRET: z
    .string()
    .trim()
    .regex(/^\S{32,}$/, "at least 32 characters without spaces")
    .optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32, "at least 32 characters").optional(),
  SIGNING_KEY: z
    .string()
    .refine((text) => parseSigningKeys(text) !== null, "32 bytes in base64, see docs/operations.md")
    .optional(),
  STOLEN_KEYS: z
    .string()
    .refine((text) => parseStolenKeys(text) !== null, "id@time, with commas between")
    .optional(),
  PREMIUM_NFT_MINT: address.optional(),
  PREMIUM_NFT_COLLECTION: address.optional(),
  PRICE_FEED: address.optional(),
  EXCHANGE_RATES_URL: httpUrl.optional(),
  RATE_SCALE: z.coerce.number("a number above 0").positive("a number above 0").default(1),
  REQUIRE_WAIVER: z.enum(["0", "1"], "0 or 1").optional(),
  PAGE_CACHE: z.enum(["on", "off"], "on or off").optional(),
});

export interface StartSettings {
  port: number;
  /** What the app listens on; 127.0.0.1 unless `HOST` opens it to the network. */
  host: string;
  /** Proxies whose `X-Forwarded-For` is believed; null for none. */
  trustedProxies: BlockList | null;
  chainPort: number;
  /** Absolute. */
  dataDir: string;
  seed: boolean;
  appOrigin: string;
  cluster: Cluster;
  /** Null starts the local chain. */
  rpcUrls: string[] | null;
  platformWallet: string | null;
  sessionSecret: string | null;
  /** Null makes one on localnet; elsewhere nobody gets the warnings of `/health`. */
  operatorSecret: string | null;
  rateScale: number;
  passedOn: Record<string, string>;
}

/**
 * Settings of `npm start`, with their defaults; an empty variable counts as unset.
 *
 * @throws StartFailure that names every variable at fault
 */
export function readStartSettings(env: NodeJS.ProcessEnv): StartSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = variables.safeParse(given);
  if (!result.success) {
    const wrong = result.error.issues.map(
      ({ path, message }) => `  ${String(path[0])} should be ${message}`,
    );
    throw new StartFailure(`Settings to correct:\n${wrong.join("\n")}`);
  }
  const v = result.data;
  assertConfigured(v);
  if (v.PREMIUM_NFT_MINT && v.PREMIUM_NFT_COLLECTION) {
    throw new StartFailure("Set PREMIUM_NFT_MINT or PREMIUM_NFT_COLLECTION, not both.");
  }
  return {
    port: v.PORT,
    host: v.HOST,
    trustedProxies: v.TRUSTED_PROXIES ?? null,
    chainPort: v.CHAIN_PORT,
    dataDir: resolve(v.DATA_DIR),
    seed: v.SEED === "1",
    appOrigin: v.APP_ORIGIN ?? `http://localhost:${v.PORT}`,
    cluster: v.SOLANA_CLUSTER,
    rpcUrls: v.SOLANA_RPC_URLS ?? null,
    platformWallet: v.PLATFORM_WALLET ?? null,
    sessionSecret: v.SESSION_SECRET ?? null,
    operatorSecret: v.OPERATOR_SECRET ?? null,
    rateScale: v.RATE_SCALE,
    passedOn: Object.fromEntries(PASSED_ON.flatMap((name) => entryOf(given, name))),
  };
}

/** Generated wallets and secrets are for localnet only: a public cluster needs them set. */
function assertConfigured(v: z.infer<typeof variables>): void {
  if (v.SOLANA_CLUSTER === "localnet") return;
  const needed = ["SOLANA_RPC_URLS", "PLATFORM_WALLET", "SESSION_SECRET"] as const;
  const missing = needed.filter((name) => !v[name]);
  if (missing.length === 0) return;
  throw new StartFailure(`SOLANA_CLUSTER=${v.SOLANA_CLUSTER} also needs: ${missing.join(", ")}`);
}

function entryOf(env: NodeJS.ProcessEnv, name: string): [string, string][] {
  const value = env[name];
  return value ? [[name, value]] : [];
}
