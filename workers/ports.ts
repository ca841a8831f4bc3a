import type { Clock, Ids, Ports, Settings } from "../app/ports";
import { catalogueIn } from "../db/catalogue";
import { openDb } from "../db/client";
import { contactMessagesIn } from "../db/contact-messages";
import { downloadTokensIn } from "../db/download-tokens";
import { endingsIn } from "../db/endings";
import { googleIdentitiesIn } from "../db/google-identities";
import { ledgerIn } from "../db/ledger";
import { ordersIn } from "../db/orders";
import { passwordsIn } from "../db/passwords";
import { productsIn } from "../db/products";
import { protectedFilesIn } from "../db/protected-files";
import { purchasesIn } from "../db/purchases";
import { rateCountersIn } from "../db/rates";
import { receivedIn } from "../db/received";
import { recoveryCodesIn } from "../db/recovery-codes";
import { refundsIn } from "../db/refunds";
import { revenueIn } from "../db/revenue";
import { sellPagesIn } from "../db/sell-pages";
import { sessionsIn } from "../db/sessions";
import { sweepProgressIn } from "../db/sweep-progress";
import { usersIn } from "../db/users";
import { walletChallengesIn } from "../db/wallet-challenges";
import type { Env } from "./env";
import { createFaucet } from "./faucet";
import { createOrderWatcher } from "./order-watcher";
import { r2FileStore } from "./r2-file-store";
import { reachSalesFeed } from "./reach-sales-feed";
import { createReferenceKeys } from "./reference-keys";
import { scryptHasher } from "./scrypt-hasher";
import { createSealing } from "./sealing";
import { createSolanaChain } from "./solana-chain";

const clock: Clock = { now: () => Date.now() };

const ids: Ids = {
  uuid: () => crypto.randomUUID(),
  short: () => base64url(randomBytes(16)),
  token: () => base64url(randomBytes(32)),
  bytes: randomBytes,
};

export type MakePorts = (env: Env, settings: Settings) => Ports;

/** The one place where ports get their real parts. */
export function createPorts(env: Env, settings: Settings): Ports {
  const db = openDb(env.DB);
  return {
    settings,
    clock,
    ids,
    sealing: createSealing(settings.sessionSecret),
    users: usersIn(db),
    endings: endingsIn(db),
    sessions: sessionsIn(db),
    passwords: passwordsIn(db),
    passwordHasher: scryptHasher,
    recoveryCodes: recoveryCodesIn(db),
    googleIdentities: googleIdentitiesIn(db),
    walletChallenges: walletChallengesIn(db),
    rates: rateCountersIn(db),
    products: productsIn(db),
    protectedFiles: protectedFilesIn(db),
    files: r2FileStore(env.FILES),
    orders: ordersIn(db),
    purchases: purchasesIn(db),
    ledger: ledgerIn(db),
    received: receivedIn(db),
    refunds: refundsIn(db),
    sweepProgress: sweepProgressIn(db),
    downloadTokens: downloadTokensIn(db),
    chain: createSolanaChain(settings.rpcUrls),
    faucet: createFaucet(settings.rpcUrls),
    referenceKeys: createReferenceKeys(settings.sessionSecret),
    watcher: createOrderWatcher(env.PENDING_TRANSACTION),
    feed: reachSalesFeed(env.SALES_FEED),
    revenue: revenueIn(db),
    catalogue: catalogueIn(db),
    sellPages: sellPagesIn(db),
    contactMessages: contactMessagesIn(db),
  };
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
