import type { PageReads } from "../app/http/page-reads";
import { createAccountLifecycle } from "../db/accounts/account-lifecycle";
import { googleIdentitiesIn } from "../db/accounts/google-identities";
import { passwordsIn } from "../db/accounts/passwords";
import { recoveryCodesIn } from "../db/accounts/recovery-codes";
import { sessionsIn } from "../db/accounts/sessions";
import { userCountsIn, usersIn } from "../db/accounts/users";
import { walletChallengesIn } from "../db/accounts/wallet-challenges";
import { affiliatesIn } from "../db/affiliates/affiliates";
import { affiliateInvitationsIn } from "../db/affiliates/invitations";
import { bundlesIn } from "../db/bundles/bundles";
import { bundleItemsIn } from "../db/checkout/bundle-items";
import { offersIn } from "../db/checkout/offers";
import { type Db, openDb, openNearestDb } from "../db/client";
import { codesIn } from "../db/codes/codes";
import { offeredCodesIn } from "../db/codes/offered-codes";
import { codeSalesIn } from "../db/dashboard/code-sales";
import { dashboardIn } from "../db/dashboard/dashboard";
import { sourcesIn } from "../db/dashboard/sources";
import { transactionsIn } from "../db/dashboard/transactions";
import { migrationsIn } from "../db/http/migrations";
import { createRateLimits } from "../db/http/rate-limits";
import { downloadTokensIn } from "../db/library/download-tokens";
import { handoversIn } from "../db/library/handovers";
import { checkedKeysIn } from "../db/licences/checked-keys";
import { givenKeysIn } from "../db/licences/given-keys";
import { licencePoolsIn } from "../db/licences/pools";
import { messagesIn } from "../db/messages/messages";
import { messageRequestsIn } from "../db/messages/requests";
import { threadListIn, unreadThreads } from "../db/messages/thread-list";
import { affiliateBooksIn } from "../db/orders/affiliate-books";
import { eventsIn } from "../db/orders/events";
import { grantsIn } from "../db/orders/grants";
import { createIncomingPayments } from "../db/orders/incoming-payments";
import { ledgerIn } from "../db/orders/ledger";
import { oldTermsIn } from "../db/orders/old-terms";
import { productRemovalIn } from "../db/orders/product-removal";
import { purchasesIn } from "../db/orders/purchases";
import { refundsIn } from "../db/orders/refunds";
import { removedOrdersIn } from "../db/orders/removed-orders";
import { oldPurchasesIn } from "../db/orders/rights";
import { receivedSharesIn, shareBooksIn } from "../db/orders/share-books";
import { sharePaymentsIn } from "../db/orders/share-payments";
import { stockLineIn } from "../db/orders/stock-line";
import { thingsIn } from "../db/orders/things";
import { contactMessagesIn } from "../db/pages/contact-messages";
import { mediaIn } from "../db/products/media";
import { presentationsIn } from "../db/products/presentations";
import { productViewsIn } from "../db/products/product-views";
import { productsIn } from "../db/products/products";
import { protectedFilesIn } from "../db/products/protected-files";
import { releasesIn } from "../db/products/releases";
import { sourceNamesIn } from "../db/products/sources";
import { unnamedMediaIn } from "../db/products/unnamed-media";
import { reportsIn } from "../db/reports/reports";
import { reviewsIn } from "../db/reviews/reviews";
import { followedOrdersIn } from "../db/settlement/followed-orders";
import { sweepProgressIn } from "../db/settlement/sweep-progress";
import { unmatchedPaymentsIn } from "../db/settlement/unmatched-payments";
import { authorsIn } from "../db/sharing/authors";
import { invitationsIn } from "../db/sharing/invitations";
import { catalogueIn } from "../db/shop/catalogue";
import { favouritesIn } from "../db/shop/favourites";
import { searchIndexIn } from "../db/shop/search-index-state";
import { sitemapIn } from "../db/shop/sitemap";
import { sellPagesIn } from "../db/storefront/sell-pages";
import { contractsIn } from "../db/withdrawals/contracts";
import { withdrawalsIn } from "../db/withdrawals/withdrawals";
import journal from "../migrations/meta/_journal.json";
import { ABOVE_ACCOUNTS, ABOVE_PRODUCTS, PRODUCT_ROWS } from "./claimed-rows";
import { lazily } from "./lazily";

/** What reads and writes the tables: functions around a client of the database, without state. */
export type Repositories = ReturnType<typeof createRepositories>;

const shared = new WeakMap<D1Database, Repositories>();

/**
 * The repositories of a request, which `reads` belong to. Without a request there is one set for all
 * Durable Objects of an isolate: its own would take 19 KB of each.
 */
export function repositoriesOf(database: D1Database, reads?: PageReads): Repositories {
  if (reads) {
    const db = openDb(database);
    // For what pages show. Money, stock, sign-in and access are decided on the primary.
    const pages = reads.from === "nearest" ? openNearestDb(database, reads.bookmark) : db;
    return createRepositories(db, pages);
  }
  const known = shared.get(database);
  if (known) return known;
  const db = openDb(database);
  const repositories = createRepositories(db, db);
  shared.set(database, repositories);
  return repositories;
}

/** Those that this version was written for. */
const MIGRATIONS = journal.entries.map(({ tag }) => tag);

function createRepositories(db: Db, pages: Db) {
  return lazily({
    users: () => usersIn(pages),
    userCounts: () => userCountsIn(pages, ABOVE_ACCOUNTS),
    accountLifecycle: () => createAccountLifecycle(db, ABOVE_ACCOUNTS),
    sessions: () => sessionsIn(db, unreadThreads),
    passwords: () => passwordsIn(db),
    recoveryCodes: () => recoveryCodesIn(db),
    googleIdentities: () => googleIdentitiesIn(db),
    walletChallenges: () => walletChallengesIn(db),
    rateLimits: () => createRateLimits(db),
    migrations: () => migrationsIn(db, MIGRATIONS),
    products: () => productsIn(pages),
    oldTerms: () => oldTermsIn(db),
    oldPurchases: () => oldPurchasesIn(db),
    affiliates: () => affiliatesIn(db),
    affiliateInvitations: () => affiliateInvitationsIn(db),
    affiliateBooks: () => affiliateBooksIn(db),
    offers: () => offersIn(pages),
    bundles: () => bundlesIn(db),
    bundleItems: () => bundleItemsIn(db),
    offeredCodes: () => offeredCodesIn(pages),
    protectedFiles: () => protectedFilesIn(pages),
    releases: () => releasesIn(pages, ABOVE_PRODUCTS),
    media: () => mediaIn(pages),
    presentations: () => presentationsIn(pages),
    unnamedMedia: () => unnamedMediaIn(db),
    events: () => eventsIn(db),
    stockLine: () => stockLineIn(db),
    things: () => thingsIn(db),
    followedOrders: () => followedOrdersIn(db),
    removedOrders: () => removedOrdersIn(db),
    productRemoval: () => productRemovalIn(db, PRODUCT_ROWS),
    purchases: () => purchasesIn(db),
    grants: () => grantsIn(db),
    ledger: () => ledgerIn(db),
    incomingPayments: () => createIncomingPayments(db),
    shareBooks: () => shareBooksIn(db),
    receivedShares: () => receivedSharesIn(db),
    authors: () => authorsIn(db),
    invitations: () => invitationsIn(db),
    refunds: () => refundsIn(db),
    sharePayments: () => sharePaymentsIn(db),
    sweepProgress: () => sweepProgressIn(db),
    keptRate: () => sweepProgressIn(pages),
    unmatchedPayments: () => unmatchedPaymentsIn(db),
    downloadTokens: () => downloadTokensIn(db),
    handovers: () => handoversIn(db),
    licencePools: () => licencePoolsIn(db),
    givenKeys: () => givenKeysIn(db),
    checkedKeys: () => checkedKeysIn(db),
    productViews: () => productViewsIn(db),
    sourceNames: () => sourceNamesIn(db),
    codes: () => codesIn(db),
    codeSales: () => codeSalesIn(db),
    dashboard: () => dashboardIn(db),
    sources: () => sourcesIn(db),
    transactions: () => transactionsIn(db),
    catalogue: () => catalogueIn(pages),
    searchIndex: () => searchIndexIn(db),
    favourites: () => favouritesIn(pages),
    sellPages: () => sellPagesIn(pages),
    messages: () => messagesIn(db),
    messageRequests: () => messageRequestsIn(db),
    threadList: () => threadListIn(db),
    withdrawals: () => withdrawalsIn(db),
    contracts: () => contractsIn(db),
    contactMessages: () => contactMessagesIn(db),
    reports: () => reportsIn(db),
    reviews: () => reviewsIn(pages),
    sitemap: () => sitemapIn(pages),
  });
}
