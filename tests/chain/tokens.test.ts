import { PublicKey } from "@solana/web3.js";
import { expect, test } from "vitest";
import { accountKind } from "../../app/solana/account-kind";
import { createSolanaChain } from "../../workers/solana-chain";
import { ACCOUNT_BYTES, mintToken } from "../support/tokens";
import { freshWorld, someKey } from "./support";

test("an NFT is minted by the real program and found by its owner", async () => {
  const { chain, connection, buyer: minter } = await freshWorld();
  const owner = someKey();
  const minted = await mintToken(connection, minter, owner);
  const { account, programId } = minted;
  const mint = new PublicKey(minted.mint);
  chain.advanceSlots(1);

  const byMint = await connection.getParsedTokenAccountsByOwner(owner, { mint });
  expect(byMint.value[0]?.pubkey).toEqual(account);
  expect(byMint.value[0]?.account.data.parsed.info).toMatchObject({
    mint: mint.toBase58(),
    owner: owner.toBase58(),
    tokenAmount: { amount: "1", decimals: 0, uiAmount: 1, uiAmountString: "1" },
  });
  const byProgram = await connection.getTokenAccountsByOwner(owner, { programId });
  expect(byProgram.value.map((one) => one.pubkey)).toEqual([account]);
  const other = await connection.getTokenAccountsByOwner(owner, { mint: someKey() });
  expect(other.value).toEqual([]);
  expect((await connection.getTokenAccountBalance(account)).value.amount).toBe("1");
  expect((await connection.getTokenSupply(mint)).value.amount).toBe("1");
  const filters = [
    { dataSize: ACCOUNT_BYTES },
    { memcmp: { offset: 32, bytes: owner.toBase58() } },
  ];
  const filtered = await connection.getProgramAccounts(programId, { filters });
  expect(filtered.map((one) => one.pubkey)).toEqual([account]);
  const addresses = [mint, account, minter.publicKey, programId, owner];
  const read = await createSolanaChain([chain.url]).accounts(addresses.map(String));
  expect(read.map((one) => one && accountKind(one))).toEqual([
    "mint",
    "token_account",
    "wallet",
    "program",
    null,
  ]);
  const [row] = await connection.getSignaturesForAddress(mint);
  const landed = await connection.getTransaction(row?.signature ?? "");
  expect(landed?.meta?.postTokenBalances).toMatchObject([
    { mint: mint.toBase58(), owner: owner.toBase58(), uiTokenAmount: { amount: "1" } },
  ]);
});
