import type { ReactElement } from "react";
import { Address } from "../../ui/address";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
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
  return (
    <article className="min-w-0">
      <Content product={product} seller={seller} files={files} isContactable={isContactable} />
    </article>
  );
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
  const { SecondImage } = usePart(productPart);
  return <SecondImage {...props} />;
}

function FilesFacts({ files }: Pick<Facts, "files">) {
  const { t } = useTranslation("buy");
  const { size } = useFormat();
  const [only] = files;
  if (!only) return null;
  if (files.length === 1) return <FileFacts file={only} />;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer py-1 text-ink-2">
        {t("facts.files", { count: files.length, size: size(bytes) })}
      </summary>
      <ul className="mt-1 max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line px-3">
        {files.map((file) => (
          <li key={file.name} className="py-2">
            <span className="wrap-anywhere">{file.name}</span>
            <FileFacts file={file} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileFacts({ file }: { file: Facts["files"][number] }) {
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
