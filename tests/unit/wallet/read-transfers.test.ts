import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { expect, test } from "vitest";
import { readTransfers } from "../../../app/wallet/demo/read-transfers";

const [payer, seller, platform] = [Keypair.generate(), Keypair.generate(), Keypair.generate()];
const pay = (to: Keypair, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to.publicKey, lamports });

function wire(instructions: TransactionInstruction[], version: "legacy" | 0): Uint8Array {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }), ...instructions],
  });
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage();
  return new VersionedTransaction(compiled).serialize();
}

test.each(["legacy", 0] as const)("a %s payment lists its transfers", (version) => {
  const shown = readTransfers(wire([pay(seller, 990_000_000), pay(platform, 10_000_000)], version));
  expect(shown?.signers).toEqual([payer.publicKey.toBase58()]);
  expect(shown?.hasOtherInstructions).toBe(false);
  expect(shown?.transfers.map(({ to, lamports }) => [to, lamports])).toEqual([
    [seller.publicKey.toBase58(), 990_000_000n],
    [platform.publicKey.toBase58(), 10_000_000n],
  ]);
});

test("other instructions are reported", () => {
  const programId = Keypair.generate().publicKey;
  const other = new TransactionInstruction({ keys: [], programId, data: Buffer.from([1]) });
  expect(readTransfers(wire([pay(seller, 1), other], 0))?.hasOtherInstructions).toBe(true);
});

test("bytes that are not a transaction return null", () => {
  const good = wire([pay(seller, 1)], "legacy");
  expect(readTransfers(new Uint8Array())).toBeNull();
  for (let cut = 1; cut < good.length; cut += 7)
    expect(readTransfers(good.slice(0, cut))).toBeNull();
});
