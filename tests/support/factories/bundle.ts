import { Keypair, LAMPORTS_PER_SOL } from "@solana/web3.js";
import { localDatabase } from "../../../dev/run/local-database";
import type { AppUnderTest } from "../app-under-test";
import { changeRow, insertRow } from "../rows";
import { type Person, person } from "./person";
import {
  changeProduct,
  insertProduct,
  type ProductTraits,
  product,
  type TestProduct,
} from "./product";

/** Makes a bundle of products that are there. Runs in Node and inside workerd. */
export async function insertBundle(
  db: D1Database,
  ownerUid: string,
  items: readonly string[],
  traits: ProductTraits = {},
): Promise<string> {
  const id = await insertProduct(db, ownerUid, { title: "Everything", ...traits });
  await changeRow(db, "products", { id }, { bundle_size: items.length });
  for (const [at, item] of items.entries()) {
    await insertRow(db, "bundle_items", { bundle_id: id, product_id: item, position: at + 1 });
  }
  return id;
}

export interface TestBundle {
  id: string;
  seller: Person;
  recipient: Keypair;
  items: TestProduct[];
}

/** A bundle of products of one seller, paid to one wallet, with their files stored. */
export async function bundle(
  app: AppUnderTest,
  items: readonly Omit<ProductTraits, "recipient">[],
  traits: Omit<ProductTraits, "recipient"> = {},
): Promise<TestBundle> {
  const seller = await person(app);
  const recipient = Keypair.generate();
  const address = recipient.publicKey.toBase58();
  app.chain.airdrop(address, LAMPORTS_PER_SOL);
  const made: TestProduct[] = [];
  for (const item of items) {
    const one = await product(app, { ...item, seller });
    await changeProduct(app, one.id, { recipient: address });
    made.push({ ...one, recipient });
  }
  const ids = made.map(({ id }) => id);
  const db = localDatabase(app.worker);
  const id = await insertBundle(db, seller.uid, ids, { ...traits, recipient: address });
  return { id, seller, recipient, items: made };
}
