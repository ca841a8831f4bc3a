import { useMemo } from "react";
import type { PageImageSlot } from "../../products/rules/file-names";
import { EmptyState } from "../../ui/empty-state";
import { useTranslation } from "../../ui/translation";
import type { SellPageEditor, SellPageFields } from "../rules/sell-page-form";
import { socialLinks } from "../rules/social-links";
import { SellerHeader, SellerProducts } from "./sell-page-view";

/** Enough to see the order; the page itself shows all. */
const MAX_PREVIEW_CARDS = 12;

/** Width of a card, in the frame beside the form or below it. */
const CARD_SIZES =
  "(min-width:56.25rem)min(14.4rem,25vw - 3.6rem),(min-width:37.5rem)calc(50vw - 3.6rem),calc(50vw - 2.6rem)";

interface Props {
  editor: Pick<SellPageEditor, "seller" | "products">;
  /** The form as it is typed. */
  typed: SellPageFields;
  /** URL of the image that a save would leave; empty without one. */
  imageUrl: (slot: PageImageSlot) => string;
  /** Ids in the order of the page. */
  listed: readonly string[];
}

/** The public page as it would be saved now. Its links are inactive. */
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
    <div className="grid min-w-0 gap-4 md:sticky md:top-20 md:max-h-[calc(100dvh-10.5rem)] md:grid-rows-[auto_minmax(0,1fr)]">
      <h2>{t("preview")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls, also by keyboard. */}
      <section aria-label={t("previewLabel")} tabIndex={0} className={FRAME}>
        {/* React 18 does not know the attribute. */}
        <div {...{ inert: "" }} data-preview className="flex flex-col gap-8">
          <SellerHeader
            seller={{ ...seller, name: typed.publicName?.trim() ?? "" }}
            bannerUrl={imageUrl("banner")}
            logoUrl={imageUrl("logo")}
            description={typed.description.trim()}
            links={socialLinks(typed)}
            isTitle={false}
          />
          {shown.length === 0 ? (
            <EmptyState title={t("sell:empty")} />
          ) : (
            <SellerProducts
              cards={shown}
              columns="grid grid-cols-2 gap-x-4 gap-y-8"
              sizes={CARD_SIZES}
            />
          )}
          {more > 0 && <p className="text-ink-2">{t("previewMore", { count: more })}</p>}
        </div>
      </section>
    </div>
  );
}

const FRAME =
  "min-w-0 overflow-y-auto rounded-lg border border-line bg-paper p-4 shadow-ticket sm:p-6";
