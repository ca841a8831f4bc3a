import type { ReactElement } from "react";
import { Address } from "../../ui/address";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { canContactSeller, type PurchasePage } from "../rules/purchase-page";
import { productPart } from "./product-part";

type Facts = Pick<PurchasePage, "product" | "seller" | "file">;

/** The product, its seller, and the file's type, size and hash. */
export function ProductFacts({
  product,
  seller,
  file,
  stage,
}: Facts & Pick<PurchasePage, "stage">) {
  const isContactable = canContactSeller(stage);
  return (
    <article className="min-w-0">
      <Content product={product} seller={seller} file={file} isContactable={isContactable} />
    </article>
  );
}

interface ContentProps extends Facts {
  isContactable: boolean;
}

/** Pictures apart from the text, which changes with each sale. */
function Content(props: ContentProps) {
  const { product, seller, file, isContactable } = props;
  const { picture, imageUrl, title, description, categoryId, saleType, saleLimit, sold } = product;
  const text = [title, description, categoryId, saleType, saleLimit, sold, seller, isContactable];
  return (
    <>
      <AsSent shown={picture.url} content={<Cover {...props} />} />
      <AsSent shown={text} content={<Text {...props} />} />
      {file && <FileFacts file={file} />}
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
  const { SecondImage } = usePart(productPart);
  return <SecondImage {...props} />;
}

function FileFacts({ file }: { file: NonNullable<Facts["file"]> }) {
  const { t } = useTranslation("buy");
  const { size } = useFormat();
  const type = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]?.toUpperCase();
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2 text-sm">
      {[type, size(file.sizeBytes), t("facts.sha256")].filter(Boolean).join(" · ")}
      <Address value={file.sha256} label={t("facts.copySha")} />
    </p>
  );
}
