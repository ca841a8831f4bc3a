import { z } from "zod";
import { CLUSTERS } from "../app/lib/cluster";
import type { Settings } from "../app/lib/ports";
import { isPublicKey } from "../app/solana/public-key";
import type { OrderObject, PlatformSignatureCacheObject } from "./objects";

/** Bindings and variables as the platform hands them over. */
export interface Env {
  DB: D1Database;
  FILES: R2Bucket;
  ASSETS: Fetcher;
  PENDING_TRANSACTION: DurableObjectNamespace<OrderObject>;
  PLATFORM_SIGNATURE_CACHE: DurableObjectNamespace<PlatformSignatureCacheObject>;
  APP_ORIGIN?: string;
  SOLANA_CLUSTER?: string;
  SOLANA_RPC_URLS?: string;
  PLATFORM_WALLET?: string;
  SESSION_SECRET?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_ISSUER?: string;
  PREMIUM_NFT_MINT?: string;
  SUPPORT_EMAIL?: string;
  DATA_LOCATION?: string;
  RATE_SCALE?: string;
}

const optional = z
  .string()
  .optional()
  .transform((text) => text?.trim() || null);
const required = z.string().trim().min(1);
const address = required.refine(isPublicKey);

const variables = z.object({
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
  PLATFORM_WALLET: address,
  SESSION_SECRET: required.min(32),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: optional,
  PREMIUM_NFT_MINT: optional,
  SUPPORT_EMAIL: optional,
  DATA_LOCATION: optional,
  RATE_SCALE: z.coerce.number().positive().optional().default(1),
});

const BINDINGS = [
  "DB",
  "FILES",
  "ASSETS",
  "PENDING_TRANSACTION",
  "PLATFORM_SIGNATURE_CACHE",
] as const;

/** Raised at the first request: the message names every binding and setting at fault. */
export class MissingSettings extends Error {
  override readonly name = "MissingSettings";
}

const parsed = new WeakMap<Env, Settings>();

/** Settings of this deployment. Throws `MissingSettings` naming what is absent or malformed. */
export function readSettings(env: Env): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const absent = BINDINGS.filter((name) => !env[name]);
  const result = variables.safeParse(env);
  if (absent.length > 0 || !result.success) {
    const wrong = result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));
    throw new MissingSettings(`missing or malformed: ${[...absent, ...wrong].join(", ")}`);
  }
  const settings = toSettings(result.data);
  parsed.set(env, settings);
  return settings;
}

function toSettings(v: z.infer<typeof variables>): Settings {
  const google =
    v.GOOGLE_CLIENT_ID && v.GOOGLE_CLIENT_SECRET
      ? {
          clientId: v.GOOGLE_CLIENT_ID,
          clientSecret: v.GOOGLE_CLIENT_SECRET,
          issuer: v.GOOGLE_ISSUER ?? "https://accounts.google.com",
        }
      : null;
  return {
    appOrigin: v.APP_ORIGIN,
    cluster: v.SOLANA_CLUSTER,
    rpcUrls: v.SOLANA_RPC_URLS,
    platformWallet: v.PLATFORM_WALLET,
    sessionSecret: v.SESSION_SECRET,
    google,
    premiumNftMint: v.PREMIUM_NFT_MINT,
    supportEmail: v.SUPPORT_EMAIL ?? "support@example.com",
    dataLocation: v.DATA_LOCATION,
    rateScale: v.RATE_SCALE,
  };
}
