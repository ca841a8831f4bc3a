import type { HigherSubjects } from "../db/accounts/person-rows";
import * as affiliates from "../db/affiliates/claimed-rows";
import * as bundles from "../db/bundles/claimed-rows";
import * as codes from "../db/codes/claimed-rows";
import * as dashboard from "../db/dashboard/claimed-rows";
import * as library from "../db/library/claimed-rows";
import * as licences from "../db/licences/claimed-rows";
import * as messages from "../db/messages/claimed-rows";
import * as orders from "../db/orders/claimed-rows";
import { isReleaseHeld } from "../db/orders/rights";
import * as products from "../db/products/claimed-rows";
import type { ProductRows } from "../db/products/product-rows";
import type { AboveProducts } from "../db/products/releases";
import * as reviews from "../db/reviews/claimed-rows";
import * as settlement from "../db/settlement/claimed-rows";
import * as sharing from "../db/sharing/claimed-rows";
import * as shop from "../db/shop/claimed-rows";
import { favouriteCount } from "../db/shop/favourites";
import * as storefront from "../db/storefront/claimed-rows";
import * as withdrawals from "../db/withdrawals/claimed-rows";

const SUBJECTS = [
  products,
  storefront,
  shop,
  codes,
  bundles,
  affiliates,
  sharing,
  orders,
  licences,
  reviews,
  settlement,
  library,
  messages,
  withdrawals,
  dashboard,
] as const;

/** What accounts need of the subjects above them. */
export const ABOVE_ACCOUNTS: HigherSubjects = {
  people: SUBJECTS.map(({ personRows }) => personRows),
  orders: orders.ordersOfPeople,
  favouriteCount,
};

/** What products need of the subjects above them. */
export const ABOVE_PRODUCTS: AboveProducts = { isReleaseHeld };

/** Rows with the id of a product, for its removal. */
export const PRODUCT_ROWS: readonly ProductRows[] = SUBJECTS.flatMap((subject) =>
  "productRows" in subject ? [subject.productRows] : [],
);
