import {
  type Keypair,
  MessageV1,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
} from "@solana/web3.js";
import nacl from "tweetnacl";
import { encodeMessageV1, type TransactionConfig } from "../../dev/chain/index";

interface VersionOneSpec {
  payer: PublicKey;
  blockhash: string;
  instructions: TransactionInstruction[];
  /** Fields of the compute budget that differ from the defaults. */
  config?: Partial<TransactionConfig>;
}

const SIGNATURE_BYTES = 64;
/** A version 1 transaction may use nothing that it does not ask for. */
const DEFAULT_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: 200_000,
  loadedAccountsDataSizeLimit: 1024 * 1024,
  heapSize: null,
};

export function messageV1({ payer, blockhash, instructions, config }: VersionOneSpec): MessageV1 {
  const compiled = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions,
  }).compileToLegacyMessage();
  return new MessageV1({
    header: compiled.header,
    staticAccountKeys: compiled.accountKeys,
    recentBlockhash: blockhash,
    compiledInstructions: compiled.compiledInstructions,
    transactionConfig: { ...DEFAULT_CONFIG, ...config },
  });
}

/**
 * The wire bytes of a version 1 transaction with the signatures of `signers`. Those of other required
 * signers are 64 zero bytes.
 */
export function transactionV1(spec: VersionOneSpec, signers: readonly Keypair[]): Uint8Array {
  return signV1(messageV1(spec), signers);
}

export function signV1(message: MessageV1, signers: readonly Keypair[]): Uint8Array {
  const bytes = encodeMessageV1(message);
  const required = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures);
  const signatures = required.map((key) => {
    const signer = signers.find(({ publicKey }) => publicKey.equals(key));
    return signer ? nacl.sign.detached(bytes, signer.secretKey) : new Uint8Array(SIGNATURE_BYTES);
  });
  return Buffer.concat([bytes, ...signatures]);
}
