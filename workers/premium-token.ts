import { z } from "zod";
import type { PremiumToken } from "../app/accounts/ports";
import type { PremiumTokenId } from "../app/accounts/rules/plan";
import { decodeBase64 } from "../app/lib/base64";
import type { Settings } from "../app/lib/ports";
import { ChainUnavailable } from "../app/solana/chain";
import {
  metadataAddress,
  parseTokenMetadata,
  TOKEN_METADATA_PROGRAM,
} from "../app/solana/token-metadata";
import { TOKEN_PROGRAMS } from "../app/solana/token-programs";
import { type Isolate, platformIsolate } from "./isolate";
import type { NodeCall } from "./rpc-node";
import { RpcPool } from "./rpc-pool";

/** Half of what a page waits for, so that a third node can take the place of a dead one. */
const NODE_TIMEOUT_MS = 1_500;
/** Largest number of accounts that a node returns in one call. */
const MAX_TOKENS = 100;

const amount = z.object({
  amount: z.string().regex(/^\d{1,20}$/),
  decimals: z.number().int().nonnegative(),
});
/** Frozen and delegated accounts hold their token too: programmable NFTs are always frozen. */
const tokenAccount = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({ mint: z.string(), owner: z.string(), tokenAmount: amount }),
      }),
    }),
  }),
});
/** An account that the node can't parse is no token that it could show. */
const unparsed = z.object({ account: z.object({ data: z.tuple([z.string(), z.string()]) }) });
const tokenAccounts = z.object({ value: z.array(z.union([tokenAccount, unparsed])) });
const accounts = z.object({
  value: z.array(
    z.object({ owner: z.string(), data: z.tuple([z.base64(), z.literal("base64")]) }).nullable(),
  ),
});

/** Reads over JSON-RPC who holds the token of the Premium plan. */
export function createPremiumToken(
  token: PremiumTokenId,
  { rpcUrls, genesisHash }: Pick<Settings, "rpcUrls" | "genesisHash">,
  isolate: Isolate = platformIsolate,
): PremiumToken {
  const pool = new RpcPool(rpcUrls, genesisHash, isolate);
  return {
    async mintHeldBy(wallet, known, timeoutMs) {
      const signal = isolate.runtime.timeoutSignal(timeoutMs);
      const read = async (call: NodeCall) => {
        if (token.kind === "mint") return heldMint(wallet, token.address, call);
        // Anyone can send a wallet worthless tokens, until it has more than are looked at.
        const held = known && (await heldMint(wallet, known, call));
        const first = held && (await findMember(token.address, [held], call));
        const programs = TOKEN_PROGRAMS.map((programId) => ({ programId }));
        return first || findMember(token.address, await mintsOf(wallet, programs, call), call);
      };
      const [first = null, ...others] = await pool.readOnSeveral(read, {
        nodeTimeoutMs: NODE_TIMEOUT_MS,
        signal,
      });
      if (others.every((other) => other === first)) return first;
      throw new ChainUnavailable("nodes disagree on the tokens of a wallet");
    },
  };
}

/** The mint, where the wallet has its token; else null. */
async function heldMint(wallet: string, mint: string, call: NodeCall): Promise<string | null> {
  return (await mintsOf(wallet, [{ mint }], call)).includes(mint) ? mint : null;
}

/** Mints of tokens without decimals of which the wallet has at least one, in a fixed order. */
async function mintsOf(
  wallet: string,
  filters: readonly Record<string, string>[],
  call: NodeCall,
): Promise<string[]> {
  const config = { commitment: "confirmed", encoding: "jsonParsed" };
  const pages = await Promise.all(
    filters.map((filter) =>
      call("getTokenAccountsByOwner", [wallet, filter, config], tokenAccounts),
    ),
  );
  const held = pages
    .flatMap(({ value }) => value)
    .flatMap(({ account: { data } }) => ("parsed" in data ? [data.parsed.info] : []))
    .filter(({ owner, tokenAmount }) => {
      return owner === wallet && tokenAmount.decimals === 0 && BigInt(tokenAmount.amount) >= 1n;
    });
  return [...new Set(held.map(({ mint }) => mint))].sort();
}

/** The first of `MAX_TOKENS` mints that is a verified member of the collection; null without one. */
async function findMember(
  collection: string,
  mints: readonly string[],
  call: NodeCall,
): Promise<string | null> {
  const looked = mints.slice(0, MAX_TOKENS);
  if (looked.length === 0) return null;
  const config = { commitment: "confirmed", encoding: "base64" };
  const shape = accounts.refine(({ value }) => value.length === looked.length);
  const params = [looked.map(metadataAddress), config];
  const { value } = await call("getMultipleAccounts", params, shape);
  const found = looked.find((mint, index) => {
    const account = value[index];
    if (account?.owner !== TOKEN_METADATA_PROGRAM) return false;
    const metadata = parseTokenMetadata(decodeBase64(account.data[0]));
    return (
      metadata?.mint === mint &&
      metadata?.collection?.verified === true &&
      metadata.collection.key === collection
    );
  });
  return found ?? null;
}
