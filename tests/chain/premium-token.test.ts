import type { PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { ChainUnavailable } from "../../app/solana/chain";
import { TOKEN_METADATA_PROGRAM } from "../../app/solana/token-metadata";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "../../app/solana/token-programs";
import { createIsolate, platformRuntime } from "../../workers/isolate";
import { createPremiumToken } from "../../workers/premium-token";
import { readCall, serve } from "../support/http-server";
import {
  copyToken,
  delegateAndFreeze,
  metadataBytes,
  mintToken,
  moveToken,
  setMetadata,
} from "../support/tokens";
import { freshWorld, funded, someKey } from "./support";

const COLLECTION = someKey().toBase58();
/** Longer than any of these readings. */
const TIMEOUT_MS = 60_000;

/** A chain, a wallet that mints, one that owns, and readings of what a wallet holds. */
async function world() {
  const { chain, connection, buyer: minter } = await freshWorld();
  const owner = funded(chain);
  const read = (
    kind: "mint" | "collection",
    address: string,
    wallet: PublicKey,
    urls: string[],
  ) => {
    chain.advanceSlots(1);
    const token = createPremiumToken({ kind, address }, { rpcUrls: urls, genesisHash: null });
    return (known: string | null) => token.mintHeldBy(wallet.toBase58(), known, TIMEOUT_MS);
  };
  return {
    chain,
    minter,
    owner,
    connection,
    mint: (traits?: Parameters<typeof mintToken>[3], to = owner.publicKey) =>
      mintToken(connection, minter, to, traits),
    holdsMint: async (mint: string, wallet = owner.publicKey, urls = [chain.url]) =>
      (await read("mint", mint, wallet, urls)(null)) === mint,
    /** The member of the collection that the owner holds. */
    memberOf: (urls = [chain.url], known: string | null = null) =>
      read("collection", COLLECTION, owner.publicKey, urls)(known),
    changingNode: (method: string, change: Parameters<typeof changingNode>[2]) =>
      changingNode(chain.url, method, change),
  };
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
  const { connection, minter, owner, mint, holdsMint } = await world();
  const token = await mint({ program });
  const buyer = someKey();
  expect(await holdsMint(token.mint)).toBe(true);
  expect(await holdsMint(token.mint, buyer)).toBe(false);
  expect(await holdsMint((await mint({}, someKey())).mint)).toBe(false);
  await moveToken(connection, minter, owner, token, buyer);
  expect(await holdsMint(token.mint)).toBe(false);
  expect(await holdsMint(token.mint, buyer)).toBe(true);
});

test("a delegated and frozen token counts, one with decimals and an empty account do not", async () => {
  const { connection, minter, owner, mint, holdsMint } = await world();
  const frozen = await mint();
  await delegateAndFreeze(connection, minter, owner, frozen);
  expect(await holdsMint(frozen.mint)).toBe(true);
  expect(await holdsMint((await mint({ decimals: 6, amount: 5 })).mint)).toBe(false);
  expect(await holdsMint((await mint({ amount: 0 })).mint)).toBe(false);
});

const verified = { key: COLLECTION, verified: true };

test("a verified member of the collection counts (its metadata account is set, not created by the Token Metadata program)", async () => {
  const { chain, connection, minter, owner, mint, memberOf } = await world();
  expect(await memberOf()).toBeNull();
  const spl = await mint();
  setMetadata(chain, spl.mint, { collection: verified });
  expect(await memberOf()).toBe(spl.mint);
  await moveToken(connection, minter, owner, spl, someKey());
  expect(await memberOf()).toBeNull();
  const extended = await mint({ program: TOKEN_2022_PROGRAM });
  setMetadata(chain, extended.mint, { collection: verified });
  expect(await memberOf()).toBe(extended.mint);
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
  const { chain, memberOf, ...here } = await world();
  const { mint } = await here.mint();
  setMetadata(chain, mint, traits(mint));
  expect(await memberOf()).toBeNull();
});

test("a token with decimals is no member, whatever its metadata say (set, not created)", async () => {
  const { chain, memberOf, ...here } = await world();
  const { mint } = await here.mint({ decimals: 2 });
  setMetadata(chain, mint, { collection: verified });
  expect(await memberOf()).toBeNull();
});

test("of 101 tokens the one that gave it before and the first others are read, in one call (metadata set, not created)", async () => {
  const { chain, connection, mint, memberOf, changingNode } = await world();
  const token = await mint();
  const sorted = [token.mint, ...(await copyToken(chain, connection, token, 100))].sort();
  const sizes: number[] = [];
  const counting = await changingNode("getMultipleAccounts", (value) => {
    sizes.push(value.length);
    return value;
  });
  setMetadata(chain, sorted[100] ?? "", { collection: verified });
  expect(await memberOf([counting])).toBeNull();
  setMetadata(chain, sorted[99] ?? "", { collection: verified });
  expect(await memberOf([counting])).toBe(sorted[99]);
  expect(sizes).toEqual([100, 100]);
  // What strangers send does not end it: the mint that gave it is looked at first.
  setMetadata(chain, sorted[99] ?? "", { collection: null });
  const [last = ""] = sorted.slice(100);
  expect(await memberOf([counting], last)).toBe(last);
  expect(sizes.slice(2)).toEqual([1]);
  setMetadata(chain, last, { collection: null });
  expect(await memberOf([counting], last)).toBeNull();
});

test.each<[string, string, (value: unknown[]) => unknown]>([
  ["hides the tokens", "getTokenAccountsByOwner", () => []],
  ["hides the metadata", "getMultipleAccounts", (value) => value.map(() => null)],
])("nothing is known where the second node %s", async (_, method, change) => {
  const { chain, memberOf, changingNode, ...here } = await world();
  const { mint } = await here.mint();
  setMetadata(chain, mint, { collection: verified });
  const lying = await changingNode(method, change);
  const honest = await changingNode("none", (value) => value);
  expect(await memberOf([chain.url, honest])).toBe(mint);
  for (const urls of [
    [chain.url, lying],
    [lying, chain.url],
  ])
    await expect(memberOf(urls)).rejects.toThrow(ChainUnavailable);
});

// spec: money.premium-quorum
test("a lying second node gives nobody the token", async () => {
  const { chain, memberOf, changingNode, ...here } = await world();
  const { mint } = await here.mint();
  const data = metadataBytes({ mint, collection: verified });
  const account = {
    lamports: 1,
    owner: TOKEN_METADATA_PROGRAM,
    executable: false,
    data: [Buffer.from(data).toString("base64"), "base64"],
  };
  const lying = await changingNode("getMultipleAccounts", () => [account]);
  expect(await memberOf([lying])).toBe(mint);
  await expect(memberOf([chain.url, lying])).rejects.toThrow(ChainUnavailable);
});

test("a third node replaces one that fails; two of which one fails know nothing", async () => {
  const { chain, holdsMint, changingNode, ...here } = await world();
  const { mint } = await here.mint();
  const honest = await changingNode("none", (value) => value);
  const broken = await changingNode("getTokenAccountsByOwner", () => "none");
  const urls = [broken, chain.url, honest];
  expect(await holdsMint(mint, undefined, urls)).toBe(true);
  await expect(holdsMint(mint, undefined, [broken, honest])).rejects.toThrow(ChainUnavailable);
});

test("a node that does not answer in time gives no result", async () => {
  const { chain, owner } = await world();
  chain.injectFault({ kind: "timeout" });
  const stop = new AbortController();
  const token = createPremiumToken(
    { kind: "mint", address: COLLECTION },
    { rpcUrls: [chain.url], genesisHash: null },
    createIsolate({ ...platformRuntime, timeoutSignal: () => stop.signal }),
  );
  const reading = token.mintHeldBy(owner.publicKey.toBase58(), null, TIMEOUT_MS);
  stop.abort();
  await expect(reading).rejects.toThrow(ChainUnavailable);
});
