import { createSignInMessage } from "@solana/wallet-standard-util";
import {
  ComputeBudgetProgram,
  Connection,
  type Keypair,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import nacl from "tweetnacl";
import { transactionV1 } from "./version-1-transaction";

/**
 * How the wallet behaves: `rewrite` adds guards, takes a later blockhash and converts an unsigned
 * transaction to v0, `version-1` to version 1, `never-send` signs and does not send, `late` signs and
 * sends after two seconds, `wrong-account` signs with another key, `names-another` returns another
 * signature than that of the transaction, `hardware` signs transactions and no messages.
 */
export type WalletMode =
  | "approve"
  | "reject"
  | "rewrite"
  | "version-1"
  | "names-another"
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
  const connection = new Connection(options.rpcUrl, "confirmed");
  if (options.mode === "late") await new Promise((done) => setTimeout(done, LATE_MS));
  const bytes = await sign(signer, asked, options.mode, connection);
  if (options.send && options.mode !== "never-send") await connection.sendRawTransaction(bytes);
  const isOther = options.mode === "names-another";
  const signature = isOther
    ? nacl.sign.detached(bytes, signer.secretKey)
    : (asked.signatures[0] ?? bytes);
  return { transaction: toBase64(bytes), signature: toBase64(signature) };
}

/** The signed wire bytes, as the wallet wants them. A transaction that has a signature is kept. */
async function sign(
  signer: Keypair,
  asked: VersionedTransaction,
  mode: WalletMode,
  connection: Connection,
): Promise<Uint8Array> {
  const isSigned = asked.signatures.some((signature) => signature.some((byte) => byte !== 0));
  if (isSigned || (mode !== "rewrite" && mode !== "version-1")) {
    asked.sign([signer]);
    return asked.serialize();
  }
  const message = TransactionMessage.decompile(asked.message);
  if (mode === "version-1") {
    // Its compute budget is a field of the message.
    const instructions = message.instructions.filter(
      ({ programId }) => !programId.equals(ComputeBudgetProgram.programId),
    );
    const spec = { payer: signer.publicKey, blockhash: message.recentBlockhash, instructions };
    return transactionV1(spec, [signer]);
  }
  message.instructions.unshift(ComputeBudgetProgram.requestHeapFrame({ bytes: 64 * 1024 }));
  message.instructions.push(
    SystemProgram.transfer({
      fromPubkey: signer.publicKey,
      toPubkey: signer.publicKey,
      lamports: 1,
    }),
  );
  message.recentBlockhash = (await connection.getLatestBlockhash()).blockhash;
  const rewritten = new VersionedTransaction(message.compileToV0Message());
  rewritten.sign([signer]);
  asked.signatures[0] = rewritten.signatures[0] ?? new Uint8Array();
  return rewritten.serialize();
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

export const signatureText = (base64: string) => bs58.encode(Buffer.from(base64, "base64"));
