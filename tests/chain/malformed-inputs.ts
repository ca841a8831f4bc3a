import { type Keypair, Message, MessageV0, MessageV1, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import fc from "fast-check";
import nacl from "tweetnacl";
import { encodeMessageV1 } from "../../dev/chain/index";
import { MEMO_PROGRAM_ID } from "./support";

/** Programs and sysvars of every kind that the VM has, as targets of malformed transactions. */
export const TARGETS = [
  "11111111111111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  MEMO_PROGRAM_ID.toBase58(),
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "ComputeBudget111111111111111111111111111111",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "NativeLoader1111111111111111111111111111111",
  "SysvarC1ock11111111111111111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
].map((key) => new PublicKey(key));

/** Random messages: some are well formed, most are not. */
export const randomMessage = fc.record({
  version: fc.constantFrom("legacy", 0, 1),
  keys: fc.array(
    fc.oneof(
      fc.constantFrom(...TARGETS),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => new PublicKey(key)),
    ),
    { minLength: 1, maxLength: 8 },
  ),
  header: fc.tuple(
    fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, fc.nat(255)),
    fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(255)),
    fc.oneof({ weight: 5, arbitrary: fc.nat(3) }, fc.nat(255)),
  ),
  instructions: fc.array(
    fc.record({
      program: fc.oneof({ weight: 20, arbitrary: fc.nat(8) }, fc.nat(255)),
      accounts: fc.array(fc.oneof({ weight: 30, arbitrary: fc.nat(8) }, fc.nat(255)), {
        maxLength: 10,
      }),
      data: fc.oneof(
        bytes(60),
        // A known instruction tag, then random bytes.
        fc.tuple(fc.nat(20), bytes(50)).map(([tag, rest]) => Uint8Array.of(tag, 0, 0, 0, ...rest)),
        bytes(700),
      ),
    }),
    { maxLength: 5 },
  ),
  config: fc.record({
    priorityFee: option(fc.maxSafeNat()),
    computeUnitLimit: option(u32()),
    loadedAccountsDataSizeLimit: option(u32()),
    heapSize: option(fc.oneof(fc.constantFrom(32_768, 262_144), u32())),
  }),
  lookups: fc.array(fc.tuple(fc.nat(9), bytes(6), bytes(6)), { maxLength: 2 }),
  overwritten: fc.array(fc.tuple(fc.nat(1_300), fc.nat(255)), { maxLength: 2 }),
  method: fc.constantFrom("sendTransaction", "simulateTransaction"),
  skipPreflight: fc.boolean(),
});

type RandomMessage = typeof randomMessage extends fc.Arbitrary<infer Shape> ? Shape : never;

/** The bytes of a transaction with that message and a valid signature of `payer`. */
export function signRandomMessage(
  shape: RandomMessage,
  payer: Keypair,
  table: PublicKey,
  blockhash: string,
): Uint8Array {
  const keys = [payer.publicKey, ...shape.keys];
  const [numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts] =
    shape.header;
  const header = { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts };
  const versioned = {
    header,
    staticAccountKeys: keys,
    recentBlockhash: blockhash,
    compiledInstructions: shape.instructions.map(({ program, accounts, data }) => ({
      programIdIndex: program,
      accountKeyIndexes: accounts,
      data,
    })),
  };
  if (shape.version === 1) {
    const message = new MessageV1({ ...versioned, transactionConfig: shape.config });
    const written = overwritten(encodeMessageV1(message), shape);
    return Buffer.concat([written, nacl.sign.detached(written, payer.secretKey)]);
  }
  const message =
    shape.version === 0
      ? new MessageV0({
          ...versioned,
          addressTableLookups: shape.lookups.map(([key, writable, readonly]) => ({
            accountKey: keys[key] ?? table,
            writableIndexes: [...writable],
            readonlyIndexes: [...readonly],
          })),
        })
      : new Message({
          header,
          accountKeys: keys,
          recentBlockhash: blockhash,
          instructions: shape.instructions.map(({ program, accounts, data }) => ({
            programIdIndex: program,
            accounts,
            data: bs58.encode(data),
          })),
        });
  const written = overwritten(serialized(message), shape);
  return Buffer.concat([Uint8Array.of(1), nacl.sign.detached(written, payer.secretKey), written]);
}

function overwritten(message: Uint8Array, shape: RandomMessage): Uint8Array {
  const written = Uint8Array.from(message);
  for (const [at, value] of shape.overwritten) if (at < written.length) written[at] = value;
  return written;
}

/** The serialized message, or filler where it is too long for the library. */
function serialized(message: Message | MessageV0): Uint8Array {
  try {
    return Uint8Array.from(message.serialize());
  } catch {
    return new Uint8Array(1_100).fill(3);
  }
}

function option<Value>(value: fc.Arbitrary<Value>) {
  return fc.option(value, { nil: null });
}

function u32() {
  return fc.nat(0xffff_ffff);
}

function bytes(maxLength: number) {
  return fc.uint8Array({ maxLength });
}
