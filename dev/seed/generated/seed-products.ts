import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { protectedFileKey, protectedStoragePath } from "../../../app/products/rules/file-names";
import type { SeedContext } from "../context";
import { demoId } from "../demo/people";
import { booklet } from "../formats/booklet";
import { insertProducts } from "./insert-products";
import { GENERATED_SELLER_COUNT, generatedProduct } from "./product";

type Database = SeedContext["db"];

/** Rows of one statement: far below the 2 MB that D1 allows. */
const BATCH_ROWS = 1_000;
const FILE_NAME = "sample.pdf";

/**
 * Inserts `count` generated products, without sales. All deliver the same small file, so each can be
 * bought. Existing rows stay unchanged.
 *
 * @param onProgress gets the number of products done
 */
export async function seedProducts(
  { db, files }: Pick<SeedContext, "db" | "files">,
  count: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const sellers = Array.from({ length: GENERATED_SELLER_COUNT }, (_, at) => sellerOf(at));
  await insertSellers(db, sellers);
  const fileKey = await insertFile({ db, files }, sellers[0]?.uid ?? "");
  for (let done = 0; done < count; done += BATCH_ROWS) {
    const rows = Array.from({ length: Math.min(BATCH_ROWS, count - done) }, (_, at) => {
      const { seller, ...product } = generatedProduct(done + at);
      const { uid: ownerUid = "", wallet: recipient = "" } = sellers[seller] ?? {};
      return { ...product, ownerUid, recipient, status: "active" as const, sold: 0 };
    });
    await insertProducts(db, rows, { key: fileKey, name: FILE_NAME });
    onProgress(done + rows.length);
  }
}

interface Seller {
  uid: string;
  wallet: string;
  name: string;
}

function sellerOf(at: number): Seller {
  const seed = createHash("sha256").update(`comptoir generated wallet/${at}`).digest();
  const wallet = Keypair.fromSeed(seed).publicKey.toBase58();
  return { uid: demoId(`generated seller/${at}`), wallet, name: `Atelier ${at + 1}` };
}

async function insertSellers(db: Database, sellers: Seller[]): Promise<void> {
  await db
    .prepare(
      `INSERT OR IGNORE INTO users (uid, display_name, wallet, created_at, wallet_linked_at)
       SELECT value ->> 'uid', value ->> 'name', value ->> 'wallet', ?2, ?2 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(sellers), generatedProduct(0).createdAt)
    .run();
}

/** Stores the shared file and returns its key; its row names the first product. */
async function insertFile(
  { db, files }: Pick<SeedContext, "db" | "files">,
  ownerUid: string,
): Promise<string> {
  const paragraphs = ["This file stands for all that is sold in a generated shop."];
  const bytes = booklet({
    title: "Sample",
    author: "Comptoir",
    chapters: [{ title: "1", paragraphs }],
  });
  const uniqueId = demoId("generated/file");
  const path = protectedStoragePath(uniqueId, FILE_NAME);
  await files.put(path, Uint8Array.from(bytes).buffer, {
    httpMetadata: { contentType: "application/pdf" },
  });
  const key = protectedFileKey(uniqueId, FILE_NAME);
  const { id, createdAt } = generatedProduct(0);
  await db
    .prepare(
      `INSERT OR IGNORE INTO files (key, storage_path, owner_uid, product_id, file_name,
         content_type, size_bytes, sha256, status, part_size_bytes, created_at, completed_at)
       VALUES (?1, ?2, ?3, ?4, ?5, 'application/pdf', ?6, ?7, 'complete', ?6, ?8, ?8)`,
    )
    .bind(
      ...[key, path, ownerUid, id, FILE_NAME, bytes.length],
      ...[createHash("sha256").update(bytes).digest("hex"), createdAt],
    )
    .run();
  return key;
}
