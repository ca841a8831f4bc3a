import {
  Connection,
  Keypair,
  PublicKey,
  type SendOptions,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { onTestFinished } from "vitest";
import { type ChainHandle, type ChainOptions, startChain } from "../../dev/chain/index";

export const SOL = 1_000_000_000;
export const MEMO_PROGRAM_ID = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** A chain for one test, whose slots advance by `advanceSlots` only; closed after the test. */
export async function freshChain(options: ChainOptions = {}): Promise<ChainHandle> {
  const chain = await startChain({ manualSlots: true, ...options });
  onTestFinished(() => chain.close());
  return chain;
}

/** A client of the chain; its default commitment is `confirmed`. */
export function connect(
  chain: ChainHandle,
  commitment: "processed" | "confirmed" | "finalized" = "confirmed",
) {
  const connection = new Connection(chain.url, { commitment, disableRetryOnRateLimit: true });
  // It would try to reconnect each second, for as long as the process runs the files of other tests.
  const socket = Reflect.get(connection, "_rpcWebSocket") as WebSocketClient;
  onTestFinished(() => socket.setAutoReconnect(false));
  return connection;
}

/** Of `rpc-websockets`, which web3.js does not expose. */
interface WebSocketClient {
  setAutoReconnect(reconnect: boolean): void;
}

/** A key pair with a confirmed balance. */
export function funded(chain: ChainHandle, lamports: number = 10 * SOL): Keypair {
  const keypair = Keypair.generate();
  chain.airdrop(keypair.publicKey.toBase58(), lamports);
  chain.advanceSlots(1);
  return keypair;
}

/** A chain for one test with a client, a wallet that can pay, and the address of one that is paid. */
export async function freshWorld(lamports?: number) {
  const chain = await freshChain();
  return { chain, connection: connect(chain), buyer: funded(chain, lamports), seller: someKey() };
}

export function transfer(
  from: Keypair,
  to: PublicKey,
  lamports: number,
  references: PublicKey[] = [],
) {
  const instruction = SystemProgram.transfer({
    fromPubkey: from.publicKey,
    toPubkey: to,
    lamports,
  });
  for (const pubkey of references) {
    instruction.keys.push({ pubkey, isSigner: false, isWritable: false });
  }
  return instruction;
}

/** A signed legacy transaction; the first signer pays. */
export async function signed(
  connection: Connection,
  signers: Keypair[],
  ...instructions: TransactionInstruction[]
): Promise<Transaction> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const [payer] = signers;
  if (!payer) throw new Error("A transaction needs a signer");
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    blockhash,
    lastValidBlockHeight,
  });
  transaction.add(...instructions);
  transaction.sign(...signers);
  return transaction;
}

export async function send(
  connection: Connection,
  signers: Keypair[],
  instructions: TransactionInstruction[],
  options?: SendOptions,
): Promise<string> {
  const transaction = await signed(connection, signers, ...instructions);
  return connection.sendRawTransaction(transaction.serialize(), options);
}

/** A signed v0 transaction. */
export async function signedV0(
  connection: Connection,
  signer: Keypair,
  instructions: TransactionInstruction[],
  tables: Parameters<TransactionMessage["compileToV0Message"]>[0] = [],
): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: signer.publicKey,
    recentBlockhash: blockhash,
    instructions,
  }).compileToV0Message(tables);
  const transaction = new VersionedTransaction(message);
  transaction.sign([signer]);
  return transaction;
}

export function someKey(): PublicKey {
  return Keypair.generate().publicKey;
}

/** A raw JSON-RPC call; returns the whole answer. */
export async function call(chain: ChainHandle, method: string, params: unknown[] = []) {
  const answer = await post(chain, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  return (await answer.json()) as {
    id: unknown;
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
  };
}

export function post(
  chain: ChainHandle,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(chain.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}
