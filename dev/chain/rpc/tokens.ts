import { z } from "zod";
import { encodeAccount } from "../encode-account";
import {
  readMint,
  readTokenAccount,
  TOKEN_PROGRAM,
  TOKEN_PROGRAMS,
  type TokenAccount,
  tokenAmount,
} from "../token-layout";
import { accountConfig } from "./accounts";
import { contextSlot, type Methods, type RpcContext, withContext } from "./context";
import { invalidParams } from "./errors";
import { address, optional, positional, readParams } from "./params";

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
      const token = readTokenAccount(account);
      if (!account || token?.owner !== owner) return [];
      if ("mint" in wanted && token.mint !== wanted.mint) return [];
      const shown = encodeAccount(account, config?.encoding ?? "base58", config?.dataSlice);
      if (config?.encoding !== "jsonParsed") return [{ pubkey: key, account: shown }];
      const data = parsedToken(token, decimalsOf(context, token.mint, slot), account.data.length);
      return [{ pubkey: key, account: { ...shown, data } }];
    }),
  );
  return withContext(slot, found);
}

function parsedToken(token: TokenAccount, decimals: number, space: number) {
  const { mint, owner, amount, programId } = token;
  const info = {
    isNative: false,
    mint,
    owner,
    state: "initialized",
    tokenAmount: tokenAmount(amount, decimals),
  };
  const program = programId === TOKEN_PROGRAM ? "spl-token" : "spl-token-2022";
  return { program, parsed: { info, type: "account" }, space };
}

function getTokenAccountBalance(params: unknown, context: RpcContext) {
  const [key, config] = readParams(positional(address, optional(accountConfig)), params);
  const slot = contextSlot(context, config);
  const token = readTokenAccount(context.chain.ledger.accountAt(key, slot));
  if (!token) throw invalidParams("Invalid param: could not find account");
  return withContext(slot, tokenAmount(token.amount, decimalsOf(context, token.mint, slot)));
}

function getTokenSupply(params: unknown, context: RpcContext) {
  const [key, config] = readParams(positional(address, optional(accountConfig)), params);
  const slot = contextSlot(context, config);
  const mint = readMint(context.chain.ledger.accountAt(key, slot));
  if (!mint) throw invalidParams("Invalid param: not a Token mint");
  return withContext(slot, tokenAmount(mint.supply, mint.decimals));
}

function decimalsOf({ chain }: RpcContext, mint: string, slot: number): number {
  return readMint(chain.ledger.accountAt(mint, slot))?.decimals ?? 0;
}
