import type { AppLoadContext } from "@remix-run/cloudflare";
import { sellerName } from "../../accounts/http/seller-name";
import { fixedT } from "../../http/locale";
import { type PageAddress, pageAddress } from "../../http/page-address";
import {
  breadcrumbs,
  linkedUrl,
  SCHEMA_CONTEXT,
  type StructuredData,
} from "../../http/structured-data";
import { paths } from "../../lib/paths";
import { offerPrice } from "../../products/http/offer-price";
import { categoryKey } from "../../products/rules/categories";
import { averageOf, type Rating } from "../../products/rules/rating";
import { shopPathOfCategory } from "../../shop/http/shop-meta";
import type { PurchasePage, ShownProduct } from "../rules/purchase-page";

type Shown = Pick<PurchasePage, "product" | "seller">;

/** Meta tags of a purchase page; a product that is not on sale is not for search engines. */
export function productMeta(
  { product, seller }: Shown,
  args: { request: Request; context: Pick<AppLoadContext, "ports"> },
) {
  const { title, description, shareImage: image, isActive } = product;
  const address = pageAddress(args, paths.buy(product.id));
  const jsonLd = isActive ? structuredData({ product, seller }, address, args.request) : [];
  return { title, description, address, image, jsonLd, isPrivate: !isActive };
}

function structuredData(
  { product, seller }: Shown,
  address: PageAddress,
  request: Request,
): StructuredData[] {
  const t = fixedT(request, "categories");
  const named = seller && { ...seller, name: sellerName(seller, request) };
  const { id, categoryId } = product;
  const category = t(categoryKey(categoryId));
  const title = product.title || category;
  const steps = [
    { name: category, path: shopPathOfCategory(categoryId) },
    { name: title, path: paths.buy(id) },
  ];
  const data = productData({ ...product, title }, named, address);
  return [data, breadcrumbs(request, address, steps)];
}

/** The product as schema.org describes one. */
function productData(
  { title, description, shareImage, ...product }: ShownProduct,
  seller: Shown["seller"],
  address: PageAddress,
): StructuredData {
  const { url } = address;
  return {
    ...SCHEMA_CONTEXT,
    "@type": "Product",
    name: title,
    ...(description && { description }),
    image: new URL(shareImage.path, url).href,
    sku: product.id,
    ...(product.rating && { aggregateRating: ratingData(product.rating) }),
    ...(seller && { brand: { "@type": "Brand", name: seller.name } }),
    offers: {
      "@type": "Offer",
      url,
      ...offerPrice(product),
      availability: `https://schema.org/${isSoldOut(product) ? "SoldOut" : "InStock"}`,
      ...(seller && {
        seller: {
          "@type": seller.kind === "private" ? "Person" : "Organization",
          name: seller.name,
          ...(seller.business?.name && { legalName: seller.business.name }),
          url: linkedUrl(address, paths.sell(seller.uid)),
        },
      }),
    },
  };
}

/** https://schema.org/AggregateRating */
function ratingData(rating: Rating): StructuredData {
  return {
    "@type": "AggregateRating",
    ratingValue: averageOf(rating),
    ratingCount: rating.count,
    bestRating: 5,
    worstRating: 1,
  };
}

function isSoldOut({ saleLimit, sold }: Pick<ShownProduct, "saleLimit" | "sold">): boolean {
  return saleLimit !== null && sold >= saleLimit;
}
