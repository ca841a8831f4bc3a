import { useMemo } from "react";
import type { PageImageSlot } from "../../products/rules/file-names";
import { EmptyState } from "../../ui/empty-state";
import { PreviewFrame } from "../../ui/preview-frame";
import { useTranslation } from "../../ui/translation";
import type { SellPageEditor, SellPageFields } from "../rules/sell-page-form";
import { socialLinks } from "../rules/social-links";
import { SellerHeader, SellerProducts } from "./sell-page-view";

/** Enough to see the order; the page itself shows all. */
const MAX_PREVIEW_CARDS = 12;

interface Props {
  editor: Pick<SellPageEditor, "seller" | "products">;
  /** The form as it is typed. */
  typed: SellPageFields;
  /** URL of the image that a save would leave; empty without one. */
  imageUrl: (slot: PageImageSlot) => string;
  /** Ids in the order of the page. */
  listed: readonly string[];
}

/** The public page as it would be saved now. */
export function SellPagePreview({ editor, typed, imageUrl, listed }: Props) {
  const { seller, products } = editor;
  const { t } = useTranslation(["manage-sell", "sell"]);
  const active = useMemo(() => {
    const cards = new Map(products.map(({ card, isActive }) => [card.id, isActive ? card : null]));
    return listed.flatMap((id) => cards.get(id) ?? []);
  }, [products, listed]);
  const shown = useMemo(() => active.slice(0, MAX_PREVIEW_CARDS), [active]);
  const more = active.length - shown.length;
  return (
    <div className="grid min-w-0 md:sticky md:top-20 md:max-h-[calc(100dvh-10.5rem)]">
      <PreviewFrame title={<h2>{t("preview")}</h2>} label={t("previewLabel")}>
        <div className="flex flex-col gap-10">
          <SellerHeader
            seller={{ ...seller, name: typed.publicName?.trim() ?? "" }}
            bannerUrl={imageUrl("banner")}
            logoUrl={imageUrl("logo")}
            description={typed.description.trim()}
            links={socialLinks(typed)}
          />
          {shown.length === 0 ? (
            <EmptyState title={t("sell:empty")} />
          ) : (
            <SellerProducts cards={shown} />
          )}
          {more > 0 && <p className="text-ink-2">{t("previewMore", { count: more })}</p>}
        </div>
      </PreviewFrame>
    </div>
  );
}
