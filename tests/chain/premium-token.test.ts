import type { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { ChainUnavailable } from "../../app/solana/chain";
import { TOKEN_METADATA_PROGRAM } from "../../app/solana/token-metadata";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../../app/solana/token-programs";
import type { ChainHandle } from "../../dev/chain/index";
import { createIsolate, platformRuntime } from "../../workers/isolate";
import { createPremiumToken } from "../../workers/premium-token";
import { readCall, serve } from "../support/http-server";
import {
  copyToken,
  delegateAndFreeze,
  type MintedToken,
  metadataBytes,
  mintToken,
  moveToken,
  setMetadata,
} from "../support/tokens";
import { connect, freshChain, funded, someKey } from "./support";

interface World {
  chain: ChainHandle;
  connection: Connection;
  minter: Keypair;
  owner: Keypair;
}

async function world(): Promise<World> {
  const chain = await freshChain();
  const connection = connect(chain);
  return { chain, connection, minter: funded(chain), owner: funded(chain) };
}

const COLLECTION = someKey().toBase58();
/** Longer than any of these readings. */
const TIMEOUT_MS = 60_000;

function holdsMint({ chain }: World, mint: string, owner: PublicKey, urls = [chain.url]) {
  chain.advanceSlots(1);
  const token = createPremiumToken(
    { kind: "mint", address: mint },
    { rpcUrls: urls, genesisHash: null },
  );
  return token.mintHeldBy(owner.toBase58(), null, TIMEOUT_MS).then((held) => held === mint);
}

async function holdsMember(...asked: Parameters<typeof memberOf>) {
  return (await memberOf(...asked)) !== null;
}

function memberOf(
  { chain }: World,
  owner: PublicKey,
  urls = [chain.url],
  known: string | null = null,
) {
  chain.advanceSlots(1);
  const token = createPremiumToken(
    { kind: "collection", address: COLLECTION },
    { rpcUrls: urls, genesisHash: null },
  );
  return token.mintHeldBy(owner.toBase58(), known, TIMEOUT_MS);
}

/** A node that forwards calls and changes the results of `method`. */
async function changingNode(target: string, method: string, change: (value: unknown[]) => unknown) {
  const { url } = await serve(async (request, response) => {
    const asked = await readCall(request);
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(target, { method: "POST", headers, body: JSON.stringify(asked) });
    const json = (await answer.json()) as { result: { value: unknown } };
    if (asked.method === method) json.result.value = change(json.result.value as unknown[]);
    response.end(JSON.stringify(json));
  });
  return url;
}

test.each([
  ["SPL Token", TOKEN_PROGRAM],
  ["Token-2022", TOKEN_2022_PROGRAM],
])("a wallet holds the mint until the token moves on (%s)", async (_, program) => {
  const here = await world();
  const { connection, minter, owner } = here;
  const token = await mintToken(connection, minter, owner.publicKey, { program });
  const buyer = someKey();
  expect(await holdsMint(here, token.mint, owner.publicKey)).toBe(true);
  expect(await holdsMint(here, token.mint, buyer)).toBe(false);
  expect(await holdsMint(here, (await other(here)).mint, owner.publicKey)).toBe(false);
  await moveToken(connection, minter, owner, token, buyer);
  expect(await holdsMint(here, token.mint, owner.publicKey)).toBe(false);
  expect(await holdsMint(here, token.mint, buyer)).toBe(true);
});

const other = ({ connection, minter }: World): Promise<MintedToken> =>
  mintToken(connection, minter, someKey());

test("a delegated and frozen token counts, one with decimals and an empty account do not", async () => {
  const here = await world();
  const { connection, minter, owner } = here;
  const frozen = await mintToken(connection, minter, owner.publicKey);
  await delegateAndFreeze(connection, minter, owner, frozen);
  expect(await holdsMint(here, frozen.mint, owner.publicKey)).toBe(true);
  const coin = await mintToken(connection, minter, owner.publicKey, { decimals: 6, amount: 5 });
  expect(await holdsMint(here, coin.mint, owner.publicKey)).toBe(false);
  const empty = await mintToken(connection, minter, owner.publicKey, { amount: 0 });
  expect(await holdsMint(here, empty.mint, owner.publicKey)).toBe(false);
});

const verified = { key: COLLECTION, verified: true };

test("a verified member of the collection counts (its metadata account is set, not created by the Token Metadata program)", async () => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  expect(await holdsMember(here, owner.publicKey)).toBe(false);
  const spl = await mintToken(connection, minter, owner.publicKey);
  setMetadata(chain, spl.mint, { collection: verified });
  expect(await holdsMember(here, owner.publicKey)).toBe(true);
  await moveToken(connection, minter, owner, spl, someKey());
  expect(await holdsMember(here, owner.publicKey)).toBe(false);
  const program = TOKEN_2022_PROGRAM;
  const extended = await mintToken(connection, minter, owner.publicKey, { program });
  setMetadata(chain, extended.mint, { collection: verified });
  expect(await holdsMember(here, owner.publicKey)).toBe(true);
});

test.each<[string, (mint: string) => Parameters<typeof setMetadata>[2]]>([
  ["no collection", () => ({ collection: null })],
  ["an unverified collection", () => ({ collection: { key: COLLECTION, verified: false } })],
  ["another collection", () => ({ collection: { key: someKey().toBase58(), verified: true } })],
  ["another owner than the program", () => ({ collection: verified, owner: TOKEN_PROGRAM })],
  ["another mint", () => ({ collection: verified, mint: someKey().toBase58() })],
  ["no data", () => ({ data: new Uint8Array() })],
  [
    "truncated data",
    (mint) => ({ data: metadataBytes({ mint, collection: verified }).subarray(0, 400) }),
  ],
])("metadata with %s does not count (set under the program's address)", async (_, traits) => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  const { mint } = await mintToken(connection, minter, owner.publicKey);
  setMetadata(chain, mint, traits(mint));
  expect(await holdsMember(here, owner.publicKey)).toBe(false);
});

test("a token with decimals is no member, whatever its metadata say (set, not created)", async () => {
  const here = await world();
  const { mint } = await mintToken(here.connection, here.minter, here.owner.publicKey, {
    decimals: 2,
  });
  setMetadata(here.chain, mint, { collection: verified });
  expect(await holdsMember(here, here.owner.publicKey)).toBe(false);
});

test("of 101 tokens the one that gave it before and the first others are read, in one call (metadata set, not created)", async () => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  const token = await mintToken(connection, minter, owner.publicKey);
  const sorted = [token.mint, ...(await copyToken(chain, connection, token, 100))].sort();
  const sizes: number[] = [];
  const counting = await changingNode(chain.url, "getMultipleAccounts", (value) => {
    sizes.push(value.length);
    return value;
  });
  setMetadata(chain, sorted[100] ?? "", { collection: verified });
  expect(await holdsMember(here, owner.publicKey, [counting])).toBe(false);
  setMetadata(chain, sorted[99] ?? "", { collection: verified });
  expect(await holdsMember(here, owner.publicKey, [counting])).toBe(true);
  expect(sizes).toEqual([100, 100]);
  // What strangers send does not end it: the mint that gave it is looked at first.
  setMetadata(chain, sorted[99] ?? "", { collection: null });
  const [last = ""] = sorted.slice(100);
  expect(await memberOf(here, owner.publicKey, [counting], last)).toBe(last);
  expect(sizes.slice(2)).toEqual([1]);
  setMetadata(chain, last, { collection: null });
  expect(await holdsMember(here, owner.publicKey, [counting], last)).toBe(false);
});

test.each<[string, string, (value: unknown[]) => unknown]>([
  ["hides the tokens", "getTokenAccountsByOwner", () => []],
  ["hides the metadata", "getMultipleAccounts", (value) => value.map(() => null)],
])("nothing is known where the second node %s", async (_, method, change) => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  const { mint } = await mintToken(connection, minter, owner.publicKey);
  setMetadata(chain, mint, { collection: verified });
  const lying = await changingNode(chain.url, method, change);
  const honest = await changingNode(chain.url, "none", (value) => value);
  expect(await holdsMember(here, owner.publicKey, [chain.url, honest])).toBe(true);
  for (const urls of [
    [chain.url, lying],
    [lying, chain.url],
  ])
    await expect(holdsMember(here, owner.publicKey, urls)).rejects.toThrow(ChainUnavailable);
});

// spec: money.premium-quorum
test("a lying second node gives nobody the token", async () => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  const { mint } = await mintToken(connection, minter, owner.publicKey);
  const data = metadataBytes({ mint, collection: verified });
  const account = {
    lamports: 1,
    owner: TOKEN_METADATA_PROGRAM,
    executable: false,
    data: [Buffer.from(data).toString("base64"), "base64"],
  };
  const lying = await changingNode(chain.url, "getMultipleAccounts", () => [account]);
  expect(await holdsMember(here, owner.publicKey, [lying])).toBe(true);
  await expect(holdsMember(here, owner.publicKey, [chain.url, lying])).rejects.toThrow(
    ChainUnavailable,
  );
});

test("a third node replaces one that fails; two of which one fails know nothing", async () => {
  const here = await world();
  const { chain, connection, minter, owner } = here;
  const { mint } = await mintToken(connection, minter, owner.publicKey);
  const honest = await changingNode(chain.url, "none", (value) => value);
  const broken = await changingNode(chain.url, "getTokenAccountsByOwner", () => "none");
  const urls = [broken, chain.url, honest];
  expect(await holdsMint(here, mint, owner.publicKey, urls)).toBe(true);
  await expect(holdsMint(here, mint, owner.publicKey, [broken, honest])).rejects.toThrow(
    ChainUnavailable,
  );
});

test("a node that does not answer in time gives no result", async () => {
  const here = await world();
  here.chain.injectFault({ kind: "timeout" });
  const stop = new AbortController();
  const token = createPremiumToken(
    { kind: "mint", address: COLLECTION },
    { rpcUrls: [here.chain.url], genesisHash: null },
    createIsolate({ ...platformRuntime, timeoutSignal: () => stop.signal }),
  );
  const reading = token.mintHeldBy(here.owner.publicKey.toBase58(), null, TIMEOUT_MS);
  stop.abort();
  await expect(reading).rejects.toThrow(ChainUnavailable);
});
