import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { ADDRESS_BYTES } from "../../app/solana/address";
import { metadataAddress, TOKEN_METADATA_PROGRAM } from "../../app/solana/token-metadata";
import { TOKEN_PROGRAM } from "../../app/solana/token-programs";
import type { ChainHandle } from "../../dev/chain/index";

type AccountState = Parameters<ChainHandle["setAccount"]>[1];

const MINT_BYTES = 82;
export const ACCOUNT_BYTES = 165;
/** Far above the rent-exempt minimum of both sizes. */
const ACCOUNT_LAMPORTS = 3_000_000;

export interface MintedToken {
  /** Base58. */
  mint: string;
  /** The token account. */
  account: PublicKey;
  programId: PublicKey;
}

interface TokenTraits {
  /** Base58; default SPL Token. */
  program?: string;
  decimals?: number;
  /** Smallest units. */
  amount?: number;
}

/** Mints a token to `owner` by the instructions of its real program. `minter` pays. */
export async function mintToken(
  connection: Connection,
  minter: Keypair,
  owner: PublicKey,
  { program = TOKEN_PROGRAM, decimals = 0, amount = 1 }: TokenTraits = {},
  mint = Keypair.generate(),
): Promise<MintedToken> {
  const programId = new PublicKey(program);
  const account = Keypair.generate();
  const authority = minter.publicKey;
  const transaction = new Transaction().add(
    createAccount(authority, mint.publicKey, MINT_BYTES, programId),
    // InitializeMint2, with a freeze authority
    token(
      programId,
      [20, decimals, ...authority.toBytes(), 1, ...authority.toBytes()],
      [[mint.publicKey]],
    ),
    createAccount(authority, account.publicKey, ACCOUNT_BYTES, programId),
    // InitializeAccount3
    token(programId, [18, ...owner.toBytes()], [[account.publicKey], [mint.publicKey]]),
    // MintTo
    token(
      programId,
      [7, ...u64(amount)],
      [[mint.publicKey], [account.publicKey], [authority, "signer"]],
    ),
  );
  await sendNow(connection, transaction, [minter, mint, account]);
  return { mint: mint.publicKey.toBase58(), account: account.publicKey, programId };
}

/** Sets copies of a token's accounts for its owner, each with another mint. Returns the mints. */
export async function copyToken(
  chain: ChainHandle,
  connection: Connection,
  { mint, account }: MintedToken,
  count: number,
): Promise<string[]> {
  const stateOf = async (key: PublicKey): Promise<AccountState> => {
    const info = await connection.getAccountInfo(key, "processed");
    if (!info) throw new Error("The token is missing");
    return { ...info, lamports: BigInt(info.lamports), owner: info.owner.toBytes() };
  };
  const [ofMint, ofOwner] = [await stateOf(new PublicKey(mint)), await stateOf(account)];
  return Array.from({ length: count }, () => {
    const copy = Keypair.generate().publicKey;
    const data = Uint8Array.from([...copy.toBytes(), ...ofOwner.data.subarray(ADDRESS_BYTES)]);
    chain.setAccount(copy.toBase58(), ofMint);
    chain.setAccount(Keypair.generate().publicKey.toBase58(), { ...ofOwner, data });
    return copy.toBase58();
  });
}

/** Moves one unit of the token to another wallet, which gets a token account for it. */
export async function moveToken(
  connection: Connection,
  payer: Keypair,
  owner: Keypair,
  { mint, account, programId }: MintedToken,
  to: PublicKey,
): Promise<void> {
  const target = Keypair.generate();
  const transaction = new Transaction().add(
    createAccount(payer.publicKey, target.publicKey, ACCOUNT_BYTES, programId),
    token(programId, [18, ...to.toBytes()], [[target.publicKey], [new PublicKey(mint)]]),
    // Transfer
    token(programId, [3, ...u64(1)], [[account], [target.publicKey], [owner.publicKey, "signer"]]),
  );
  await sendNow(connection, transaction, [payer, target, owner]);
}

/** Freezes the token account and lets another key spend from it. */
export async function delegateAndFreeze(
  connection: Connection,
  minter: Keypair,
  owner: Keypair,
  { mint, account, programId }: MintedToken,
): Promise<void> {
  const transaction = new Transaction().add(
    // Approve
    token(
      programId,
      [4, ...u64(1)],
      [[account], [Keypair.generate().publicKey], [owner.publicKey, "signer"]],
    ),
    // FreezeAccount
    token(programId, [10], [[account], [new PublicKey(mint)], [minter.publicKey, "signer"]]),
  );
  await sendNow(connection, transaction, [minter, owner]);
}

export interface MetadataTraits {
  collection?: { key: string; verified: boolean } | null;
  /** The mint that the account names; default the one of its address. */
  mint?: string;
  /** The program that owns the account; default Token Metadata. */
  owner?: string;
  data?: Uint8Array;
}

/** Sets the metadata account of a mint, which only the Token Metadata program could create. */
export function setMetadata(chain: ChainHandle, mint: string, traits: MetadataTraits = {}): void {
  chain.setAccount(metadataAddress(mint), {
    lamports: 5_616_720n,
    owner: bs58.decode(traits.owner ?? TOKEN_METADATA_PROGRAM),
    data: traits.data ?? metadataBytes({ mint, ...traits }),
    executable: false,
  });
}

/** Size of a metadata account; the end is padding. */
const METADATA_BYTES = 679;

/** A metadata account as the program of 2023 and later writes it: texts padded with zeros. */
export function metadataBytes({
  mint,
  collection = null,
}: { mint: string } & Pick<MetadataTraits, "collection">): Uint8Array {
  const bytes = [
    4, // MetadataV1
    ...someKey(), // update authority
    ...bs58.decode(mint),
    ...text("Comptoir", 32),
    ...text("CPT", 10),
    ...text("https://example.com/1.json", 200),
    ...[244, 1], // seller fee, 500 basis points
    ...[1, 2, 0, 0, 0], // two creators
    ...[...someKey(), 1, 60],
    ...[...someKey(), 0, 40],
    ...[0, 1], // primary sale happened, is mutable
    ...[1, 255], // edition nonce
    ...[1, 0], // NonFungible
    ...(collection ? [1, Number(collection.verified), ...bs58.decode(collection.key)] : [0]),
    0, // no uses
    0, // no collection details
    0, // no programmable config
  ];
  const data = new Uint8Array(METADATA_BYTES);
  data.set(bytes);
  return data;
}

function text(value: string, size: number): number[] {
  const bytes = [...new TextEncoder().encode(value)];
  return [size, 0, 0, 0, ...bytes, ...Array<number>(size - bytes.length).fill(0)];
}

const someKey = () => Keypair.generate().publicKey.toBytes();

function u64(value: number): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return [...bytes];
}

function createAccount(
  fromPubkey: PublicKey,
  newAccountPubkey: PublicKey,
  space: number,
  programId: PublicKey,
): TransactionInstruction {
  const lamports = ACCOUNT_LAMPORTS;
  return SystemProgram.createAccount({ fromPubkey, newAccountPubkey, lamports, space, programId });
}

function token(
  programId: PublicKey,
  data: number[],
  accounts: [PublicKey, "signer"?][],
): TransactionInstruction {
  const keys = accounts.map(([pubkey, signer]) => {
    return { pubkey, isSigner: signer === "signer", isWritable: signer === undefined };
  });
  return new TransactionInstruction({ programId, keys, data: Buffer.from(data) });
}

async function sendNow(
  connection: Connection,
  transaction: Transaction,
  signers: Keypair[],
): Promise<void> {
  const { blockhash } = await connection.getLatestBlockhash();
  transaction.recentBlockhash = blockhash;
  transaction.feePayer = signers[0]?.publicKey;
  transaction.sign(...signers);
  await connection.sendRawTransaction(transaction.serialize());
}
