import { z } from "zod";
import type { AccountSettings } from "../app/accounts/ports";
import type { PremiumTokenId } from "../app/accounts/rules/plan";
import { EXAMPLE_EMAIL } from "../app/lib/brand";
import { CLUSTERS } from "../app/lib/cluster";
import type { Settings } from "../app/lib/ports";
import { parseSigningKeys, parseStolenKeys } from "../app/lib/signing-keys";
import { DEFAULT_MIN_RATED_LAMPORTS, parseMinRated } from "../app/orders/rules/ranked-sale";
import type { LegalSettings } from "../app/pages/ports";
import type { StorageSettings } from "../app/products/ports";
import { DEFAULT_FEE_BPS, MAX_FEE_BPS } from "../app/products/rules/plans";
import { GENESIS_HASHES } from "../app/solana/genesis";
import { SOL_USD_FEED } from "../app/solana/price-update";
import { isPublicKey } from "../app/solana/public-key";
import type { OrderObject, PlatformSignatureCacheObject, StockWatchObject } from "./objects";
import { DEFAULT_SCRYPT_N } from "./scrypt-hasher";

/** Bindings, variables and secrets of the Worker. */
export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  ASSETS: Fetcher;
  PENDING_TRANSACTION: DurableObjectNamespace<OrderObject>;
  PLATFORM_SIGNATURE_CACHE: DurableObjectNamespace<PlatformSignatureCacheObject>;
  STOCK_WATCH: DurableObjectNamespace<StockWatchObject>;
  /** Takes what is counted; without it the log has the sums. */
  COUNTERS?: AnalyticsEngineDataset;
  APP_ORIGIN?: string;
  SOLANA_CLUSTER?: string;
  SOLANA_RPC_URLS?: string;
  SOLANA_GENESIS_HASH?: string;
  PLATFORM_WALLET?: string;
  FEE_BPS?: string;
  MIN_RATED_SOL?: string;
  SESSION_SECRET?: string;
  SESSION_SECRET_PREVIOUS?: string;
  SIGNING_KEY?: string;
  STOLEN_KEYS?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_ISSUER?: string;
  PREMIUM_NFT_MINT?: string;
  PREMIUM_NFT_COLLECTION?: string;
  PRICE_FEED?: string;
  EXCHANGE_RATES_URL?: string;
  SUPPORT_EMAIL?: string;
  DATA_LOCATION?: string;
  OPERATOR_NAME?: string;
  OPERATOR_ADDRESS?: string;
  OPERATOR_REGISTRATION?: string;
  OPERATOR_HOST?: string;
  OPERATOR_SECRET?: string;
  MAX_STORED_MB?: string;
  RATE_SCALE?: string;
  REQUIRE_WAIVER?: string;
  PAGE_CACHE?: string;
  SCRYPT_N?: string;
}

/** Forty files of the largest size of a Free account: what a stranger can make the operator pay for. */
const DEFAULT_MAX_STORED_MB = 20_480;

/** Reference rates of the European Central Bank, about 16:00 CET on working days. */
const ECB_DAILY_TABLE = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

const optional = z
  .string()
  .optional()
  .transform((text) => text?.trim() || null);
const required = z.string().trim().min(1);
const address = required.refine(isPublicKey);
const optionalAddress = optional.refine((text) => text === null || isPublicKey(text));

/** How each setting is parsed; `npm run setup` checks answers by it. */
export const variableTypes = z.object({
  APP_ORIGIN: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  SOLANA_CLUSTER: z.enum(CLUSTERS),
  SOLANA_RPC_URLS: required
    .transform((list) =>
      list
        .split(",")
        .map((url) => url.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)),
  SOLANA_GENESIS_HASH: optionalAddress,
  PLATFORM_WALLET: address,
  FEE_BPS: optional
    .refine((text) => text === null || /^\d{1,4}$/.test(text))
    .transform((text) => (text === null ? DEFAULT_FEE_BPS : Number(text)))
    .pipe(z.number().max(MAX_FEE_BPS)),
  MIN_RATED_SOL: optional
    .transform((text) => (text === null ? DEFAULT_MIN_RATED_LAMPORTS : parseMinRated(text)))
    .refine((lamports) => lamports !== null)
    .transform((lamports) => lamports ?? DEFAULT_MIN_RATED_LAMPORTS),
  SESSION_SECRET: required.min(32),
  SESSION_SECRET_PREVIOUS: optional.refine((text) => text === null || text.length >= 32),
  SIGNING_KEY: optional
    .transform((text) => (text === null ? [] : parseSigningKeys(text)))
    .refine((keys) => keys !== null)
    .transform((keys) => keys ?? []),
  STOLEN_KEYS: optional
    .transform((text) => (text === null ? new Map<string, string>() : parseStolenKeys(text)))
    .refine((keys) => keys !== null)
    .transform((keys) => keys ?? new Map<string, string>()),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: optional,
  PREMIUM_NFT_MINT: optionalAddress,
  PREMIUM_NFT_COLLECTION: optionalAddress,
  PRICE_FEED: optionalAddress,
  EXCHANGE_RATES_URL: optional.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  SUPPORT_EMAIL: optional,
  DATA_LOCATION: optional,
  OPERATOR_NAME: optional,
  OPERATOR_ADDRESS: optional,
  OPERATOR_REGISTRATION: optional,
  OPERATOR_HOST: optional,
  OPERATOR_SECRET: optional.pipe(
    z
      .string()
      .regex(/^\S{32,}$/)
      .nullable(),
  ),
  MAX_STORED_MB: z.coerce.number().positive().optional().default(DEFAULT_MAX_STORED_MB),
  RATE_SCALE: z.coerce.number().positive().optional().default(1),
  REQUIRE_WAIVER: optional.pipe(z.enum(["0", "1"]).nullable()),
  PAGE_CACHE: optional.pipe(z.enum(["on", "off"]).nullable()),
  SCRYPT_N: z.coerce
    .number()
    .max(DEFAULT_SCRYPT_N)
    .refine(isPowerOfTwo)
    .optional()
    .default(DEFAULT_SCRYPT_N),
});

const variables = variableTypes
  .refine(
    (vars) => !vars.PREMIUM_NFT_MINT || !vars.PREMIUM_NFT_COLLECTION,
    // Only one of them can be meant.
    { path: ["PREMIUM_NFT_COLLECTION"] },
  )
  .refine(
    (vars) => vars.SCRYPT_N === DEFAULT_SCRYPT_N || vars.SOLANA_CLUSTER === "localnet",
    // Hashes that are fast to compute are fast to guess.
    { path: ["SCRYPT_N"] },
  );

function isPowerOfTwo(value: number): boolean {
  return value > 1 && Number.isInteger(Math.log2(value));
}

const BINDINGS = [
  "DB",
  "FILES",
  "ASSETS",
  "PENDING_TRANSACTION",
  "PLATFORM_SIGNATURE_CACHE",
  "STOCK_WATCH",
] as const;

/** The message names every missing or malformed binding and setting once. */
export class MissingSettings extends Error {
  override readonly name = "MissingSettings";

  constructor(readonly names: string) {
    super(`missing or malformed: ${names}`);
  }
}

/** All settings of this deployment. */
export interface AppSettings extends Settings, AccountSettings, StorageSettings, LegalSettings {
  /** Base58 address of the account with the price of SOL in dollars. */
  priceFeed: string;
  /** Address of the daily table of currencies; null shows no prices in them. */
  exchangeRatesUrl: string | null;
}

const cache = new WeakMap<Env, AppSettings>();

/** Parses the settings once an isolate. Throws `MissingSettings`. */
export function readSettings(env: Env): AppSettings {
  const cached = cache.get(env);
  if (cached) return cached;
  const missing = BINDINGS.filter((name) => !env[name]);
  const result = variables.safeParse(env);
  if (missing.length > 0 || !result.success) {
    const invalid = result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
    throw new MissingSettings([...new Set([...missing, ...invalid])].join(", "));
  }
  const settings = toSettings(result.data);
  cache.set(env, settings);
  return settings;
}

function toSettings(vars: z.infer<typeof variables>): AppSettings {
  return {
    appOrigin: vars.APP_ORIGIN,
    cluster: vars.SOLANA_CLUSTER,
    rpcUrls: vars.SOLANA_RPC_URLS,
    // A public cluster has only one.
    genesisHash: GENESIS_HASHES[vars.SOLANA_CLUSTER] ?? vars.SOLANA_GENESIS_HASH,
    platformWallet: vars.PLATFORM_WALLET,
    feeBps: vars.FEE_BPS,
    minRatedLamports: vars.MIN_RATED_SOL,
    sessionSecret: vars.SESSION_SECRET,
    sessionSecretPrevious: vars.SESSION_SECRET_PREVIOUS,
    signingKeys: vars.SIGNING_KEY,
    stolenKeys: vars.STOLEN_KEYS,
    google: googleOf(vars),
    premiumToken: premiumTokenOf(vars),
    priceFeed: vars.PRICE_FEED ?? SOL_USD_FEED,
    // A local chain asks nobody outside of the machine.
    exchangeRatesUrl:
      vars.EXCHANGE_RATES_URL ?? (vars.SOLANA_CLUSTER === "localnet" ? null : ECB_DAILY_TABLE),
    supportEmail: vars.SUPPORT_EMAIL ?? EXAMPLE_EMAIL,
    dataLocation: vars.DATA_LOCATION,
    operator: {
      name: vars.OPERATOR_NAME,
      address: vars.OPERATOR_ADDRESS,
      registration: vars.OPERATOR_REGISTRATION,
      host: vars.OPERATOR_HOST,
    },
    operatorSecret: vars.OPERATOR_SECRET,
    maxStoredBytes: Math.floor(vars.MAX_STORED_MB * 1024 * 1024),
    rateScale: vars.RATE_SCALE,
    requireWaiver: vars.REQUIRE_WAIVER === "1",
    pageCache: vars.PAGE_CACHE !== "off",
    scryptN: vars.SCRYPT_N,
  };
}

function googleOf(vars: z.infer<typeof variables>): AccountSettings["google"] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = vars;
  if (!clientId || !clientSecret) return null;
  const issuer = vars.GOOGLE_ISSUER ?? "https://accounts.google.com";
  const isDemo = vars.SOLANA_CLUSTER === "localnet" && issuer.startsWith("http://127.0.0.1:");
  return { clientId, clientSecret, issuer, isDemo };
}

function premiumTokenOf(vars: z.infer<typeof variables>): PremiumTokenId | null {
  if (vars.PREMIUM_NFT_MINT) return { kind: "mint", address: vars.PREMIUM_NFT_MINT };
  const collection = vars.PREMIUM_NFT_COLLECTION;
  return collection ? { kind: "collection", address: collection } : null;
}
