import { Keypair, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../../app/lib/time-zone";
import { createAccountLifecycle } from "../../../db/accounts/account-lifecycle";
import { usersIn } from "../../../db/accounts/users";
import { openDb } from "../../../db/client";
import { localDatabase } from "../../../dev/run/local-database";
import { ABOVE_ACCOUNTS } from "../../../workers/claimed-rows";
import { type InProcessApp, startInProcessApp } from "../../support/app-here";
import {
  fundedWallet,
  LAMPORTS_PER_SOL,
  PRICE_LAMPORTS,
  rpcConnection,
  sql,
} from "../../support/app-under-test";
import { type Person, person } from "../../support/factories/person";
import { product } from "../../support/factories/product";
import { expectLedgerConsistent } from "../../support/ledger-checks";
import {
  openOrder,
  payOrder,
  readOrder,
  requestTransaction,
  waitForStatus,
} from "../../support/order-api";
import { changeRow } from "../../support/rows";
import { newChallenge, postJson, signChallenge, signInWithKeys } from "../../support/sign-in";
import { type MintedToken, mintToken, moveToken } from "../../support/tokens";
import { productForm } from "../../support/upload";

const MB = 1024 * 1024;
const mint = Keypair.generate();
let app: InProcessApp;
let minter: Keypair;

beforeAll(async () => {
  const platformWallet = Keypair.generate().publicKey.toBase58();
  const env = {
    PLATFORM_WALLET: platformWallet,
    PREMIUM_NFT_MINT: mint.publicKey.toBase58(),
  };
  app = await startInProcessApp({ chain: { slotMs: 100 }, env });
  app.chain.airdrop(platformWallet, LAMPORTS_PER_SOL);
  minter = fundedWallet(app, 100 * LAMPORTS_PER_SOL);
});
afterAll(() => app?.stop());

/** The one token: minted once, then moved to the wallet of each test. */
let token: (MintedToken & { owner: Keypair }) | undefined;

async function giveToken(owner: Keypair): Promise<void> {
  const connection = rpcConnection(app);
  if (token) await moveToken(connection, minter, token.owner, token, owner.publicKey);
  else token = { ...(await mintToken(connection, minter, owner.publicKey, {}, mint)), owner };
  const accounts = { mint: mint.publicKey };
  app.chain.advanceSlots(2);
  const [found] = (await connection.getTokenAccountsByOwner(owner.publicKey, accounts)).value;
  if (!found) throw new Error("The token did not arrive");
  token = { ...token, account: found.pubkey, owner };
}

/** A seller with a linked wallet, whose plan was never read. */
async function newSeller(): Promise<Person & { wallet: Keypair }> {
  const wallet = fundedWallet(app);
  return { ...(await person(app, { wallet: wallet.publicKey.toBase58() })), wallet };
}

async function feeOfNewOrder(seller: Person) {
  const item = await product(app, { seller });
  const buyer = await person(app);
  const { transactionId } = await openOrder(app, buyer, item.id);
  const { sellerLamports, feeLamports } = await readOrder(app, buyer, transactionId);
  return { item, buyer, transactionId, sellerLamports, feeLamports };
}

const storedPlan = async ({ uid }: Person) => {
  const [row] = await sql(app, "SELECT plan, plan_read_at FROM users WHERE uid = ?", uid);
  return row;
};

const readProfile = async ({ headers }: Person) =>
  (await fetch(`${app.url}/profil`, { headers })).text();

function postProfile({ headers }: Person, intent: string): Promise<Response> {
  return fetch(`${app.url}/profil`, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ intent }),
  });
}

// spec: permission.plan-premium
// spec: money.premium-fee
test("a holder sells without commission, and the platform's key is in the transaction read-only", async () => {
  const seller = await newSeller();
  await giveToken(seller.wallet);
  const { item, buyer, transactionId, ...split } = await feeOfNewOrder(seller);
  expect(split).toEqual({ sellerLamports: String(PRICE_LAMPORTS), feeLamports: "0" });

  const payer = fundedWallet(app);
  const asked = await requestTransaction(app, transactionId, payer.publicKey.toBase58());
  const { transaction } = (await asked.json()) as { transaction: string };
  const { message } = VersionedTransaction.deserialize(Buffer.from(transaction, "base64"));
  const at = message.staticAccountKeys.findIndex((key) => {
    return key.equals(new PublicKey(app.platformWallet));
  });
  expect(at).toBeGreaterThan(0);
  expect([message.isAccountWritable(at), message.isAccountSigner(at)]).toEqual([false, false]);

  const before = app.chain.balance(item.recipient.publicKey.toBase58());
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  const after = app.chain.balance(item.recipient.publicKey.toBase58());
  expect(after - before).toBe(BigInt(PRICE_LAMPORTS));
  await expectLedgerConsistent(app);
});

// spec: constant.plan-size
// spec: money.premium-fee
test("a holder may upload 1 GB, and the forms say so", async () => {
  const seller = await newSeller();
  const upload = async (sizeBytes: number) => {
    const fields = { fileName: "big.bin", fileSize: String(sizeBytes) };
    const body = productForm(seller.wallet.publicKey.toBase58(), fields);
    const { headers } = seller;
    return (await fetch(`${app.url}/api/uploads`, { method: "POST", headers, body })).status;
  };
  expect(await upload(501 * MB)).toBe(402);
  await giveToken(seller.wallet);
  expect(await upload(501 * MB)).toBe(402);
  await app.clock.advance(DAY_MS + 1);
  expect(await upload(1024 * MB)).toBe(201);
  expect(await upload(1024 * MB + 1)).toBe(402);
  const { headers } = seller;
  const form = await (await fetch(`${app.url}/transaction`, { headers })).text();
  expect(form).toMatch(/Premium plan:.*1 GB a file, 0% commission/s);
  const profile = await readProfile(seller);
  expect(profile).toMatch(/>Premium<\/p>/);
  expect(profile).toContain("0% commission a sale, 1 GB a file.");
});

// spec: money.premium
test("a token that moved on ends Premium within a day, and a linked wallet gets it at once", async () => {
  const seller = await newSeller();
  await giveToken(seller.wallet);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
  const other = await newSeller();
  await giveToken(other.wallet);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
  expect((await feeOfNewOrder(other)).feeLamports).toBe("0");
  await app.clock.advance(DAY_MS + 1);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe(String(PRICE_LAMPORTS / 100));
  expect((await feeOfNewOrder(other)).feeLamports).toBe("0");
});

test("'check again' reads the plan at most once a minute", async () => {
  const seller = await newSeller();
  expect(await readProfile(seller)).toMatch(/>Free, for now at Pro rates<\/p>/);
  await giveToken(seller.wallet);
  expect((await postProfile(seller, "check-plan")).status).toBe(429);
  await app.clock.advance(60_000);
  expect((await postProfile(seller, "check-plan")).status).toBe(302);
  expect(await readProfile(seller)).toMatch(/>Premium<\/p>/);
});

test("another wallet, or none, ends Premium at once", async () => {
  const users = usersIn(openDb(localDatabase(app.worker)));
  const seller = await newSeller();
  await giveToken(seller.wallet);
  await readProfile(seller);
  expect(await storedPlan(seller)).toMatchObject({ plan: "premium" });
  const address = seller.wallet.publicKey.toBase58();
  // The same wallet again changes nothing.
  expect(await users.linkWallet(seller.uid, address, 1)).toBe(true);
  expect(await storedPlan(seller)).toMatchObject({ plan: "premium" });
  const another = Keypair.generate().publicKey.toBase58();
  expect(await users.linkWallet(seller.uid, another, 1)).toBe(true);
  expect(await storedPlan(seller)).toEqual({ plan: "free", plan_read_at: null });
  // A reading of the first wallet that ends now is not stored.
  const late = { plan: "premium", mint: "late", readAt: Date.now() } as const;
  await users.recordPlan({ uid: seller.uid, wallet: address }, late);
  expect(await storedPlan(seller)).toEqual({ plan: "free", plan_read_at: null });

  await users.linkWallet(seller.uid, address, 1);
  await readProfile(seller);
  expect(await storedPlan(seller)).toMatchObject({ plan: "premium" });
  await sql(
    app,
    "INSERT INTO password_credentials (uid, email, hash, updated_at) VALUES (?, ?, 'x', 1)",
    seller.uid,
    `${seller.uid}@example.com`,
  );
  expect(await users.unlinkWallet(seller.uid)).toBe(true);
  expect(await storedPlan(seller)).toEqual({ plan: "free", plan_read_at: null });
});

test("a plan that the operator granted outlives wallets and readings", async () => {
  const users = usersIn(openDb(localDatabase(app.worker)));
  const seller = await newSeller();
  await changeRow(localDatabase(app.worker), "users", { uid: seller.uid }, { plan: "premium" });
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
  await users.linkWallet(seller.uid, Keypair.generate().publicKey.toBase58(), 1);
  expect(await storedPlan(seller)).toEqual({ plan: "premium", plan_read_at: null });
});

test("a merge brings the plan of the wallet, and ends that of the wallet before", async () => {
  const lifecycle = createAccountLifecycle(openDb(localDatabase(app.worker)), ABOVE_ACCOUNTS);
  const before = await newSeller();
  await giveToken(before.wallet);
  await readProfile(before);
  const walletAccount = await newSeller();
  await readProfile(walletAccount);
  const wallet = walletAccount.wallet.publicKey.toBase58();
  const accounts = { from: walletAccount.uid, to: before.uid, wallet };
  const readAt = (await storedPlan(walletAccount))?.plan_read_at;
  expect(readAt).toBeGreaterThan(0);
  expect(await lifecycle.merge(accounts, Date.now())).toBe(true);
  expect(await storedPlan(before)).toEqual({ plan: "free", plan_read_at: readAt });

  const granted = await person(app, { plan: "pro" });
  const again = { from: before.uid, to: granted.uid, wallet };
  expect(await lifecycle.merge(again, Date.now())).toBe(true);
  expect(await storedPlan(granted)).toEqual({ plan: "pro", plan_read_at: null });
});

// spec: permission.plan-premium
// spec: money.premium
test("linking the wallet reads the plan", async () => {
  const seller = await person(app);
  const wallet = fundedWallet(app);
  await giveToken(wallet);
  const site = { origin: app.url, fetch };
  const cookie = seller.headers.Cookie;
  const keys = { publicKey: wallet.publicKey.toBytes(), secretKey: wallet.secretKey };
  const signed = signChallenge(keys, await newChallenge(site, "link", cookie));
  expect((await postJson(site, "/api/wallet/link", signed, cookie)).status).toBe(200);
  expect(await storedPlan(seller)).toMatchObject({ plan: "premium" });
});

// spec: money.premium
test("signing in with the wallet reads the plan", async () => {
  const seller = await newSeller();
  await giveToken(seller.wallet);
  const site = { origin: app.url, fetch };
  const { publicKey, secretKey } = seller.wallet;
  await signInWithKeys(site, { publicKey: publicKey.toBytes(), secretKey });
  await expect.poll(() => storedPlan(seller)).toMatchObject({ plan: "premium" });
});

// spec: money.premium-outage
test("while the node is down the stored plan applies for a week, and orders go on", async () => {
  const seller = await newSeller();
  await giveToken(seller.wallet);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
  const fault = { kind: "error", method: "getTokenAccountsByOwner" } as const;
  app.chain.injectFault(fault);
  await app.clock.advance(6 * DAY_MS);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
  await app.clock.advance(DAY_MS + 1);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe(String(PRICE_LAMPORTS / 100));
  app.chain.clearFaults();
  await app.clock.advance(600_000);
  expect((await feeOfNewOrder(seller)).feeLamports).toBe("0");
});

test("the plans say that Premium comes with the token", async () => {
  const html = await (
    await fetch(`${app.url}/createur`, { headers: { Cookie: "locale=en" } })
  ).text();
  expect(html).toContain("with the NFT");
  expect(html).toContain("Premium is automatic for the account whose linked wallet holds");
});
