import { WALLET_ACCOUNT_NAME, walletUid } from "../../../app/accounts/rules/wallet-account";
import { sellPageProducts, sellPages } from "../../../db/schema/index";
import { createScryptHasher } from "../../../workers/scrypt-hasher";
import type { SeedPorts } from "../context";
import {
  BUYER,
  COLLECTORS,
  DEMO_PASSWORD,
  type DemoPerson,
  type DemoSeller,
  demoId,
  SELLERS,
} from "./people";

/** Older than every product of the demo. */
const ACCOUNT_AGE_MS = 50 * 24 * 3_600_000;

/** Creates the missing accounts. */
export async function createAccounts(ports: SeedPorts, now: number): Promise<void> {
  const people = [...SELLERS, BUYER];
  await Promise.all(people.map((person) => createAccount(person, ports, now - ACCOUNT_AGE_MS)));
  for (const { publicKey } of COLLECTORS) {
    const wallet = publicKey.toBase58();
    const uid = await walletUid(wallet);
    const account = { uid, displayName: WALLET_ACCOUNT_NAME, email: "", wallet };
    await ports.users.insert({ ...account, createdAt: now - ACCOUNT_AGE_MS });
  }
}

async function createAccount(person: DemoPerson, ports: SeedPorts, createdAt: number) {
  const { uid, name, email } = person;
  if (await ports.users.byUid(uid)) return;
  const wallet = person.wallet.publicKey.toBase58();
  const user = { uid, displayName: name, email, wallet, createdAt };
  const hash = await createScryptHasher().hash(DEMO_PASSWORD);
  await ports.passwords.insertWithUser(user, { email, hash });
}

/** Creates the seller's public page with all active products, newest first. */
export async function createStorefront(
  { uid, page, products }: DemoSeller,
  { db }: SeedPorts,
  now: number,
): Promise<void> {
  const listed = products.filter(({ disabled }) => !disabled).reverse();
  const rows = listed.map(({ slug }, position) => ({ uid, productId: demoId(slug), position }));
  await db.batch([
    db
      .insert(sellPages)
      .values({ uid, ...page, updatedAt: now })
      .onConflictDoNothing(),
    db.insert(sellPageProducts).values(rows).onConflictDoNothing(),
  ]);
}
