import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  type VersionedMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { describe, expect, it } from "vitest";
import { legsOfSale } from "../../../app/orders/rules/legs";
import {
  COMPUTE_UNIT_LIMIT,
  COMPUTE_UNIT_PRICE_MICRO_LAMPORTS,
} from "../../../app/solana/payment-constants";
import { type PaymentTerms, paymentMessage } from "../../../app/solana/payment-message";
import {
  addSignature,
  decodeTransaction,
  encodeUnsigned,
} from "../../../app/solana/wire-transaction";

const key = () => Keypair.generate().publicKey.toBase58();

interface Shape extends Partial<Omit<PaymentTerms, "legs">> {
  recipient?: string;
  priceLamports?: bigint;
  feeLamports?: bigint;
  /** Wallets of authors, of 1,000 lamports each. */
  authors?: readonly string[];
}

function terms({
  recipient = key(),
  priceLamports = 1_000_000n,
  feeLamports = 10_000n,
  authors = [],
  ...changes
}: Shape = {}): PaymentTerms {
  const platform = changes.platform ?? key();
  const sale = legsOfSale({ recipient, platform, priceLamports, feeLamports });
  const shares = authors.map((wallet) => ({ role: "author" as const, wallet, amount: "1000" }));
  return {
    payer: key(),
    platform,
    reference: key(),
    legs: [...sale.slice(0, -1), ...shares, ...sale.slice(-1)],
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
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: COMPUTE_UNIT_PRICE_MICRO_LAMPORTS }),
  ];
  const isFree = terms.legs[0]?.role !== "platform";
  for (const { role, wallet, amount } of terms.legs) {
    const named = role === "seller" && isFree ? [extra(terms.platform, false)] : [];
    instructions.push(transfer(wallet, BigInt(amount), reference, ...named));
  }
  return new TransactionMessage({
    payerKey: payer,
    recentBlockhash: terms.blockhash,
    instructions,
  });
}

const ONE_WALLET = key();
const SIX_WALLETS = Array.from({ length: 6 }, key);

describe("paymentMessage", () => {
  // spec: call.transfers
  it.each([
    ["with a fee", {}],
    ["with the largest amounts", { priceLamports: 2n ** 63n, feeLamports: 2n ** 62n }],
    ["without a fee", { feeLamports: 0n }],
    ["signed by its reference", { referenceSigns: true }],
    ["signed by its reference, without a fee", { referenceSigns: true, feeLamports: 0n }],
    ["where seller and platform are one wallet", { recipient: ONE_WALLET, platform: ONE_WALLET }],
    ["with eight legs", { authors: SIX_WALLETS }],
    ["with seven legs and no fee", { authors: SIX_WALLETS, feeLamports: 0n, referenceSigns: true }],
  ] satisfies [string, Shape][])(
    "equals the web3.js message of these instructions: %s",
    (_, changes) => {
      const asked = terms(changes);
      const expected = withWeb3(asked).compileToLegacyMessage();
      expect([...paymentMessage(asked).serialize()]).toEqual([...expected.serialize()]);
    },
  );

  const [payer, recipient, platform, reference, blockhash] = [1, 2, 3, 4, 5].map((n) =>
    bs58.encode(new Uint8Array(32).fill(n)),
  ) as [string, string, string, string, string];
  const fixed = { payer, recipient, platform, reference, blockhash };
  const budget = ComputeBudgetProgram.programId.toBase58();
  const system = SystemProgram.programId.toBase58();
  // 20,000 units at 10,000 micro-lamports; 990,000 and 10,000 lamports.
  const limit = [2, 0x20, 0x4e, 0, 0];
  const price = [3, 0x10, 0x27, 0, 0, 0, 0, 0, 0];
  const share = [2, 0, 0, 0, 0x30, 0x1b, 0x0f, 0, 0, 0, 0, 0];
  const fee = [2, 0, 0, 0, 0x10, 0x27, 0, 0, 0, 0, 0, 0];

  // spec: payment.seller-last
  it.each([
    {
      name: "with a fee",
      changes: {},
      header: [1, 0, 3],
      keys: [payer, platform, recipient, budget, system, reference],
      instructions: [
        [3, [], limit],
        [3, [], price],
        [4, [0, 1, 5], fee],
        [4, [0, 2, 5], share],
      ],
    },
    {
      name: "without a fee, with the platform's key read-only behind the reference",
      changes: { priceLamports: 990_000n, feeLamports: 0n },
      header: [1, 0, 4],
      keys: [payer, recipient, budget, system, reference, platform],
      instructions: [
        [2, [], limit],
        [2, [], price],
        [3, [0, 1, 4, 5], share],
      ],
    },
    {
      name: "signed by its reference",
      changes: { referenceSigns: true },
      header: [2, 1, 2],
      keys: [payer, reference, platform, recipient, budget, system],
      instructions: [
        [4, [], limit],
        [4, [], price],
        [5, [0, 2, 1], fee],
        [5, [0, 3, 1], share],
      ],
    },
  ] as const)("has the specified layout: $name", (layout) => {
    const { changes, header, keys, instructions } = layout;
    const bytes = [...header, keys.length, ...keys.flatMap((one) => [...bs58.decode(one)])];
    bytes.push(...bs58.decode(blockhash), instructions.length);
    for (const [program, accounts, data] of instructions) {
      bytes.push(program, accounts.length, ...accounts, data.length, ...data);
    }
    expect([...paymentMessage(terms({ ...fixed, ...changes })).serialize()]).toEqual(bytes);
  });
});

describe("a serialized transaction", () => {
  it("has an empty signature slot for the wallet, as web3.js writes it", () => {
    const asked = terms({ referenceSigns: true });
    const expected = new VersionedTransaction(withWeb3(asked).compileToLegacyMessage());
    expect([...encodeUnsigned(paymentMessage(asked))]).toEqual([...expected.serialize()]);
  });

  it("keeps both signatures valid when a wallet signs with web3.js afterwards", () => {
    const buyer = Keypair.generate();
    const reference = Keypair.generate();
    const asked = terms({
      payer: buyer.publicKey.toBase58(),
      reference: reference.publicKey.toBase58(),
      referenceSigns: true,
    });
    const message = paymentMessage(asked);
    const ours = nacl.sign.detached(message.serialize(), reference.secretKey);
    const wire = addSignature(encodeUnsigned(message), asked.reference, ours);

    const signed = Transaction.from(wire);
    signed.partialSign(buyer);
    expect(signed.verifySignatures(true)).toBe(true);
    expect(decodeTransaction(signed.serialize())?.signatures[1]).toBe(bs58.encode(ours));
  });
});

/** An unsigned version 0 transaction with two signers. */
function versionZero(): { bytes: Uint8Array; signers: string[] } {
  const asked = terms({ referenceSigns: true });
  const { bytes } = encoded(withWeb3(asked).compileToV0Message());
  return { bytes, signers: [asked.payer, asked.reference] };
}

function encoded(message: VersionedMessage) {
  const transaction = new VersionedTransaction(message);
  return { transaction, bytes: transaction.serialize() };
}

/**
 * An unsigned version 1 transaction with two signers and one instruction. web3.js can read this
 * format and not write it (SIMD-0385): header, mask of settings, blockhash, counts, keys, settings,
 * instruction headers, instructions, and the signatures at the end.
 */
function versionOne(signers: string[], programme = key()): Uint8Array {
  const keys = [...signers, programme].map((address) => [...bs58.decode(address)]);
  const header = [0x81, signers.length, 1, 1];
  const computeUnits = [0b100, 0, 0, 0];
  const blockhash = [...bs58.decode(key())];
  const counts = [1, keys.length];
  const units = [0x20, 0x4e, 0, 0];
  const instruction = [keys.length - 1, 2, 3, 0];
  const body = [0, 1, 7, 8, 9];
  const message = [header, computeUnits, blockhash, counts, keys.flat(), units, instruction, body];
  return Uint8Array.from([...message.flat(), ...new Array(signers.length * 64).fill(0)]);
}

describe("decodeTransaction", () => {
  it("reads signers and signatures of legacy and v0 transactions", () => {
    const buyer = Keypair.generate();
    const message = withWeb3(terms({ payer: buyer.publicKey.toBase58() }));
    for (const compiled of [message.compileToLegacyMessage(), message.compileToV0Message()]) {
      const { transaction, bytes } = encoded(compiled);
      expect(decodeTransaction(bytes)?.signatures).toEqual([null]);
      transaction.sign([buyer]);
      const read = decodeTransaction(transaction.serialize());
      expect(read?.version).toBe(compiled.version);
      expect(read?.signers).toEqual([buyer.publicKey.toBase58()]);
      expect(read?.signatures).toEqual([bs58.encode(transaction.signatures[0] ?? [])]);
      expect([...(read?.messageBytes ?? [])]).toEqual([...compiled.serialize()]);
    }
  });

  // spec: payment.version-1
  it("reads a version 1 transaction, whose signatures come last", () => {
    const [payer, other] = [Keypair.generate(), Keypair.generate()];
    const signers = [payer, other].map(({ publicKey }) => publicKey.toBase58());
    const programme = key();
    const bytes = versionOne(signers, programme);
    const read = decodeTransaction(bytes);
    expect(read).toMatchObject({ version: 1, signers, signatures: [null, null] });
    expect(read?.message.staticAccountKeys.map(String)).toEqual([...signers, programme]);
    expect(read?.messageBytes).toEqual(bytes.slice(0, -128));

    const ours = nacl.sign.detached(read?.messageBytes ?? new Uint8Array(), other.secretKey);
    const signed = addSignature(bytes, signers[1] ?? "", ours);
    expect(decodeTransaction(signed)?.signatures).toEqual([null, bs58.encode(ours)]);
    expect(signed.slice(0, -64)).toEqual(bytes.slice(0, -64));
  });

  it("rejects truncated, too long or other bytes", () => {
    const wire = encodeUnsigned(paymentMessage(terms()));
    for (let length = 0; length < wire.length; length++) {
      expect(decodeTransaction(wire.slice(0, length))).toBeNull();
    }
    expect(decodeTransaction(new Uint8Array(1233))).toBeNull();
    expect(decodeTransaction(new Uint8Array(300).fill(255))).toBeNull();
    expect(decodeTransaction(new Uint8Array(300).fill(0x81))).toBeNull();
  });

  it("rejects trailing bytes, in every version", () => {
    const legacy = encodeUnsigned(paymentMessage(terms()));
    for (const bytes of [legacy, versionZero().bytes, versionOne([key(), key()])]) {
      expect(decodeTransaction(bytes)).not.toBeNull();
      for (const more of [[0], [1, 2, 3], new Array(64).fill(0)]) {
        expect(decodeTransaction(Uint8Array.from([...bytes, ...more]))).toBeNull();
      }
    }
  });

  it("rejects a non-canonical length", () => {
    const wire = encodeUnsigned(paymentMessage(terms()));
    expect(decodeTransaction(Uint8Array.from([0x81, 0, ...wire.slice(1)]))).toBeNull();
    const keysAt = 1 + 64 + 3;
    const long = [...wire.slice(0, keysAt), (wire[keysAt] ?? 0) | 0x80, 0];
    expect(decodeTransaction(Uint8Array.from([...long, ...wire.slice(keysAt + 1)]))).toBeNull();
  });

  it("rejects an unknown version, and more signers than keys", () => {
    const { bytes } = versionZero();
    for (const prefix of [0x82, 0xff]) {
      const other = Uint8Array.from(bytes);
      other[1 + 2 * 64] = prefix;
      expect(decodeTransaction(other)).toBeNull();
    }
    const legacy = encodeUnsigned(paymentMessage(terms()));
    expect(decodeTransaction(legacy.fill(9, 65, 66))).toBeNull();
  });

  it("does not throw for random bytes", () => {
    const wire = encodeUnsigned(paymentMessage(terms()));
    const changed = fc.tuple(fc.nat(wire.length - 1), fc.nat(255)).map(([at, value]) => {
      const bytes = Uint8Array.from(wire);
      bytes[at] = value;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 1_300 }), changed), (bytes) => {
        const read = decodeTransaction(bytes);
        expect(read === null || read.signers.length === read.signatures.length).toBe(true);
      }),
    );
  });
});

describe("addSignature", () => {
  it("changes the signer's slot and nothing else", () => {
    const { bytes, signers } = versionZero();
    const signature = new Uint8Array(64).fill(5);
    const signed = addSignature(bytes, signers[1] ?? "", signature);
    expect(signed.slice(0, 65)).toEqual(bytes.slice(0, 65));
    expect(signed.slice(65, 129)).toEqual(signature);
    expect(signed.slice(129)).toEqual(bytes.slice(129));
  });

  it("throws for a key that is no signer, a wrong signature length and other bytes", () => {
    const { bytes, signers } = versionZero();
    const signature = new Uint8Array(64);
    expect(() => addSignature(bytes, key(), signature)).toThrow(RangeError);
    expect(() => addSignature(bytes, signers[0] ?? "", new Uint8Array(63))).toThrow(RangeError);
    expect(() => addSignature(new Uint8Array(9), signers[0] ?? "", signature)).toThrow(RangeError);
  });
});
