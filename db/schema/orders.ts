import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { EventKind } from "../../app/orders/rules/event";
import { GRANT_REASONS } from "../../app/orders/rules/grant";
import { INCOMING_KINDS } from "../../app/orders/rules/ledger-kinds";
import { UNIT_HOLDS } from "../../app/orders/rules/order";
import {
  CLOSED_STATUSES,
  OPEN_STATUSES,
  ORDER_STATUSES,
  UNDECIDED_STATUSES,
} from "../../app/orders/rules/order-state";
import { DEBT_KINDS, type ShareEntryKind } from "../../app/orders/rules/share-kinds";
import { sqlList } from "../client";
import { flag, lamports, ms } from "./columns";

/** `transactions/{id}` of the specification: an attempt to buy, with the terms at its creation. */
export const orders = sqliteTable(
  "orders",
  {
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    /** Null until it is paid where an unproved wallet or a guest opened it. */
    buyerUid: text("buyer_uid"),
    /**
     * The wallet that must pay; after settlement the wallet that paid. Without a buyer: the address
     * that asked for the order, which nothing proves; null for a guest's.
     */
    buyerWallet: text("buyer_wallet"),
    /** Hash of the secret of the browser without an account that opened the order; else null. */
    guestSecretHash: text("guest_secret_hash"),
    /** The address that this browser named, or that signed. */
    guestWallet: text("guest_wallet"),
    /** The transaction that came signed with the secret. It alone gives that browser the file. */
    guestSignature: text("guest_signature"),
    status: text("status", {
      enum: ORDER_STATUSES,
    }).notNull(),
    paymentRequested: flag("payment_requested"),
    priceLamports: lamports("price_lamports").notNull(),
    sellerLamports: lamports("seller_lamports").notNull(),
    feeLamports: lamports("fee_lamports").notNull(),
    feeBps: integer("fee_bps").notNull(),
    /**
     * The least amount of its sale that counts for the badge of best sellers and for the stars of its review
     * (`rankedFrom`). Null where a version before wrote the row: every sale counts.
     */
    rankedFrom: lamports("ranked_from"),
    recipient: text("recipient").notNull(),
    platform: text("platform").notNull(),
    /** The document of `app/orders/rules/terms.ts`. Null where the version before wrote the row. */
    terms: text("terms"),
    /** `products.version` at the quote; null likewise. */
    productVersion: integer("product_version"),
    reference: text("reference").notNull().unique(),
    /** Secret key of the reference, encrypted; only of scarce products and of guests. */
    referenceSecret: text("reference_secret"),
    label: text("label").notNull(),
    message: text("message").notNull(),
    saleType: text("sale_type", { enum: ["unique", "limited", "infinite"] }).notNull(),
    createdAt: ms("created_at").notNull(),
    expiresAt: ms("expires_at").notNull(),
    /** The built transaction that can still land: wire bytes in base64. */
    builtTransaction: text("built_transaction"),
    /** The wallet for which it was built. */
    builtFor: text("built_for"),
    builtAt: ms("built_at"),
    /** Last block height at which it can land. */
    lastValidBlockHeight: integer("last_valid_block_height"),
    /** How it was built. Null where an older Worker wrote the row: by the sale type. */
    builtForm: text("built_form", { enum: ["unsigned", "presigned", "cosigned"] }),
    /** Slot of a node when the signed bytes came. Null where none came. */
    builtSlot: integer("built_slot"),
    /** True once two nodes, or the only one, have known the blockhash of what was built. */
    blockhashSeconded: flag("blockhash_seconded"),
    /** The blockhash of the last unsigned message whose reference must sign, and its lifetime. */
    offeredBlockhash: text("offered_blockhash"),
    offeredLastValidBlockHeight: integer("offered_last_valid_block_height"),
    /**
     * State of all that the order takes: all of it is held, or nothing. The trigger `order_things_taken`
     * writes `things` and `holds` with it; the units of products are counted by who writes it.
     */
    hold: text("hold", { enum: ["none", "held", "sold", "released"] })
      .notNull()
      .default("none"),
    suggestedSignature: text("suggested_signature"),
    /** The transaction that settled the order, or the one in review. */
    signature: text("signature"),
    payerWallet: text("payer_wallet"),
    slot: integer("slot"),
    paidLamports: lamports("paid_lamports"),
    /** Of the page on which it was opened, as `source_days` has it. Null without a page. */
    source: text("source"),
    /** The code among the adjustments of its terms; null for none. */
    codeId: text("code_id"),
    /** Why its buyer has what was not paid; null for what was. The trigger `order_granted` writes it to the right. */
    grantReason: text("grant_reason", { enum: GRANT_REASONS }),
    surplusLamports: lamports("surplus_lamports").notNull().default(0),
    feeOwedLamports: lamports("fee_owed_lamports").notNull().default(0),
    reviewReason: text("review_reason"),
    /** Sum of payments below the price, with those that are too small or too many for an entry. */
    shortLamports: lamports("short_lamports").notNull().default(0),
    /** Tags of the latter, so that each is added once: see db/orders/short-payments.ts. */
    shortTags: text("short_tags").notNull().default(""),
    /** Why the order expired before its time; null where its time ended. */
    endedReason: text("ended_reason"),
    settledAt: ms("settled_at"),
    /**
     * The same time where the signed bytes of the transaction name no other order: the sweep of the
     * platform's address passes it over. Compared with `settled_at`, so that an older Worker that settles
     * the order again leaves nothing false.
     */
    settledAloneAt: ms("settled_alone_at"),
    finalizedAt: ms("finalized_at"),
    /** The time of a sale, by which lists sort it; of a payment refunded before, of its refund. */
    soldAt: ms("sold_at").generatedAlwaysAs(sql`coalesce(settled_at, refunded_at, created_at)`, {
      mode: "virtual",
    }),
    /** The version of the words by which the buyer gave up the right of withdrawal, and when. */
    waiverVersion: integer("waiver_version"),
    waivedAt: ms("waived_at"),
    refundReference: text("refund_reference"),
    refundSignature: text("refund_signature"),
    refundedAt: ms("refunded_at"),
    /** Next poll by the Durable Object; the sweep polls overdue rows. */
    nextPollAt: ms("next_poll_at"),
    updatedAt: ms("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("orders_one_signature").on(t.signature).where(sql`signature IS NOT NULL`),
    uniqueIndex("orders_one_open")
      .on(t.buyerUid, t.productId)
      .where(sql`buyer_uid IS NOT NULL AND status IN ${sqlList(OPEN_STATUSES)}`),
    uniqueIndex("orders_one_open_by_wallet")
      .on(t.buyerWallet, t.productId)
      .where(sql`buyer_uid IS NULL AND status IN ${sqlList(OPEN_STATUSES)}`),
    uniqueIndex("orders_one_open_of_guest")
      .on(t.guestSecretHash, t.productId)
      .where(sql`guest_secret_hash IS NOT NULL AND status IN ${sqlList(OPEN_STATUSES)}`),
    index("orders_by_guest")
      .on(t.guestSecretHash, t.productId)
      .where(sql`guest_secret_hash IS NOT NULL`),
    index("orders_to_purge").on(t.expiresAt).where(sql`buyer_uid IS NULL AND status = 'expired'`),
    index("orders_paid_by_wallet").on(t.payerWallet, t.productId).where(sql`status = 'paid'`),
    index("orders_by_owner").on(t.ownerUid, t.createdAt),
    index("orders_by_buyer").on(t.buyerUid, t.productId),
    index("orders_refunded_of_buyer").on(t.buyerUid, t.settledAt).where(sql`status = 'refunded'`),
    index("orders_sold")
      .on(t.ownerUid, t.soldAt, t.id)
      .where(sql`status IN ${sqlList(CLOSED_STATUSES)}`),
    index("orders_sold_of_product")
      .on(t.productId, t.soldAt, t.id)
      .where(sql`status IN ${sqlList(CLOSED_STATUSES)}`),
    index("orders_undecided")
      .on(t.ownerUid)
      .where(sql`status IN ${sqlList(UNDECIDED_STATUSES)}`),
    index("orders_to_claim").on(t.payerWallet, t.productId).where(sql`status = 'paid_by_other'`),
    index("orders_holding").on(t.builtFor).where(sql`hold = 'held'`),
    index("orders_holding_product").on(t.productId).where(sql`hold = 'held'`),
    index("orders_awaiting_of_wallet")
      .on(t.builtFor, t.updatedAt)
      .where(sql`buyer_uid IS NULL AND status = 'awaiting'`),
    index("orders_by_code").on(t.codeId, t.buyerUid).where(sql`code_id IS NOT NULL`),
    index("orders_without_terms").on(t.createdAt).where(sql`terms IS NULL`),
    index("orders_overdue").on(t.nextPollAt).where(sql`next_poll_at IS NOT NULL`),
    check("parts_add_up", sql`seller_lamports + fee_lamports = price_lamports`),
  ],
);

/** `purchases/{uid}/{productId}` of the specification: the right to download the file. */
export const purchases = sqliteTable(
  "purchases",
  {
    uid: text("uid").notNull(),
    productId: text("product_id").notNull(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    createdAt: ms("created_at").notNull(),
    refreshRequestedAt: ms("refresh_requested_at"),
    revokedAt: ms("revoked_at"),
    /** The version that was bought. Null where an older Worker wrote the row: the newest. */
    fileKey: text("file_key"),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.productId] }),
    index("purchases_by_file").on(t.fileKey).where(sql`revoked_at IS NULL`),
  ],
);

/**
 * Who may download what, by which order: one row for each product of an order that was settled once. Triggers write what `purchases`
 * says of an order, and keep each right with the buyer of its order. A right without an order has the id of its grant. WITHOUT ROWID, which saves the index of the key.
 * Without foreign keys: a backup may read a right before its order.
 */
export const rights = sqliteTable(
  "rights",
  {
    orderId: text("order_id").notNull(),
    productId: text("product_id").notNull(),
    uid: text("uid").notNull(),
    /** The release that was bought. Null: that of the file in `purchases.file_key`. */
    releaseId: text("release_id"),
    createdAt: ms("created_at").notNull(),
    revokedAt: ms("revoked_at"),
    /** Why there was no payment. Null for a right by an order. */
    grantReason: text("grant_reason", { enum: GRANT_REASONS }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index("rights_by_person").on(t.uid, t.productId, t.revokedAt),
    index("rights_by_release").on(t.releaseId).where(sql`revoked_at IS NULL`),
  ],
);

/**
 * Rights without a payment: one for each person and product, also where they took it again. No order, no terms, no
 * entry of the ledger.
 */
export const grants = sqliteTable(
  "grants",
  {
    /** Also `rights.order_id`. */
    id: text("id").primaryKey(),
    productId: text("product_id").notNull(),
    uid: text("uid").notNull(),
    reason: text("reason", { enum: GRANT_REASONS }).notNull(),
    /** The code that took off the whole price; null without one. */
    codeId: text("code_id"),
    /** Scarce things that it took, as a JSON array; null for none. The trigger `grant_things_taken` counts them. */
    takes: text("takes"),
    /** Base64url SHA-256 of the IPv4 address or the /64 of IPv6; null after a day. */
    address: text("address"),
    /** When it was taken last. */
    createdAt: ms("created_at").notNull(),
    /** When the person removed it; null while they have it. */
    removedAt: ms("removed_at"),
  },
  (t) => [
    uniqueIndex("grants_by_person_and_product").on(t.uid, t.productId),
    index("grants_by_person").on(t.uid, t.createdAt),
    index("grants_by_code").on(t.codeId, t.uid).where(sql`code_id IS NOT NULL`),
    index("grants_by_product").on(t.productId, t.createdAt),
    index("grants_by_address").on(t.address, t.createdAt).where(sql`address IS NOT NULL`),
    index("grants_with_address").on(t.createdAt).where(sql`address IS NOT NULL`),
  ],
);

/** Append-only. All totals are sums over these entries. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    productId: text("product_id").notNull(),
    ownerUid: text("owner_uid").notNull(),
    kind: text("kind").notNull(),
    lamports: lamports("lamports").notNull(),
    signature: text("signature").notNull(),
    slot: integer("slot").notNull(),
    at: ms("at").notNull(),
    /** The wallet that paid or was refunded. */
    payer: text("payer"),
    /** Number of earlier reversals: a transaction that lands again after one gets new entries. */
    occurrence: integer("occurrence").notNull().default(0),
    /** The part of a payment below the price that reached the platform. */
    platformLamports: lamports("platform_lamports").notNull().default(0),
  },
  (t) => [
    uniqueIndex("ledger_once").on(t.orderId, t.kind, t.signature, t.occurrence, t.payer),
    index("ledger_by_time").on(t.ownerUid, t.at),
    index("ledger_undecided")
      .on(t.ownerUid)
      .where(sql`kind IN ${sqlList(INCOMING_KINDS)}`),
  ],
);

/**
 * What those receive who share in a sale beside its seller and the platform, one entry for each leg. The
 * ledger, which is the seller's, has the sums under the same kinds. Append-only.
 */
export const shareEntries = sqliteTable(
  "share_entries",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** The wallet of the leg. */
    wallet: text("wallet").notNull(),
    kind: text("kind").$type<ShareEntryKind>().notNull(),
    signature: text("signature").notNull(),
    occurrence: integer("occurrence").notNull(),
    role: text("role").notNull(),
    /** What was paid. */
    asset: text("asset").notNull(),
    lamports: lamports("lamports").notNull(),
    at: ms("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.wallet, t.kind, t.signature, t.occurrence] }),
    index("shares_of_wallet").on(t.wallet, t.at),
    index("shares_of_refunds")
      .on(t.wallet)
      .where(sql`kind IN ${sqlList(DEBT_KINDS)}`),
    index("shares_of_affiliates").on(t.wallet, t.orderId).where(sql`role = 'affiliate'`),
  ],
);

/** Refunds: built by the app, signed and sent by the seller, completed once found on the chain. */
export const refunds = sqliteTable(
  "refunds",
  {
    /** Key of this refund. It signs, so that only the built transaction can carry it. */
    reference: text("reference").primaryKey(),
    referenceSecret: text("reference_secret").notNull(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** The wallet that receives the refund. */
    payer: text("payer").notNull(),
    lamports: lamports("lamports").notNull(),
    /** True where the refund ends the order. */
    closes: flag("closes"),
    /** Wire bytes, base64, signed by the reference. */
    transaction: text("built_transaction").notNull(),
    builtAt: ms("built_at").notNull(),
    lastValidBlockHeight: integer("last_valid_block_height").notNull(),
    signature: text("signature"),
    refundedAt: ms("refunded_at"),
  },
  (t) => [
    // A removed order is looked up here.
    index("refunds_by_order").on(t.orderId),
    uniqueIndex("refunds_one_open").on(t.orderId).where(sql`signature IS NULL`),
    uniqueIndex("refunds_one_signature").on(t.signature).where(sql`signature IS NOT NULL`),
  ],
);

/**
 * Transactions by which sellers pay the shares that they owe of a sale: built by the app, signed and sent by
 * the seller, completed once found on the chain.
 */
export const sharePayments = sqliteTable(
  "share_payments",
  {
    /** Key of this transaction. It signs, so that only the built transaction can carry it. */
    reference: text("reference").primaryKey(),
    referenceSecret: text("reference_secret").notNull(),
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    /** JSON: role, wallet and lamports as text of each recipient. */
    legs: text("legs").notNull(),
    /** Wire bytes, base64, signed by the reference. */
    transaction: text("built_transaction").notNull(),
    builtAt: ms("built_at").notNull(),
    lastValidBlockHeight: integer("last_valid_block_height").notNull(),
    signature: text("signature"),
    completedAt: ms("completed_at"),
  },
  (t) => [
    index("share_payments_by_order").on(t.orderId),
    uniqueIndex("share_payments_one_open").on(t.orderId).where(sql`signature IS NULL`),
    uniqueIndex("share_payments_one_signature").on(t.signature).where(sql`signature IS NOT NULL`),
  ],
);

/** Payments below the price that can't be returned, and that the seller has dismissed. */
export const dismissedPayments = sqliteTable(
  "dismissed_payments",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => orders.id),
    payer: text("payer").notNull(),
    /** What waited then: more from this wallet is a new payment. */
    lamports: lamports("lamports").notNull(),
    at: ms("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.payer] })],
);

/**
 * Scarce things other than units of products, whose counters are in `products`. An order names those that
 * it takes in `terms.takes`.
 */
export const things = sqliteTable(
  "things",
  {
    /** `use:<code>`, `key:<product>` or `own:<code>-<person>`. */
    id: text("id").primaryKey(),
    capacity: integer("capacity").notNull(),
    /** Taken by orders that are not settled. */
    held: integer("held").notNull().default(0),
    sold: integer("sold").notNull().default(0),
  },
  () => [check("things_within_capacity", sql`held >= 0 AND sold >= 0 AND held + sold <= capacity`)],
);

/**
 * What each order holds or has bought of `things`. WITHOUT ROWID, and with the state in the key: who holds a
 * thing is looked up, and an index of its own would be one more row to write.
 */
export const holds = sqliteTable(
  "holds",
  {
    thing: text("thing")
      .notNull()
      .references(() => things.id),
    /** That of `orders.hold`. */
    state: text("state", { enum: UNIT_HOLDS }).notNull(),
    orderId: text("order_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.thing, t.state, t.orderId] })],
);

/**
 * Units of the items of bundles that orders hold or have bought, which are counted in `products` of the items. The
 * trigger `order_items_taken` writes them for the items that have a limit then. WITHOUT ROWID, as `holds`.
 */
export const itemHolds = sqliteTable(
  "item_holds",
  {
    orderId: text("order_id").notNull(),
    /** The item. */
    productId: text("product_id").notNull(),
    /** That of `orders.hold`. */
    state: text("state", { enum: UNIT_HOLDS }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index("item_holds_by_product").on(t.productId, t.state),
  ],
);

/**
 * Units and other things whose pre-signed transaction was not paid. Each one rests: it is not given to
 * another pre-signed transaction while too many others are.
 */
export const presignedRests = sqliteTable(
  "presigned_rests",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: text("product_id").notNull(),
    /** The thing that rests; null for a unit of the product. */
    thing: text("thing"),
    createdAt: ms("created_at").notNull(),
    endsAt: ms("ends_at").notNull(),
  },
  (t) => [
    index("presigned_rests_by_product").on(t.productId, t.endsAt),
    index("presigned_rests_by_thing").on(t.thing, t.endsAt).where(sql`thing IS NOT NULL`),
  ],
);

/**
 * Units of a product that pre-signed transactions held, by the network address that asked for them:
 * of orders that no signed-in person opened.
 */
export const unprovedHolds = sqliteTable(
  "unproved_holds",
  {
    orderId: text("order_id").primaryKey(),
    /** IPv4, or the /64 of IPv6. */
    address: text("address").notNull(),
    heldAt: ms("held_at").notNull(),
  },
  (t) => [index("unproved_holds_by_address").on(t.address)],
);

/**
 * Wallets that stand in the signed payment of an order that holds a unit of stock or waits for one.
 * Each has signed it.
 */
export const stockCharges = sqliteTable(
  "stock_charges",
  {
    orderId: text("order_id").notNull(),
    wallet: text("wallet").notNull(),
    /** What the payment takes from the wallet. */
    lamports: lamports("lamports").notNull(),
    signedAt: ms("signed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.wallet] }),
    index("stock_charges_by_wallet").on(t.wallet),
  ],
);

/** Accounts whose signed payments for a unit of stock failed or lapsed. */
export const accountPenalties = sqliteTable("account_penalties", {
  uid: text("uid").primaryKey(),
  /** Consecutive failures. */
  failures: integer("failures").notNull(),
  lastAt: ms("last_at").notNull(),
  endsAt: ms("ends_at").notNull(),
});

/** Wallets that signed for a unit of stock and then could not pay it. */
export const payerPenalties = sqliteTable("payer_penalties", {
  wallet: text("wallet").primaryKey(),
  /** Consecutive failures. */
  failures: integer("failures").notNull(),
  lastAt: ms("last_at").notNull(),
  endsAt: ms("ends_at").notNull(),
});

/** Signed payments that wait for a unit of stock, in the order of their ids. */
export const stockLine = sqliteTable(
  "stock_line",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: text("product_id").notNull(),
    orderId: text("order_id")
      .notNull()
      .unique()
      .references(() => orders.id),
    uid: text("uid").notNull().unique(),
    wallet: text("wallet").notNull().unique(),
    /** Wire bytes, base64, signed by all but the order's reference. */
    transaction: text("signed_transaction").notNull(),
    /** The first signature, which identifies the transaction. */
    signature: text("signature").notNull(),
    lastValidBlockHeight: integer("last_valid_block_height").notNull(),
    endsAt: ms("ends_at").notNull(),
  },
  (t) => [index("stock_line_by_product").on(t.productId, t.id)],
);

/** References of removed orders whose terms outside the database are still to be removed. */
export const removedOrders = sqliteTable("removed_orders", {
  reference: text("reference").primaryKey(),
});

/**
 * What happened to a seller's sales, payments and products. Written by triggers, in the transaction of what it
 * tells; of payments that change no state of an order, by the statement that records them. Its readers have
 * cursors, and the cron removes what is older than 30 days.
 */
export const events = sqliteTable(
  "events",
  {
    /** Grows with each event: the newest row is never removed. */
    id: integer("id").primaryKey(),
    ownerUid: text("owner_uid").notNull(),
    kind: text("kind").$type<EventKind>().notNull(),
    orderId: text("order_id"),
    productId: text("product_id"),
    /** JSON by kind; no name and no address of a person. */
    body: text("body").notNull(),
    at: ms("at").notNull(),
  },
  (t) => [index("events_by_owner").on(t.ownerUid, t.id)],
);
