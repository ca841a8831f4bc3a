import type { ReactElement } from "react";
import { FilesFacts } from "../../products/ui/product-page";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { canContactSeller, type PurchasePage } from "../rules/purchase-page";
import { productPart } from "./product-part";
import type { FactsProps } from "./product-text";

/**
 * The product, its seller, and type, size and hash of each file. Pictures apart from the text, which
 * changes with each sale.
 */
export function ProductFacts({
  product,
  seller,
  authors,
  files,
  stage,
  affiliatePercent,
}: Pick<PurchasePage, "seller" | "authors" | "files" | "stage" | "affiliatePercent"> &
  Pick<FactsProps, "product">) {
  const isContactable = canContactSeller(stage);
  const { picture, pictures, sample, title, reviews } = product;
  // The ticket has the price, and JSON no bigint.
  const facts = { ...product, priceLamports: 0 };
  const text = [facts, seller, authors, affiliatePercent, isContactable];
  const props = { product, seller, authors, affiliatePercent, isContactable };
  return (
    <>
      <AsSent shown={picture.url} content={<FromPart name="FactsCover" {...props} />} />
      <AsSent shown={text} content={<FromPart name="FactsText" {...props} />} />
      <FilesFacts files={files} />
      <AsSent
        shown={[pictures, sample, title, reviews, picture.url]}
        content={<FromPart name="FactsPresentation" {...props} />}
      />
    </>
  );
}

/** Keeps the HTML of the server while it shows the same. */
function AsSent({ shown, content }: { shown: unknown; content: ReactElement }) {
  const html = useServerHtml(productPart, JSON.stringify(shown), content);
  return <div suppressHydrationWarning {...html} />;
}

type Name = "FactsCover" | "FactsText" | "FactsPresentation";

function FromPart({ name, ...props }: FactsProps & { name: Name }) {
  const { [name]: Loaded } = usePart(productPart);
  return <Loaded {...props} />;
}
