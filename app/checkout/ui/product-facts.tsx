import type { ReactElement } from "react";
import { FilesFacts } from "../../products/ui/product-page";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { canContactSeller, type PurchasePage } from "../rules/purchase-page";
import { productPart } from "./product-part";

type Facts = Pick<PurchasePage, "product" | "seller" | "files">;

/** The product, its seller, and type, size and hash of each file. */
export function ProductFacts({
  product,
  seller,
  files,
  stage,
}: Facts & Pick<PurchasePage, "stage">) {
  const isContactable = canContactSeller(stage);
  return <Content product={product} seller={seller} files={files} isContactable={isContactable} />;
}

interface ContentProps extends Facts {
  isContactable: boolean;
}

/** Pictures apart from the text, which changes with each sale. */
function Content(props: ContentProps) {
  const { product, seller, files, isContactable } = props;
  const {
    picture,
    imageUrl,
    title,
    description,
    formatted,
    categoryId,
    saleType,
    saleLimit,
    sold,
  } = product;
  const facts = [categoryId, saleType, saleLimit, sold, seller, isContactable];
  const text = [title, description, formatted, ...facts];
  return (
    <>
      <AsSent shown={picture.url} content={<Cover {...props} />} />
      <AsSent shown={text} content={<Text {...props} />} />
      <FilesFacts files={files} />
      <AsSent shown={[imageUrl, title]} content={<Second {...props} />} />
    </>
  );
}

/** Keeps the HTML of the server while it shows the same. */
function AsSent({ shown, content }: { shown: unknown; content: ReactElement }) {
  const html = useServerHtml(productPart, JSON.stringify(shown), content);
  return <div suppressHydrationWarning {...html} />;
}

function Cover(props: ContentProps) {
  const { FactsCover } = usePart(productPart);
  return <FactsCover {...props} />;
}

function Text(props: ContentProps) {
  const { FactsText } = usePart(productPart);
  return <FactsText {...props} />;
}

function Second(props: ContentProps) {
  const { FactsImage } = usePart(productPart);
  return <FactsImage {...props} />;
}
