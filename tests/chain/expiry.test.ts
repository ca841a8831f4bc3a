import {
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  SystemProgram,
  Transaction,
  TransactionExpiredBlockheightExceededError,
} from "@solana/web3.js";
import { expect, test } from "vitest";
import {
  connect,
  freshChain,
  freshWorld,
  funded,
  SOL,
  send,
  signed,
  someKey,
  transfer,
} from "./support";

test("a blockhash is valid for exactly 150 blocks", async () => {
  const chain = await freshChain();
  const connection = connect(chain, "processed");
  const [buyer, seller] = [funded(chain), someKey()];
  const first = await signed(connection, [buyer], transfer(buyer, someKey(), SOL));
  const second = await signed(connection, [buyer], transfer(buyer, seller, SOL));
  const { recentBlockhash: blockhash = "", lastValidBlockHeight = 0 } = first;
  chain.advanceSlots(150);
  expect(await connection.getBlockHeight()).toBe(lastValidBlockHeight);
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(true);
  await connection.sendRawTransaction(first.serialize());
  chain.advanceSlots(1);
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(false);
  const late = second.serialize();
  await expect(connection.sendRawTransaction(late)).rejects.toThrow(
    "Transaction simulation failed: Blockhash not found",
  );
  // Without preflight it is accepted, and never lands.
  const signature = await connection.sendRawTransaction(late, { skipPreflight: true });
  chain.advanceSlots(1);
  expect((await connection.getSignatureStatus(signature)).value).toBeNull();
  expect(await connection.getBalance(seller)).toBe(0);
  const waited = connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
  await expect(waited).rejects.toBeInstanceOf(TransactionExpiredBlockheightExceededError);
});

test("an unknown blockhash is refused", async () => {
  const { connection, buyer } = await freshWorld();
  const transaction = new Transaction({
    feePayer: buyer.publicKey,
    blockhash: someKey().toBase58(),
    lastValidBlockHeight: 1_000,
  }).add(transfer(buyer, someKey(), SOL));
  transaction.sign(buyer);
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
    "Blockhash not found",
  );
});

test("a transaction with a durable nonce lands late, once", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const nonce = Keypair.generate();
  await send(
    connection,
    [buyer, nonce],
    [
      SystemProgram.createNonceAccount({
        fromPubkey: buyer.publicKey,
        noncePubkey: nonce.publicKey,
        authorizedPubkey: buyer.publicKey,
        lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
      }),
    ].flatMap((made) => ("instructions" in made ? made.instructions : [made])),
  );
  chain.advanceSlots(1);
  const account = await connection.getAccountInfo(nonce.publicKey);
  const stored = NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce;
  const transaction = new Transaction({
    feePayer: buyer.publicKey,
    nonceInfo: {
      nonce: stored,
      nonceInstruction: SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: buyer.publicKey,
      }),
    },
    minContextSlot: 0,
  }).add(transfer(buyer, seller, SOL));
  transaction.sign(buyer);
  chain.advanceSlots(400);
  await connection.sendRawTransaction(transaction.serialize());
  chain.advanceSlots(200);
  await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
    "Blockhash not found",
  );
  expect(await connection.getBalance(seller)).toBe(SOL);
});
