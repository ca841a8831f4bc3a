import { Keypair } from "@solana/web3.js";
import { expect, test } from "vitest";
import { SOL_USD_FEED } from "../../../app/solana/price-update";
import { readStartSettings } from "../../../dev/run/settings";
import { type Env, MissingSettings, readSettings } from "../../../workers/env";
import { readText } from "../../support/sources";

const read = (path: string) => readText(path);
const example = read(".dev.vars.example");
const settings = [...read("workers/env.ts").matchAll(/^ {2}([A-Z_]+)\?: string;$/gm)].map(
  ([, name = ""]) => name,
);

/** What the example leaves empty, and the variable that wrangler.toml has. */
const NEEDED = {
  APP_ORIGIN: "http://localhost:8787",
  SOLANA_CLUSTER: "localnet",
  SOLANA_RPC_URLS: "http://127.0.0.1:8899",
  PLATFORM_WALLET: Keypair.generate().publicKey.toBase58(),
  SESSION_SECRET: "x".repeat(32),
};

/** Bindings of the platform, and the settings of the example. */
function envOf(text: string, more: Record<string, string> = {}): Env {
  const lines = text.split("\n").filter((line) => /^[A-Z_]+=/.test(line));
  const set = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const binding = {};
  const bindings = {
    DB: binding,
    FILES: binding,
    ASSETS: binding,
    PENDING_TRANSACTION: binding,
    PLATFORM_SIGNATURE_CACHE: binding,
    STOCK_WATCH: binding,
  };
  return { ...bindings, ...set, ...more } as unknown as Env;
}

/** Names that the Worker finds missing or malformed. */
function wrongIn(text: string): string[] {
  try {
    readSettings(envOf(text));
    return [];
  } catch (error) {
    if (!(error instanceof MissingSettings)) throw error;
    return [...new Set(error.message.replace(/^.*: /, "").split(", "))];
  }
}

// spec: setting.documented
test(".dev.vars.example has each setting of the Worker once, under a comment", () => {
  const named = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named).toEqual(settings);
  const paragraphs = example.trim().split("\n\n").slice(1);
  expect(paragraphs.filter((text) => !/^# \S+ \S+/.test(text))).toEqual([]);
});

// spec: command.deploy-button
test("package.json describes each setting and stored thing for the Deploy to Cloudflare button", () => {
  const { scripts, cloudflare } = JSON.parse(read("package.json"));
  const described: Record<string, { description: string }> = cloudflare.bindings;
  expect(Object.keys(described)).toEqual(["DB", "FILES", ...settings]);
  for (const { description } of Object.values(described)) expect(description).toMatch(/\S \S.*\.$/);
  expect(scripts).toMatchObject({ build: expect.any(String), deploy: expect.any(String) });
  expect(read("wrangler.toml")).toMatch(/^\[build\]\ncommand = "node dev\/bootstrap.mjs build"$/m);
  expect(read("README.md")).toMatch(
    /\[!\[Deploy to Cloudflare\]\(https:\/\/deploy\.workers\.cloudflare\.com\/button\)\]\(https:\/\/deploy\.workers\.cloudflare\.com\/\?url=https:\/\/github\.com\/[\w-]+\/[\w.-]+\)/,
  );
  // The secrets that it asks for are not variables as well: an upload has each name once.
  const asked = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const [, vars = ""] = read("wrangler.toml").split(/^\[vars\]$/m);
  expect(asked.filter((name) => vars.includes(`\n${name} =`))).toEqual([]);
});

test("only its empty settings are required, beside the variable in wrangler.toml", () => {
  const empty = [...example.matchAll(/^([A-Z_]+)=$/gm)].map(([, name]) => name);
  const [first, ...others] = empty;
  expect(wrongIn(example)).toEqual([first, "SOLANA_CLUSTER", ...others]);
  // An active line with a value would be a default of the Deploy to Cloudflare button.
  expect(example).not.toMatch(/^[A-Z_]+=./m);
  const defaults = { cluster: "localnet", rateScale: 1, scryptN: 16_384, google: null };
  expect(readSettings(envOf(example, NEEDED))).toMatchObject(defaults);
});

test("password hashes are cheaper on localnet only", () => {
  const read = (cluster: string, SCRYPT_N: string) =>
    readSettings(envOf(example, { ...NEEDED, SOLANA_CLUSTER: cluster, SCRYPT_N })).scryptN;
  expect(read("localnet", "64")).toBe(64);
  expect(read("mainnet-beta", "16384")).toBe(16_384);
  for (const [cluster, cost] of [
    ["mainnet-beta", "8192"],
    ["devnet", "64"],
    ["localnet", "100"],
    ["localnet", "0"],
    ["localnet", "32768"],
  ] as const) {
    expect(() => read(cluster, cost)).toThrow(/: SCRYPT_N$/);
  }
});

// spec: setting.premium
test("one token gives Premium, named by an address", () => {
  const address = Keypair.generate().publicKey.toBase58();
  const tokenOf = (more: Record<string, string>) =>
    readSettings(envOf(example, { ...NEEDED, ...more })).premiumToken;
  expect(tokenOf({})).toBeNull();
  expect(tokenOf({ PREMIUM_NFT_MINT: " ", PREMIUM_NFT_COLLECTION: "" })).toBeNull();
  expect(tokenOf({ PREMIUM_NFT_MINT: address })).toEqual({ kind: "mint", address });
  expect(tokenOf({ PREMIUM_NFT_COLLECTION: address })).toEqual({ kind: "collection", address });
  expect(() => tokenOf({ PREMIUM_NFT_MINT: "not an address" })).toThrow(/: PREMIUM_NFT_MINT$/);
  const both = { PREMIUM_NFT_MINT: address, PREMIUM_NFT_COLLECTION: address };
  expect(() => tokenOf(both)).toThrow(/: PREMIUM_NFT_COLLECTION$/);

  expect(readStartSettings({ PREMIUM_NFT_MINT: address }).passedOn).toEqual({
    PREMIUM_NFT_MINT: address,
  });
  expect(() => readStartSettings({ PREMIUM_NFT_MINT: "x" })).toThrow(/PREMIUM_NFT_MINT should be/);
  expect(() => readStartSettings(both)).toThrow(/not both/);
});

// spec: setting.fee
test("the commission is a whole number of basis points, up to half of a price", () => {
  const read = (FEE_BPS?: string) =>
    readSettings(envOf(example, { ...NEEDED, ...(FEE_BPS !== undefined && { FEE_BPS }) })).feeBps;
  expect([read(), read(""), read("0"), read("250"), read("5000")]).toEqual([
    100, 100, 0, 250, 5000,
  ]);
  expect(readStartSettings({ FEE_BPS: "250" }).passedOn).toEqual({ FEE_BPS: "250" });
  for (const wrong of ["5001", "-1", "1.5", "1e2", "1 %"]) {
    expect(() => read(wrong)).toThrow(/: FEE_BPS$/);
    expect(() => readStartSettings({ FEE_BPS: wrong })).toThrow(/FEE_BPS should be a whole number/);
  }
});

// spec: setting.rates
test("the sources of the rate are those of mainnet by default, and nobody outside on localnet", () => {
  const read = (more: Record<string, string>) =>
    readSettings(envOf(example, { ...NEEDED, ...more }));
  expect(read({})).toMatchObject({ priceFeed: SOL_USD_FEED, exchangeRatesUrl: null });
  for (const SOLANA_CLUSTER of ["devnet", "mainnet-beta"]) {
    expect(read({ SOLANA_CLUSTER })).toMatchObject({
      priceFeed: "7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE",
      exchangeRatesUrl: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
    });
  }
  const own = {
    PRICE_FEED: NEEDED.PLATFORM_WALLET,
    EXCHANGE_RATES_URL: "http://127.0.0.1:9/x.xml",
  };
  expect(read(own)).toMatchObject({
    priceFeed: own.PRICE_FEED,
    exchangeRatesUrl: own.EXCHANGE_RATES_URL,
  });
  expect(readStartSettings(own).passedOn).toEqual(own);
  expect(() => read({ PRICE_FEED: "sol" })).toThrow(/: PRICE_FEED$/);
  expect(() => read({ EXCHANGE_RATES_URL: "ftp://x" })).toThrow(/: EXCHANGE_RATES_URL$/);
  expect(() => readStartSettings({ PRICE_FEED: "sol" })).toThrow(/PRICE_FEED should be/);
});

// spec: setting.documented
test("the operations page explains each setting", () => {
  const rows = read("docs/operations.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  expect(settings.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
});
