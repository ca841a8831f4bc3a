import type { SellerStatus } from "../../app/accounts/rules/seller-status";
import type { User } from "../../app/accounts/rules/user";
import { DAY_MS } from "../../app/lib/time-zone";
import { chosenPriceIn } from "../../app/products/rules/chosen-price";
import type { Presentation } from "../../app/products/rules/presentation";
import { isGivenFree, type Product } from "../../app/products/rules/product";
import type { CardFacts } from "../../app/products/rules/product-card";
import { NEWEST_FIRST } from "../../app/products/rules/product-order";
import type { ReleaseFile } from "../../app/products/rules/release";
import type { Stock } from "../../app/products/rules/sale-type";
import type { RefundRecord } from "../../app/reviews/rules/refund-record";
import { type SellerRow, toPlan, toSellerStatus } from "../accounts/users";
import type { Db } from "../client";
import { CARD_COLUMNS, toCardFacts } from "../products/cards";
import { keyStockOf, toKeyStock } from "../products/key-stock";
import { orderBy } from "../products/order-by";
import {
  PRESENTATION_COLUMNS,
  type PresentationRow,
  toPresentation,
} from "../products/presentations";
import { FILE_COLUMNS } from "../products/releases";
import { refundRecord, toRefundRecord } from "../reviews/refund-record";
import { newestReviews, type OwnReview, toReviews } from "../reviews/reviews";
import { type Row, selectBatch } from "../shop/query";

/** A product as its page shows it, and what an order for it would depend on. */
export type OfferedProduct = Pick<
  Product,
  | "id"
  | "ownerUid"
  | "title"
  | "description"
  | "descriptionFormat"
  | "categoryId"
  | "priceLamports"
  | "isFree"
  | "isPriceChosen"
  | "suggestedLamports"
  | "affiliateBps"
  | "isOpenToAffiliates"
  | "licenceKind"
  | "coverMediaId"
  | "coverSmallMediaId"
  | "coverWidth"
  | "coverSmallWidth"
  | "coverShownWidth"
  | "coverShownHeight"
  | "coverFocusX"
  | "coverFocusY"
  | "shareMediaId"
  | "releaseId"
  | "fileUpdatedAt"
  | "status"
  | "recipient"
  | "version"
  | "defaultCodeId"
  | "authorCount"
  | "bundleSize"
  | "saleType"
  | "saleLimit"
  | "sold"
  | "held"
  | "ratingCount"
  | "ratingSum"
> & {
  /** Of its written licence keys; null for a product that does not give any. */
  keyStock: Stock | null;
  /** Reviews that everybody sees. */
  reviewCount: number;
};

export interface Offer {
  product: OfferedProduct;
  presentation: Presentation;
  /** Null where the account was deleted. */
  seller: (Pick<User, "uid" | "displayName" | "plan"> & { status: SellerStatus }) | null;
  /** Of the release on sale, in order. */
  files: ReleaseFile[];
  /** What the seller says has changed with it. */
  note: string;
  /** Its seller has codes that are not disabled. */
  hasCodes: boolean;
  /** Who share in its sales, in the order in which they joined. */
  authors: OfferedAuthor[];
  /** Other products of the seller that are on sale, newest first. */
  others: CardFacts[];
  /** That everybody sees, newest first. */
  reviews: OwnReview[];
  record: RefundRecord;
}

interface OfferBounds {
  /** Other products of the seller. */
  others: number;
  reviews: number;
  /** Where the seller's refund record begins, epoch ms. */
  since: number;
}

/** As the page names one who shares in a product. */
export interface OfferedAuthor {
  uid: string;
  displayName: string;
  /** True where they sell products too. */
  hasPage: boolean;
}

export type Offers = ReturnType<typeof offersIn>;

/** Products with all that their pages show of them. */
export function offersIn(db: Db) {
  return {
    /** By one batch. Null where there is no such product. */
    async ofProduct(id: string, bounds: OfferBounds): Promise<Offer | null> {
      const [[row] = [], files = [], others = [], reviews = []] = await selectBatch(db, [
        { sql: OFFER, params: [id, String(Math.floor(bounds.since / DAY_MS))] },
        { sql: FILES, params: [id] },
        { sql: `${OTHERS} LIMIT ${bounds.others}`, params: [id] },
        newestReviews(id, bounds.reviews),
      ]);
      if (!row) return null;
      const offer = toOffer(row, files as unknown as ReleaseFile[], others);
      return { ...offer, reviews: toReviews(reviews) };
    },
  };
}

const PRODUCT_COLUMNS = `p.id, p.owner_uid AS ownerUid, p.title, p.description,
  p.description_format AS descriptionFormat,
  p.category_id AS categoryId, p.price_lamports AS priceLamports, p.is_free AS isFree,
  p.is_price_chosen AS isPriceChosen, p.suggested_lamports AS suggestedLamports,
  p.licence_kind AS licenceKind, ${keyStockOf("p")} AS keyStock,
  p.affiliate_bps AS affiliateBps, p.is_open_to_affiliates AS isOpenToAffiliates,
  p.cover_media_id AS coverMediaId, p.cover_small_media_id AS coverSmallMediaId,
  p.cover_width AS coverWidth, p.cover_small_width AS coverSmallWidth,
  p.cover_shown_width AS coverShownWidth, p.cover_shown_height AS coverShownHeight,
  p.cover_focus_x AS coverFocusX, p.cover_focus_y AS coverFocusY,
  p.share_media_id AS shareMediaId, coalesce(p.release_id, p.file_key) AS releaseId,
  p.file_updated_at AS fileUpdatedAt, p.status, p.recipient, p.version, p.default_code_id AS defaultCodeId,
  p.author_count AS authorCount, p.bundle_size AS bundleSize, p.sale_type AS saleType,
  p.sale_limit AS saleLimit, p.sold, p.held, p.review_count AS reviewCount,
  p.rating_count AS ratingCount, p.rating_sum AS ratingSum`;

const OFFER = `SELECT ${PRODUCT_COLUMNS}, ${PRESENTATION_COLUMNS},
    u.uid AS uid, u.display_name AS displayName, u.plan, u.plan_read_at AS planReadAt,
    u.plan_tried_at AS planTriedAt, u.seller_kind AS sellerKind, u.business_name AS businessName,
    u.business_address AS businessAddress, u.business_registration AS businessRegistration,
    u.business_email AS businessEmail, coalesce(r.note, f.note, '') AS note,
    EXISTS (SELECT 1 FROM codes c WHERE c.owner_uid = p.owner_uid AND c.disabled_at IS NULL) AS hasCodes,
    ${refundRecord("?2")} AS record,
    CASE WHEN p.author_count > 0 THEN (SELECT json_group_array(json_object('uid', a.uid,
        'displayName', n.display_name, 'at', a.accepted_at, 'hasPage',
        EXISTS (SELECT 1 FROM products q WHERE q.owner_uid = a.uid AND q.status = 'active')))
      FROM authors a JOIN users n ON n.uid = a.uid
      WHERE a.product_id = p.id AND a.ended_at IS NULL) END AS authors
  FROM products p
  LEFT JOIN users u ON u.uid = p.owner_uid AND u.deleted_at IS NULL
  LEFT JOIN releases r ON r.id = p.release_id
  LEFT JOIN files f ON f.key = p.file_key AND p.release_id IS NULL
  WHERE p.id = ?1`;

const FILES = `SELECT m.position, m.name, ${FILE_COLUMNS} FROM products p
    JOIN release_files m ON m.release_id = p.release_id JOIN files f ON f.key = m.file_key
    WHERE p.id = ?1
  UNION ALL
  SELECT 1, f.file_name, ${FILE_COLUMNS} FROM products p
    JOIN files f ON f.key = p.file_key AND p.release_id IS NULL
    WHERE p.id = ?1`;

const OTHERS = `SELECT ${CARD_COLUMNS} FROM products AS asked
  CROSS JOIN products ON products.owner_uid = asked.owner_uid
  WHERE asked.id = ? AND products.status = 'active' AND products.seq <> asked.seq
  ORDER BY ${orderBy(NEWEST_FIRST, "products")}`;

type OfferRow = Omit<OfferedProduct, "priceLamports" | "suggestedLamports" | "keyStock"> & {
  /** JSON. */
  keyStock: string | null;
  note: string;
  hasCodes: number;
  /** JSON; null for none. */
  authors: string | null;
  /** JSON. */
  record: string;
  priceLamports: number;
  suggestedLamports: number | null;
  uid: string | null;
  displayName: string;
  plan: string;
  planReadAt: number | null;
  planTriedAt: number | null;
} & SellerRow &
  PresentationRow;

function toOffer(found: Row, files: ReleaseFile[], others: Row[]): Omit<Offer, "reviews"> {
  const { uid, displayName, plan, planReadAt, planTriedAt, ...rest } = found as unknown as OfferRow;
  const { sellerKind, businessName, businessAddress, businessRegistration, businessEmail, ...row } =
    rest;
  const { note, hasCodes, authors, record, priceLamports, pictures, sample, keyStock, ...product } =
    row;
  const status = toSellerStatus(rest);
  return {
    product: {
      ...product,
      priceLamports: BigInt(priceLamports),
      isFree: isGivenFree({ isFree: product.isFree, priceLamports }),
      ...chosenPriceIn({ ...product, priceLamports }),
      isOpenToAffiliates: Boolean(product.isOpenToAffiliates),
      keyStock: toKeyStock(keyStock),
    },
    presentation: toPresentation({ pictures, sample }),
    seller:
      uid === null
        ? null
        : { uid, displayName, plan: toPlan({ plan, planReadAt, planTriedAt }), status },
    files: files.sort((one, other) => one.position - other.position),
    note,
    hasCodes: hasCodes === 1,
    authors: toAuthors(authors),
    record: toRefundRecord(record),
    others: others.map((other) =>
      toCardFacts(other as unknown as Parameters<typeof toCardFacts>[0]),
    ),
  };
}

/** In the order in which they joined. */
function toAuthors(json: string | null): OfferedAuthor[] {
  if (json === null) return [];
  const rows: { uid: string; displayName: string; at: number; hasPage: number }[] =
    JSON.parse(json);
  return rows
    .sort((one, other) => one.at - other.at || (one.uid < other.uid ? -1 : 1))
    .map(({ uid, displayName, hasPage }) => ({ uid, displayName, hasPage: hasPage === 1 }));
}
