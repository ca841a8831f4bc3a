import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Connection, Keypair } from "@solana/web3.js";
import type { Miniflare } from "miniflare";
import type { ChainHandle } from "../../dev/chain/handle";
import type { TestClock } from "./clock/test-clock";

/** What these helpers need of a running app. */
export interface Market {
  url: string;
  worker: Miniflare;
  chain: ChainHandle;
  clock: TestClock;
}

export interface Person {
  uid: string;
  /** Headers of a signed-in page of ours. */
  headers: Record<string, string>;
}

export interface TestProduct {
  id: string;
  seller: Person;
  recipient: Keypair;
  bytes: Buffer;
}

export const SOL = 1_000_000_000;
export const PRICE = 50_000_000;

/** Runs one statement on the app's own database. */
export async function sql<T = Record<string, unknown>>(
  market: Market,
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  const db = await market.worker.getD1Database("DB");
  return (
    await db
      .prepare(statement)
      .bind(...values)
      .all<T>()
  ).results;
}

/** Somebody with an account and a session. */
export async function person(market: Market): Promise<Person> {
  const uid = randomUUID();
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const now = Date.now();
  await sql(
    market,
    "INSERT INTO users (uid, display_name, created_at) VALUES (?, 'Somebody', ?)",
    uid,
    now,
  );
  await sql(
    market,
    `INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at, proven_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    hash,
    uid,
    now,
    now,
    now + 86_400_000,
    now,
  );
  return { uid, headers: { Cookie: `session=${token}; locale=en`, Origin: market.url } };
}

/** A product on sale, with its file stored, and a seller whose wallet is open. */
export async function product(
  market: Market,
  changes: {
    title?: string;
    price?: number;
    saleLimit?: number;
    status?: string;
    seller?: Person;
  } = {},
): Promise<TestProduct> {
  const seller = changes.seller ?? (await person(market));
  const recipient = Keypair.generate();
  market.chain.airdrop(recipient.publicKey.toBase58(), SOL);
  const id = randomUUID();
  const bytes = randomBytes(100_000);
  const key = `${id}_été "1".bin`;
  const path = `protectedFiles/${key}`;
  const files = await market.worker.getR2Bucket("FILES");
  await files.put(path, new Uint8Array(bytes).buffer);
  const now = Date.now();
  await sql(
    market,
    `INSERT INTO files (key, storage_path, owner_uid, product_id, file_name, content_type,
       size_bytes, sha256, status, part_size_bytes, created_at, completed_at)
     VALUES (?, ?, ?, ?, 'été "1".bin', 'application/octet-stream', ?, 'x', 'complete', 5242880, ?, ?)`,
    key,
    path,
    seller.uid,
    id,
    bytes.length,
    now,
    now,
  );
  const { title = "A file", price = PRICE, saleLimit = null, status = "active" } = changes;
  const saleType = saleLimit === null ? "infinite" : saleLimit === 1 ? "unique" : "limited";
  await sql(
    market,
    `INSERT INTO products (id, owner_uid, title, category_id, type, description, price_lamports,
       file_key, product_file_name, status, recipient, sale_type, sale_limit, created_at, updated_at)
     VALUES (?, ?, ?, 1, 'musique', 'What it is', ?, ?, 'été "1".bin', ?, ?, ?, ?, ?, ?)`,
    id,
    seller.uid,
    title,
    price,
    key,
    status,
    recipient.publicKey.toBase58(),
    saleType,
    saleLimit,
    now,
    now,
  );
  return { id, seller, recipient, bytes };
}

/** A funded wallet. */
export function wallet(market: Market, lamports = SOL): Keypair {
  const keypair = Keypair.generate();
  market.chain.airdrop(keypair.publicKey.toBase58(), lamports);
  // Confirmed from now on.
  market.chain.advanceSlots(2);
  return keypair;
}

export function connect(market: Market): Connection {
  return new Connection(market.chain.url, "confirmed");
}
