import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { accountKind } from "../../app/solana/account-kind";
import { createSolanaChain } from "../../workers/solana-chain";
import { connect, freshChain, funded, send } from "./support";

const TOKEN_PROGRAM = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;

/** An instruction of the SPL Token program, by its number there. */
function token(
  data: Uint8Array,
  writable: PublicKey[],
  readonly: PublicKey[] = [],
  signer?: PublicKey,
) {
  const meta = (isWritable: boolean) => (pubkey: PublicKey) => ({
    pubkey,
    isWritable,
    isSigner: pubkey === signer,
  });
  const keys = [...writable.map(meta(true)), ...readonly.map(meta(false))];
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data: Buffer.from(data) });
}

test("an NFT is minted by the real program and found by its owner", async () => {
  const chain = await freshChain();
  const connection = connect(chain);
  const minter = funded(chain);
  const owner = Keypair.generate().publicKey;
  const mint = Keypair.generate();
  const account = Keypair.generate();
  const create = async (made: Keypair, space: number) =>
    SystemProgram.createAccount({
      fromPubkey: minter.publicKey,
      newAccountPubkey: made.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(space),
      space,
      programId: TOKEN_PROGRAM,
    });
  const initializeMint = Uint8Array.of(20, 0, ...minter.publicKey.toBytes(), 0);
  const initializeAccount = Uint8Array.of(18, ...owner.toBytes());
  const mintOne = Uint8Array.of(7, 1, 0, 0, 0, 0, 0, 0, 0);
  const signature = await send(
    connection,
    [minter, mint, account],
    [
      await create(mint, MINT_BYTES),
      token(initializeMint, [mint.publicKey]),
      await create(account, ACCOUNT_BYTES),
      token(initializeAccount, [account.publicKey], [mint.publicKey]),
      token(mintOne, [mint.publicKey, account.publicKey], [minter.publicKey], minter.publicKey),
    ],
  );
  chain.advanceSlots(1);

  const byMint = await connection.getParsedTokenAccountsByOwner(owner, { mint: mint.publicKey });
  expect(byMint.value[0]?.pubkey).toEqual(account.publicKey);
  expect(byMint.value[0]?.account.data.parsed.info).toMatchObject({
    mint: mint.publicKey.toBase58(),
    owner: owner.toBase58(),
    tokenAmount: { amount: "1", decimals: 0, uiAmount: 1, uiAmountString: "1" },
  });
  const byProgram = await connection.getTokenAccountsByOwner(owner, { programId: TOKEN_PROGRAM });
  expect(byProgram.value.map((one) => one.pubkey)).toEqual([account.publicKey]);
  const other = await connection.getTokenAccountsByOwner(owner, {
    mint: Keypair.generate().publicKey,
  });
  expect(other.value).toEqual([]);
  expect((await connection.getTokenAccountBalance(account.publicKey)).value.amount).toBe("1");
  expect((await connection.getTokenSupply(mint.publicKey)).value.amount).toBe("1");
  const filters = [
    { dataSize: ACCOUNT_BYTES },
    { memcmp: { offset: 32, bytes: owner.toBase58() } },
  ];
  const filtered = await connection.getProgramAccounts(TOKEN_PROGRAM, { filters });
  expect(filtered.map((one) => one.pubkey)).toEqual([account.publicKey]);
  const addresses = [mint.publicKey, account.publicKey, minter.publicKey, TOKEN_PROGRAM, owner];
  const read = await createSolanaChain([chain.url]).accounts(addresses.map(String));
  expect(read.map((one) => one && accountKind(one))).toEqual([
    "mint",
    "token_account",
    "wallet",
    "program",
    null,
  ]);
  const landed = await connection.getTransaction(signature);
  expect(landed?.meta?.postTokenBalances).toMatchObject([
    { mint: mint.publicKey.toBase58(), owner: owner.toBase58(), uiTokenAmount: { amount: "1" } },
  ]);
});
