import bs58 from "bs58";
import { z } from "zod";
import { encodeAccount } from "../encode-account";
import { accountConfig } from "./accounts";
import { contextSlot, type RpcContext, withContext } from "./context";
import { invalidParams } from "./errors";
import type { Methods } from "./methods";
import { address, optional, positional, readParams } from "./params";

const TOKEN_PROGRAMS = [
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
] as const;
/** Where a token account holds its mint, owner and amount (SPL Token's `Account`), in bytes. */
const MINT_AT = 0;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const TOKEN_ACCOUNT_BYTES = 165;
/** Where a mint holds its supply and decimals (SPL Token's `Mint`), in bytes. */
const SUPPLY_AT = 36;
const DECIMALS_AT = 44;
const MINT_BYTES = 82;

/** Tokens and NFTs of the SPL Token programs. */
export const tokenMethods: Methods = {
  getTokenAccountsByOwner,
  getTokenAccountBalance,
  getTokenSupply,
};

const tokenFilter = z.union([z.object({ mint: address }), z.object({ programId: address })]);

function getTokenAccountsByOwner(params: unknown, context: RpcContext) {
  const schema = positional(address, tokenFilter, optional(accountConfig));
  const [owner, wanted, config] = readParams(schema, params);
  const slot = contextSlot(context, config);
  const { ledger } = context.chain;
  const programs =
    "mint" in wanted ? TOKEN_PROGRAMS : TOKEN_PROGRAMS.filter((one) => one === wanted.programId);
  if (programs.length === 0) throw invalidParams("Invalid param: unrecognized Token program id");
  const found = programs.flatMap((program) =>
    ledger.vm.ownedBy(program).flatMap(({ address: key }): unknown[] => {
      const account = ledger.accountAt(key, slot);
      const token = account && readTokenAccount(account.data);
      if (!token || token.owner !== owner) return [];
      if ("mint" in wanted && token.mint !== wanted.mint) return [];
      const shown = encodeAccount(account, config?.encoding ?? "base58", config?.dataSlice);
      if (config?.encoding !== "jsonParsed") return [{ pubkey: key, account: shown }];
      const decimals = decimalsOf(context, token.mint, slot);
      const data = parsedToken(program, token, decimals, account.data.length);
      return [{ pubkey: key, account: { ...shown, data } }];
    }),
  );
  return withContext(slot, found);
}

function parsedToken(program: string, token: TokenAccount, decimals: number, space: number) {
  const { mint, owner } = token;
  const tokenAmount = amount(token.amount, decimals);
  const info = { isNative: false, mint, owner, state: "initialized", tokenAmount };
  const name = program === TOKEN_PROGRAMS[0] ? "spl-token" : "spl-token-2022";
  return { program: name, parsed: { info, type: "account" }, space };
}

function getTokenAccountBalance(params: unknown, context: RpcContext) {
  const [key, config] = readParams(positional(address, optional(accountConfig)), params);
  const slot = contextSlot(context, config);
  const account = context.chain.ledger.accountAt(key, slot);
  const token = account && isTokenOwned(account.owner) && readTokenAccount(account.data);
  if (!token) throw invalidParams("Invalid param: could not find account");
  return withContext(slot, amount(token.amount, decimalsOf(context, token.mint, slot)));
}

function getTokenSupply(params: unknown, context: RpcContext) {
  const [mint, config] = readParams(positional(address, optional(accountConfig)), params);
  const slot = contextSlot(context, config);
  const account = context.chain.ledger.accountAt(mint, slot);
  if (!account || !isTokenOwned(account.owner) || account.data.length < MINT_BYTES) {
    throw invalidParams("Invalid param: not a Token mint");
  }
  const supply = Buffer.from(account.data).readBigUInt64LE(SUPPLY_AT);
  return withContext(slot, amount(supply, account.data[DECIMALS_AT] ?? 0));
}

interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

function readTokenAccount(data: Uint8Array): TokenAccount | null {
  if (data.length < TOKEN_ACCOUNT_BYTES) return null;
  return {
    mint: bs58.encode(data.subarray(MINT_AT, MINT_AT + 32)),
    owner: bs58.encode(data.subarray(OWNER_AT, OWNER_AT + 32)),
    amount: Buffer.from(data).readBigUInt64LE(AMOUNT_AT),
  };
}

function isTokenOwned(owner: Uint8Array): boolean {
  const program = bs58.encode(owner);
  return TOKEN_PROGRAMS.some((one) => one === program);
}

function decimalsOf(context: RpcContext, mint: string, slot: number): number {
  return context.chain.ledger.accountAt(mint, slot)?.data[DECIMALS_AT] ?? 0;
}

function amount(raw: bigint, decimals: number) {
  const digits = raw.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole;
  return { amount: raw.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
