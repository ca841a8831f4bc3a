import { memo, type ReactNode, useEffect, useRef, useState } from "react";
import { cleanLine, cleanText } from "../../lib/clean-text";
import { readPrice } from "../../lib/lamports";
import { formatMoney } from "../../rates/rules/money";
import { centsOf } from "../../rates/rules/rate";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { createPart } from "../../ui/part";
import { PreviewFrame } from "../../ui/preview-frame";
import { Sol } from "../../ui/sol";
import { Ticket } from "../../ui/ticket";
import { TicketTotal } from "../../ui/ticket-rows";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { categoryById, categoryKey } from "../rules/categories";
import { generateCover } from "../rules/cover";
import type { ShownDescription } from "../rules/description";
import { type FocusPoint, objectPosition } from "../rules/focus-point";
import type { ShownPresentation } from "../rules/presentation";
import { parsePrice, typedPrice } from "../rules/price";
import type { ProductFields } from "../rules/product-fields";
import { isValidSaleLimit, SALE_TYPES, saleLimitOf } from "../rules/sale-type";
import { termsOfPrice } from "../rules/shown-terms";
import { Description } from "./description";
import { FilesFacts, ProductColumns } from "./product-page";
import {
  DESCRIPTION_STYLE,
  PageCover,
  PagePresentation,
  ProductText,
  SaleBadge,
} from "./product-text";
import { ProductTitle } from "./product-title";
import { TicketAmounts } from "./ticket-amounts";
import { useShownRate } from "./use-shown-rate";

/** Loaded once a preview is shown. */
const parserPart = createPart(() => import("../rules/parse-description"), null);

/** A pause in typing, after which the description is parsed. */
const PARSE_PAUSE_MS = 200;
/** The pause is so many times as long as the last parse took: a text that takes long rarely waits for it. */
const PAUSE_PER_PARSE = 10;

/** Seed of the drawn cover of a product without an id. */
const NO_ID = "preview";

export interface ProductPreviewProps extends ShownPresentation {
  /** As typed. */
  fields: ProductFields;
  cover: { url: string; focus: FocusPoint | null } | null;
  files: readonly { name: string; sizeBytes: number }[];
  /** Their public name; empty while it is not chosen. */
  seller: string;
  /** Of a product that exists: its drawn cover follows from it. */
  productId?: string;
  /** Units that were sold. */
  sold?: number;
  /** Commission in basis points; default that of a seller without a plan. */
  feeBps?: number;
}

/** The purchase page of a product that is typed, in a frame. */
export function PreviewedProduct(props: ProductPreviewProps) {
  const { t } = useTranslation("publish");
  return (
    <PreviewFrame title={<h2>{t("preview.title")}</h2>} label={t("preview.label")}>
      <ProductColumns facts={<Facts {...props} />} ticket={<PreviewedTicket {...props} />} />
    </PreviewFrame>
  );
}

function Facts({ fields, sold = 0, ...props }: ProductPreviewProps) {
  const { t } = useTranslation("publish");
  const { pictures, sample, files, seller } = props;
  const title = cleanLine(fields.title);
  return (
    <>
      <PreviewedCover {...props} />
      <ProductText
        badges={<Badges fields={fields} sold={sold} />}
        title={
          title ? <ProductTitle>{title}</ProductTitle> : <Missing>{t("fields.title")}</Missing>
        }
        description={<PreviewedDescription typed={fields.description} />}
        seller={
          <span className="link font-semibold text-ink">{seller || t("preview.seller")}</span>
        }
      />
      <FilesFacts files={files} />
      <PagePresentation {...{ pictures, sample, title }} poster={props.cover?.url ?? null} />
    </>
  );
}

/** In place of what is not typed yet. */
function Missing({ children }: { children: ReactNode }) {
  return <span className="text-ink-3 opacity-70">{children}</span>;
}

function PreviewedCover({ cover, productId }: Pick<ProductPreviewProps, "cover" | "productId">) {
  const size = useImageSize(cover?.url ?? "");
  if (!cover) {
    const svg = generateCover(productId ?? NO_ID);
    return <PageCover cover={{ url: null, size: null, svg }} />;
  }
  const { url, focus } = cover;
  const position = focus ? objectPosition(focus) : undefined;
  return <PageCover cover={{ url, position, size, svg: "" }} />;
}

/** Pixels of an image; null before it is loaded. */
function useImageSize(url: string) {
  const [loaded, setLoaded] = useState({ url: "", width: 0, height: 0 });
  useEffect(() => {
    if (!url) return;
    const image = new Image();
    image.onload = () => setLoaded({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  const { width, height } = loaded;
  return loaded.url === url && width > 0 && height > 0 ? { width, height } : null;
}

function Badges({ fields, sold }: { fields: ProductFields; sold: number }) {
  const { t } = useTranslation("publish");
  const { t: categoryName } = useTranslation("categories");
  const category = categoryById(Number(fields.category || -1));
  const saleType = SALE_TYPES.find((type) => type === fields.saleType) ?? "infinite";
  const saleLimit = saleLimitOf(saleType, Number(fields.saleLimit));
  const isKnown = saleLimit === null || isValidSaleLimit(saleLimit);
  return (
    <>
      <Badge>
        {category ? (
          categoryName(categoryKey(category.id))
        ) : (
          <Missing>{t("fields.category")}</Missing>
        )}
      </Badge>
      {isKnown ? (
        <SaleBadge saleType={saleType} saleLimit={saleLimit} sold={sold} />
      ) : (
        <Badge tone="warn">{t("saleTypes.limited")}</Badge>
      )}
    </>
  );
}

/** A long one is rendered again only where it changes, while other fields are typed. */
const ParsedDescription = memo(Description);

const PreviewedDescription = memo(function TypedDescription({ typed }: { typed: string }) {
  const { t } = useTranslation("publish");
  const text = cleanText(typed);
  const shown = useParsedDescription(text);
  if (text === "") {
    return (
      <p className={DESCRIPTION_STYLE}>
        <Missing>{t("fields.description")}</Missing>
      </p>
    );
  }
  return <ParsedDescription {...shown} topHeading="h2" className={DESCRIPTION_STYLE} />;
});

/** The description as parsed after the last pause in typing; as plain text while there is no parser. */
function useParsedDescription(text: string): ShownDescription {
  const [parsed, setParsed] = useState<ShownDescription | null>(null);
  const pauseMs = useRef(PARSE_PAUSE_MS);
  useEffect(() => {
    let isStale = false;
    const timer = setTimeout(async () => {
      const parser = await parserPart.load();
      if (!parser || isStale) return;
      const begun = performance.now();
      setParsed(parser.readDescription({ description: text, descriptionFormat: "markdown" }));
      const tookMs = performance.now() - begun;
      pauseMs.current = Math.max(PARSE_PAUSE_MS, PAUSE_PER_PARSE * tookMs);
    }, pauseMs.current);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [text]);
  return parsed ?? { description: text, formatted: null };
}

function PreviewedTicket({ fields, feeBps }: ProductPreviewProps) {
  const { t } = useTranslation("product");
  const standard = useFeeBps();
  const isFree = fields.free !== "";
  return (
    <Ticket above={<Amounts fields={fields} feeBps={feeBps ?? standard.feeBps} />}>
      <Button size="l" className="w-full">
        {t(isFree ? "get" : "buy")}
      </Button>
      <p className="mt-3 text-center text-ink-3 text-sm">{t(isFree ? "getHint" : "buyHint")}</p>
    </Ticket>
  );
}

function Amounts({ fields, feeBps }: { fields: ProductFields; feeBps: number }) {
  const { t } = useTranslation(["product", "publish"]);
  const isFree = fields.free !== "";
  const price = parsePrice(fields.price);
  const lamports = price.ok && !isFree ? price.lamports : 0n;
  const worth = useWorth(lamports);
  const shown = typedPrice(fields);
  if (shown === null || readPrice(shown).isLeast) {
    return (
      <dl>
        <TicketTotal label={t("ticket.total")}>
          {shown ? (
            <Sol amount={shown} worth={worth} />
          ) : (
            <Missing>{t("publish:fields.price")}</Missing>
          )}
        </TicketTotal>
      </dl>
    );
  }
  return (
    <TicketAmounts terms={termsOfPrice(lamports, feeBps)} isFree={isFree} worth={worth} unpaid />
  );
}

/** As the purchase page says it, where the form's page has a rate. */
function useWorth(lamports: bigint): string | undefined {
  const { t, i18n } = useTranslation("publish");
  const rate = useShownRate();
  if (!rate) return undefined;
  const cents = centsOf(lamports, rate.micros[rate.currency]);
  if (cents === 0n) return undefined;
  return t("worth.about", { worth: formatMoney(cents, rate.currency, i18n.language) });
}
