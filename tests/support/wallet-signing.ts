import { createSignInMessage } from "@solana/wallet-standard-util";
import {
  ComputeBudgetProgram,
  Connection,
  type Keypair,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";

/**
 * How the wallet behaves: `rewrite` adds instructions and converts an unsigned transaction to v0,
 * `never-send` signs and does not send, `late` sends after two seconds, `wrong-account` signs with
 * another key, `hardware` signs transactions and no messages.
 */
export type WalletMode =
  | "approve"
  | "reject"
  | "rewrite"
  | "never-send"
  | "late"
  | "wrong-account"
  | "hardware";

const LATE_MS = 2_000;

/** Account data that the page receives. */
export function accountAnswer({ publicKey }: Keypair) {
  return { address: publicKey.toBase58(), publicKey: toBase64(publicKey.toBytes()) };
}

/** Signs base64 bytes. */
export function signText(signer: Keypair, message: string): string {
  return toBase64(nacl.sign.detached(Buffer.from(message, "base64"), signer.secretKey));
}

/** Base64 fields of a Sign-In With Solana answer. */
export function signInAnswer(signer: Keypair, input: Record<string, unknown>) {
  const message = createSignInMessage({
    ...input,
    domain: String(input.domain),
    address: String(input.address ?? signer.publicKey.toBase58()),
  });
  return {
    message: toBase64(message),
    signature: toBase64(nacl.sign.detached(message, signer.secretKey)),
  };
}

/** Signs base64 transaction bytes, and sends them if `send`. Returns base64. */
export async function signTransaction(
  signer: Keypair,
  base64: string,
  options: { rpcUrl: string; mode: WalletMode; send: boolean },
): Promise<{ transaction: string; signature: string }> {
  const asked = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
  const transaction = options.mode === "rewrite" ? rewrite(asked) : asked;
  transaction.sign([signer]);
  const bytes = transaction.serialize();
  if (options.send && options.mode !== "never-send") {
    if (options.mode === "late") await new Promise((done) => setTimeout(done, LATE_MS));
    await new Connection(options.rpcUrl, "confirmed").sendRawTransaction(bytes);
  }
  return { transaction: toBase64(bytes), signature: toBase64(transaction.signatures[0] ?? bytes) };
}

/** Adds a compute budget instruction, as wallets do to transactions without any signature. */
function rewrite(transaction: VersionedTransaction): VersionedTransaction {
  const signed = transaction.signatures.some((signature) => signature.some((byte) => byte !== 0));
  if (signed) return transaction;
  const message = TransactionMessage.decompile(transaction.message);
  message.instructions.unshift(ComputeBudgetProgram.requestHeapFrame({ bytes: 64 * 1024 }));
  return new VersionedTransaction(message.compileToV0Message());
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

export const signatureText = (base64: string) => bs58.encode(Buffer.from(base64, "base64"));
