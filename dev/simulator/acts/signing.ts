import { createHash } from "node:crypto";
import {
  type AccountMeta,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { assertNever } from "../../../app/lib/assert-never";
import type { SignedMessage } from "../model/story";
import type { Random } from "../random";
import type { SimulatedWallet, World } from "../world";

/** A System transfer that a person makes up, with the keys that it names. */
export interface HandMadeLeg {
  to: string;
  lamports: bigint;
  keys: readonly string[];
}

/** What a wallet does to a transaction without a signature before it signs. */
export type Rewriting = "none" | "guards" | "later-blockhash" | "version-0" | "sponsored";

const SIGNATURE_BYTES = 64;

export function decodeBase64Transaction(text: string): VersionedTransaction {
  return VersionedTransaction.deserialize(Buffer.from(text, "base64"));
}

/** True where the server has signed first. */
export function isSignedAlready({ signatures }: VersionedTransaction): boolean {
  return signatures.some((signature) => signature.some((byte) => byte !== 0));
}

/** What a wallet signs of a transaction. */
export function messageOf({ message }: VersionedTransaction): SignedMessage {
  const hash = createHash("sha256").update(message.serialize()).digest("hex");
  const { numRequiredSignatures } = message.header;
  const signers = message.staticAccountKeys.slice(0, numRequiredSignatures);
  return { message: hash, signers: signers.map((key) => key.toBase58()) };
}

/** The same wire bytes without the signature of `address`. */
export function withoutSignatureOf(address: string, bytes: Uint8Array): Uint8Array {
  const transaction = VersionedTransaction.deserialize(bytes);
  const at = messageOf(transaction).signers.indexOf(address);
  transaction.signatures[at] = new Uint8Array(SIGNATURE_BYTES);
  return transaction.serialize();
}

/** Wire bytes with the signatures of those wallets that must sign; the others' stay as they are. */
export function signedBytes(
  transaction: VersionedTransaction,
  wallets: readonly SimulatedWallet[],
): Uint8Array {
  const message = transaction.message.serialize();
  const { numRequiredSignatures } = transaction.message.header;
  const signers = transaction.message.staticAccountKeys.slice(0, numRequiredSignatures);
  for (const [at, key] of signers.entries()) {
    const wallet = wallets.find(({ address }) => address === key.toBase58());
    if (wallet) transaction.signatures[at] = wallet.sign(message);
  }
  return transaction.serialize();
}

/** The id of a transaction: its first signature, base58. */
export function idOf(bytes: Uint8Array): string {
  return bs58.encode(bytes.subarray(1, 1 + SIGNATURE_BYTES));
}

/** The same payment in the form that a wallet prefers. Only for one that nobody has signed. */
export function rewritten(
  transaction: VersionedTransaction,
  how: Rewriting,
  {
    world,
    payer,
    sponsor,
    random,
  }: { world: World; payer: SimulatedWallet; sponsor: SimulatedWallet | null; random: Random },
): VersionedTransaction {
  if (how === "none") return transaction;
  const message = TransactionMessage.decompile(transaction.message);
  const payerKey = new PublicKey(payer.address);
  switch (how) {
    case "guards": {
      const bytes = 32 * 1024 * random.between(1, 4);
      message.instructions.unshift(ComputeBudgetProgram.requestHeapFrame({ bytes }));
      const guard = { fromPubkey: payerKey, toPubkey: payerKey, lamports: 1 };
      message.instructions.push(SystemProgram.transfer(guard));
      break;
    }
    case "later-blockhash":
      message.recentBlockhash = world.chain.latestBlockhash();
      break;
    case "version-0":
      return new VersionedTransaction(message.compileToV0Message());
    case "sponsored":
      message.payerKey = new PublicKey((sponsor ?? payer).address);
      break;
    default:
      return assertNever(how);
  }
  return new VersionedTransaction(
    random.chance(0.5) ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
}

/** System transfers from one wallet that the server has not built, signed, with a new blockhash. */
export function handMade(
  world: World,
  payer: SimulatedWallet,
  legs: readonly HandMadeLeg[],
): Uint8Array {
  const payerKey = new PublicKey(payer.address);
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: world.chain.latestBlockhash(),
    instructions: legs.map((leg) => transferOf(payerKey, leg)),
  });
  return signedBytes(new VersionedTransaction(message.compileToLegacyMessage()), [payer]);
}

function transferOf(
  fromPubkey: PublicKey,
  { to, lamports, keys }: HandMadeLeg,
): TransactionInstruction {
  const instruction = SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(to), lamports });
  instruction.keys.push(...keys.map(readonlyKey));
  return instruction;
}

function readonlyKey(address: string): AccountMeta {
  return { pubkey: new PublicKey(address), isSigner: false, isWritable: false };
}
