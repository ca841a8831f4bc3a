import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { describe, expect, it } from "vitest";
import { COMPUTE_UNIT_LIMIT, COMPUTE_UNIT_PRICE } from "../../app/solana/payment-constants";
import { type PaymentTerms, paymentMessage } from "../../app/solana/payment-message";
import { decodeTransaction, encodeTransaction } from "../../app/solana/wire-transaction";

const key = () => Keypair.generate().publicKey.toBase58();

function terms(changes: Partial<PaymentTerms> = {}): PaymentTerms {
  return {
    payer: key(),
    recipient: key(),
    platform: key(),
    reference: key(),
    sellerLamports: 990_000n,
    feeLamports: 10_000n,
    referenceSigns: false,
    blockhash: key(),
    ...changes,
  };
}

/** The same payment, built with web3.js. */
function withWeb3(terms: PaymentTerms): TransactionMessage {
  const payer = new PublicKey(terms.payer);
  const extra = (address: string, isSigner: boolean) => ({
    pubkey: new PublicKey(address),
    isSigner,
    isWritable: false,
  });
  const transfer = (to: string, lamports: bigint, ...keys: ReturnType<typeof extra>[]) => {
    const toPubkey = new PublicKey(to);
    const built = SystemProgram.transfer({ fromPubkey: payer, toPubkey, lamports });
    built.keys.push(...keys);
    return built;
  };
  const reference = extra(terms.reference, terms.referenceSigns);
  const instructions: TransactionInstruction[] = [
    ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNIT_LIMIT }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE }),
  ];
  if (terms.feeLamports === 0n) {
    const platform = extra(terms.platform, false);
    instructions.push(transfer(terms.recipient, terms.sellerLamports, reference, platform));
  } else {
    instructions.push(transfer(terms.recipient, terms.sellerLamports, reference));
    instructions.push(transfer(terms.platform, terms.feeLamports, reference));
  }
  return new TransactionMessage({
    payerKey: payer,
    recentBlockhash: terms.blockhash,
    instructions,
  });
}

describe("paymentMessage", () => {
  it.each([
    ["with a fee", {}],
    ["with the largest amounts", { sellerLamports: 2n ** 63n, feeLamports: 2n ** 62n }],
    ["without a fee", { feeLamports: 0n }],
    ["signed by its reference", { referenceSigns: true }],
    ["signed by its reference, without a fee", { referenceSigns: true, feeLamports: 0n }],
  ])("is byte for byte what web3.js builds: %s", (_, changes) => {
    const asked = terms(changes);
    const expected = withWeb3(asked).compileToLegacyMessage();
    expect([...paymentMessage(asked).bytes]).toEqual([...expected.serialize()]);
  });

  it("is the same when seller and platform are one wallet", () => {
    const one = key();
    const asked = terms({ recipient: one, platform: one });
    const expected = withWeb3(asked).compileToLegacyMessage();
    expect([...paymentMessage(asked).bytes]).toEqual([...expected.serialize()]);
  });
});

describe("encodeTransaction", () => {
  it("leaves empty slots for the wallet, as web3.js does", () => {
    const asked = terms();
    const expected = new VersionedTransaction(withWeb3(asked).compileToLegacyMessage());
    expect([...encodeTransaction(paymentMessage(asked))]).toEqual([...expected.serialize()]);
  });

  it("survives a wallet that signs with web3.js after us, with both signatures valid", () => {
    const buyer = Keypair.generate();
    const reference = Keypair.generate();
    const asked = terms({
      payer: buyer.publicKey.toBase58(),
      reference: reference.publicKey.toBase58(),
      referenceSigns: true,
    });
    const message = paymentMessage(asked);
    const ours = nacl.sign.detached(message.bytes, reference.secretKey);
    const wire = encodeTransaction(message, new Map([[asked.reference, ours]]));

    const signed = Transaction.from(wire);
    signed.partialSign(buyer);
    expect(signed.verifySignatures(true)).toBe(true);
    expect(decodeTransaction(signed.serialize())?.signatures[1]).toBe(bs58.encode(ours));
  });
});

describe("decodeTransaction", () => {
  it("reads signers and signatures of legacy and v0 transactions", () => {
    const buyer = Keypair.generate();
    const message = withWeb3(terms({ payer: buyer.publicKey.toBase58() }));
    for (const compiled of [message.compileToLegacyMessage(), message.compileToV0Message()]) {
      const transaction = new VersionedTransaction(compiled);
      expect(decodeTransaction(transaction.serialize())?.signatures).toEqual([null]);
      transaction.sign([buyer]);
      const read = decodeTransaction(transaction.serialize());
      expect(read?.signers).toEqual([buyer.publicKey.toBase58()]);
      expect(read?.signatures).toEqual([bs58.encode(transaction.signatures[0] ?? [])]);
      expect([...(read?.message ?? [])]).toEqual([...compiled.serialize()]);
    }
  });

  it("refuses bytes that are cut short, too long or something else", () => {
    const wire = encodeTransaction(paymentMessage(terms()));
    for (const length of [0, 1, 64, 65, 66, 70, 100, 200]) {
      expect(decodeTransaction(wire.slice(0, length))).toBeNull();
    }
    expect(decodeTransaction(new Uint8Array(1233))).toBeNull();
    expect(decodeTransaction(new Uint8Array(300).fill(255))).toBeNull();
  });
});
