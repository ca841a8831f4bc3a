import type { AppLoadContext } from "@remix-run/cloudflare";
import { pageAddress } from "../../http/page-address";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import type { ShownProduct } from "../rules/purchase-page";

/** Meta tags of a purchase page; a product that is not on sale is not for search engines. */
export function productMeta(
  product: ShownProduct,
  args: { request: Request; context: Pick<AppLoadContext, "ports"> },
) {
  const { title, description, shareImage: image, isActive } = product;
  const address = pageAddress(args, paths.buy(product.id));
  const jsonLd = isActive ? productData(product, address.url) : undefined;
  return { title, description, address, image, jsonLd, isPrivate: !isActive };
}

/** The product as schema.org describes one. */
function productData({ title, description, shareImage, ...product }: ShownProduct, url: string) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: title,
    description,
    image: new URL(shareImage.path, url).href,
    sku: product.id,
    offers: {
      "@type": "Offer",
      url,
      price: formatSol(product.priceLamports),
      // schema.org takes the ticker symbol of a cryptocurrency. Search engines that ask for ISO 4217
      // show no price: an amount in euros or dollars would not be what the buyer pays.
      priceCurrency: "SOL",
      availability: `https://schema.org/${isSoldOut(product) ? "SoldOut" : "InStock"}`,
    },
  };
}

function isSoldOut({ saleLimit, sold }: Pick<ShownProduct, "saleLimit" | "sold">): boolean {
  return saleLimit !== null && sold >= saleLimit;
}
