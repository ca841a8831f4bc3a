import { PublicKey, SendTransactionError } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { createSolanaChain } from "../../workers/solana-chain";
import { connect, freshWorld, funded, SOL, send, signed, someKey, transfer } from "./support";

test("a transfer moves exactly its lamports and the fee, and is found by its reference", async () => {
  const { chain, connection, buyer, seller } = await freshWorld(2 * SOL);
  const reference = someKey();
  const signature = await send(connection, [buyer], [transfer(buyer, seller, SOL, [reference])]);
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(SOL);
  expect(await connection.getBalance(buyer.publicKey)).toBe(SOL - 5_000);
  const listed = await connection.getSignaturesForAddress(reference);
  expect(listed).toMatchObject([{ signature, err: null, confirmationStatus: "confirmed" }]);
  expect(await connection.getSignaturesForAddress(someKey())).toEqual([]);
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.meta).toMatchObject({
    err: null,
    fee: 5_000,
    preBalances: [2 * SOL, 0, 1, 0],
    postBalances: [SOL - 5_000, SOL, 1, 0],
    computeUnitsConsumed: 150,
    logMessages: [
      "Program 11111111111111111111111111111111 invoke [1]",
      "Program 11111111111111111111111111111111 success",
    ],
  });
  expect(found?.version).toBe("legacy");
  expect(found?.blockTime).toBeCloseTo(Date.now() / 1000, -1);
  expect(found?.transaction.message.getAccountKeys().get(1)?.equals(seller)).toBe(true);
});

test("the same transaction lands once", async () => {
  const { chain, connection, buyer, seller } = await freshWorld();
  const raw = (await signed(connection, [buyer], transfer(buyer, seller, SOL))).serialize();
  await connection.sendRawTransaction(raw);
  await expect(connection.sendRawTransaction(raw)).rejects.toThrow(
    "This transaction has already been processed",
  );
  await connection.sendRawTransaction(raw, { skipPreflight: true });
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(SOL);
});

test("a transaction that fails in preflight has no effect", async () => {
  const { chain, connection, buyer } = await freshWorld(SOL);
  const failure = await send(connection, [buyer], [transfer(buyer, someKey(), 2 * SOL)]).catch(
    (error) => error,
  );
  expect(failure).toBeInstanceOf(SendTransactionError);
  expect(failure.message).toContain("custom program error: 0x1");
  expect(failure.logs.join()).toContain("insufficient lamports");
  chain.advanceSlots(1);
  expect(await connection.getBalance(buyer.publicKey)).toBe(SOL);
  expect(await connection.getSignaturesForAddress(buyer.publicKey)).toHaveLength(1);
});

test("without preflight a failing transaction lands, pays its fee and shows its error", async () => {
  const { chain, connection, buyer } = await freshWorld(SOL);
  const reference = someKey();
  const signature = await send(
    connection,
    [buyer],
    [transfer(buyer, someKey(), 2 * SOL, [reference])],
    { skipPreflight: true },
  );
  chain.advanceSlots(1);
  const err = { InstructionError: [0, { Custom: 1 }] };
  expect(await connection.getSignaturesForAddress(reference)).toMatchObject([{ signature, err }]);
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err });
  expect((await connection.getTransaction(signature))?.meta).toMatchObject({ err, fee: 5_000 });
  expect(await connection.getBalance(buyer.publicKey)).toBe(SOL - 5_000);
});

test("every required signer must have signed", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const other = funded(chain);
  const signature = await send(
    connection,
    [buyer, other],
    [transfer(buyer, someKey(), SOL), transfer(other, someKey(), SOL)],
  );
  chain.advanceSlots(1);
  expect((await connection.getTransaction(signature))?.meta?.fee).toBe(10_000);

  const unsigned = await signed(
    connection,
    [buyer, other],
    transfer(other, someKey(), 2 * SOL),
    transfer(buyer, someKey(), SOL),
  );
  const raw = unsigned.serialize();
  raw[70] = (raw[70] ?? 0) ^ 1;
  await expect(connection.sendRawTransaction(raw)).rejects.toThrow(
    "Transaction signature verification failure",
  );
  await connection.sendRawTransaction(raw, { skipPreflight: true });
  chain.advanceSlots(1);
  expect(await connection.getBalance(other.publicKey)).toBe(9 * SOL);
});

test("an account may not be left below the rent minimum, which is what the chain says now", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const open = (lamports: number) =>
    send(connection, [buyer], [transfer(buyer, someKey(), lamports)]);
  for (const [rent, minimum] of [
    [undefined, 650_240],
    [696, 89_088],
    [6_960, 890_880],
  ] as const) {
    if (rent) chain.setRent(rent);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(minimum);
    await expect(open(minimum - 1)).rejects.toThrow("insufficient funds for rent");
    await open(minimum);
  }
});

test("a payer that does not exist is refused", async () => {
  const { chain, connection, buyer } = await freshWorld();
  const stranger = funded(chain, 650_240);
  await expect(
    send(connection, [stranger], [transfer(stranger, buyer.publicKey, 650_240)]),
  ).rejects.toThrow(/Transaction simulation failed/);
});

test("a simulation returns the result without effect", async () => {
  const { chain, connection, buyer } = await freshWorld(2 * SOL);
  const seller = new PublicKey(someKey());
  const transaction = await signed(connection, [buyer], transfer(buyer, seller, SOL));
  const { value } = await connection.simulateTransaction(transaction, [buyer], [seller]);
  expect(value.err).toBeNull();
  expect(value.accounts?.[0]?.lamports).toBe(SOL);
  expect(value.unitsConsumed).toBe(150);
  chain.advanceSlots(1);
  expect(await connection.getBalance(seller)).toBe(0);
});

test("a send whose answer was lost returns the signature at its retry", async () => {
  const { chain, buyer } = await freshWorld();
  const transaction = await signed(connect(chain), [buyer], transfer(buyer, someKey(), SOL));
  chain.injectFault({ kind: "lost-answer", method: "sendTransaction", times: 1 });
  const sent = await createSolanaChain([chain.url]).send(transaction.serialize());
  expect(sent).toBe(bs58.encode(transaction.signature ?? new Uint8Array()));
});
