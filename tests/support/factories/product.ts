import { Keypair } from "@solana/web3.js";
import { categoryById } from "../../../app/products/rules/categories";
import { NO_IMAGE } from "../../../app/products/rules/pictures";
import type { Product } from "../../../app/products/rules/product";
import { searchTextOf } from "../../../app/products/rules/search-text";
import { imageColumns } from "../../../app/products/use-cases/images";
import { localDatabase, storeLocalFile } from "../../../dev/run/local-database";
import { type AppUnderTest, LAMPORTS_PER_SOL, PRICE_LAMPORTS } from "../app-under-test";
import { flatPng } from "../images/flat-png";
import { newAddress } from "../random-keys";
import { changeRow, insertRow } from "../rows";
import { type Person, person } from "./person";

export interface ProductTraits {
  id?: string;
  title?: string;
  description?: string;
  descriptionFormat?: Product["descriptionFormat"];
  categoryId?: number;
  /** Lamports. */
  price?: number;
  /** Given without a payment: its price is 0. */
  isFree?: boolean;
  /** Buyers choose what to pay: the price is the least. */
  isPriceChosen?: boolean;
  /** Units; null for no limit. */
  saleLimit?: number | null;
  sold?: number;
  /** Sales that count for the badge of best sellers; all by default. */
  ranked?: number;
  held?: number;
  status?: "draft" | "active" | "disabled";
  /** Wallet that is paid, base58. */
  recipient?: string;
  /** Who share in its sales. */
  authors?: readonly AuthorTraits[];
  /** Columns that a database of an older version lacks. */
  missingColumns?: readonly string[];
}

export interface AuthorTraits {
  uid: string;
  /** Base58. */
  wallet: string;
  /** Basis points. */
  bps: number;
}

export interface TestProduct {
  id: string;
  seller: Person;
  recipient: Keypair;
  bytes: Buffer;
}

/** A product on sale in memory only: without a limit, for 1,000 lamports. */
export function productOf(traits: Partial<Product> = {}): Product {
  return {
    seq: 1,
    id: "product",
    ownerUid: "seller",
    version: 1,
    authorCount: 0,
    bundleSize: 0,
    title: "",
    categoryId: 1,
    subcategoryId: null,
    type: "musique",
    description: "",
    descriptionFormat: "plain",
    priceLamports: 1_000n,
    isFree: false,
    isPriceChosen: false,
    suggestedLamports: null,
    defaultCodeId: null,
    affiliateBps: null,
    isOpenToAffiliates: false,
    licenceKind: null,
    ...imageColumns({ cover: NO_IMAGE, image: NO_IMAGE }),
    releaseId: "key",
    productFileName: "song.wav",
    fileUpdatedAt: null,
    status: "active",
    draftFields: null,
    recipient: "Recipient",
    saleType: "infinite",
    saleLimit: null,
    sold: 0,
    held: 0,
    ratingCount: 0,
    ratingSum: 0,
    given: 0,
    createdAt: 1,
    updatedAt: 1,
    ...traits,
  };
}

/** Inserts a product into D1, without a stored file. Runs in Node and inside workerd. */
export async function insertProduct(
  db: D1Database,
  ownerUid: string,
  { id = crypto.randomUUID(), categoryId = 1, saleLimit = null, ...traits }: ProductTraits = {},
  file: { key: string; name: string } | null = null,
): Promise<string> {
  const now = Date.now();
  const { title = "A file", description = "What it is", descriptionFormat = "plain" } = traits;
  const { ranked = traits.sold ?? 0 } = traits;
  const row: Record<string, unknown> = {
    id,
    owner_uid: ownerUid,
    title,
    description,
    ...(descriptionFormat !== "plain" && { description_format: descriptionFormat }),
    search_text: searchTextOf({ title, description, descriptionFormat }),
    category_id: categoryId,
    type: categoryById(categoryId)?.type ?? "autre",
    price_lamports: traits.price ?? (traits.isFree ? 0 : PRICE_LAMPORTS),
    ...(traits.isFree && { is_free: 1 }),
    ...(traits.isPriceChosen && { is_price_chosen: 1 }),
    file_key: file?.key ?? null,
    product_file_name: file?.name ?? "",
    status: traits.status ?? "active",
    recipient: traits.recipient ?? newAddress(),
    sale_type: saleLimit === null ? "infinite" : saleLimit === 1 ? "unique" : "limited",
    sale_limit: saleLimit,
    sold: traits.sold ?? 0,
    ...(ranked > 0 && { ranked }),
    held: traits.held ?? 0,
    created_at: now,
    updated_at: now,
  };
  for (const column of traits.missingColumns ?? []) delete row[column];
  await insertRow(db, "products", row);
  for (const author of traits.authors ?? []) await insertAuthor(db, id, author);
  return id;
}

/** Inserts one who shares in the sales of a product. Runs in Node and inside workerd. */
export async function insertAuthor(
  db: D1Database,
  productId: string,
  author: AuthorTraits,
): Promise<void> {
  await insertRow(db, "authors", { product_id: productId, ...author, accepted_at: Date.now() });
}

/** A product on sale with its file stored, and a seller whose wallet exists on the chain. */
export async function product(
  app: AppUnderTest,
  { seller, ...traits }: Omit<ProductTraits, "recipient"> & { seller?: Person } = {},
): Promise<TestProduct> {
  const owner = seller ?? (await person(app));
  const recipient = Keypair.generate();
  const address = recipient.publicKey.toBase58();
  app.chain.airdrop(address, LAMPORTS_PER_SOL);
  const id = traits.id ?? crypto.randomUUID();
  const name = 'été "1".bin';
  const key = `${id}_${name}`;
  const db = localDatabase(app.worker);
  const bytes = await storeFile(app, { key, name, ownerUid: owner.uid, productId: id });
  await insertProduct(db, owner.uid, { ...traits, id, recipient: address }, { key, name });
  return { id, seller: owner, recipient, bytes };
}

/** Writes columns of a product directly, past the app's caches and checks. */
export async function changeProduct(
  app: AppUnderTest,
  id: string,
  changes: Record<string, string | number | null>,
): Promise<void> {
  await changeRow(localDatabase(app.worker), "products", { id }, changes);
}

/** Gives a product a cover in two sizes. */
export async function giveCover(app: AppUnderTest, { id, seller }: TestProduct): Promise<void> {
  for (const [name, width] of [["large", 1600] as const, ["small", 640] as const]) {
    const key = `files/${seller.uid}/${id}/${name}`;
    const body = flatPng(width, (width * 3) / 4);
    await storeLocalFile(app.worker, key, {
      body,
      bytes: body.byteLength,
      contentType: "image/png",
    });
    const media = {
      id: `${id}-${name}`,
      key,
      product_id: id,
      owner_uid: seller.uid,
      created_at: 0,
    };
    await insertRow(localDatabase(app.worker), "media", media);
  }
  await changeProduct(app, id, {
    cover_media_id: `${id}-large`,
    cover_small_media_id: `${id}-small`,
    cover_width: 1600,
    cover_small_width: 640,
  });
}

/** Stores a complete file of 100,000 random bytes; returns them. */
async function storeFile(
  app: AppUnderTest,
  file: { key: string; name: string; ownerUid: string; productId: string },
): Promise<Buffer> {
  const bytes = Buffer.alloc(100_000);
  // getRandomValues fills at most 65,536 bytes.
  for (let at = 0; at < bytes.length; at += 50_000) {
    crypto.getRandomValues(bytes.subarray(at, at + 50_000));
  }
  const path = `protectedFiles/${file.key}`;
  await storeLocalFile(app.worker, path, { body: bytes, bytes: bytes.byteLength });
  const now = Date.now();
  await insertRow(localDatabase(app.worker), "files", {
    key: file.key,
    storage_path: path,
    owner_uid: file.ownerUid,
    product_id: file.productId,
    file_name: file.name,
    content_type: "application/octet-stream",
    size_bytes: bytes.length,
    sha256: Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex"),
    status: "complete",
    part_size_bytes: 5_242_880,
    created_at: now,
    completed_at: now,
  });
  return bytes;
}
