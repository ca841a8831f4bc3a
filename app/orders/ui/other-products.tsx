import { paths } from "../../lib/paths";
import type { ProductCard } from "../../products/rules/product-card";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { Badge } from "../../ui/badge";
import { useKept } from "../../ui/kept-html";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";

/** Width of a cover. */
const SIZES =
  "(min-width:56.25rem)min(16.125rem,25vw - 1.875rem),(min-width:37.5rem)calc(50vw - 2.25rem),calc(50vw - 1.5rem)";

/** Other products of the seller. A part of the shop's cards, whose texts this page does not load. */
export function OtherProducts({ cards }: { cards: ProductCard[] }) {
  const key = cards.map(({ cover, ...card }) => ({ ...card, cover: [cover.url, cover.position] }));
  const content = useKept(`others ${JSON.stringify(key)}`, <Content cards={cards} />);
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="others" className="mt-16 border-line border-t pt-10" {...content} />
  );
}

function Content({ cards }: { cards: ProductCard[] }) {
  const { t } = useTranslation("buy");
  return (
    <>
      <h2 id="others" className="mb-6">
        {t("others.title")}
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 max-xs:grid-cols-1 sm:gap-x-6 md:grid-cols-4">
        {cards.map(({ id, title, cover, amount, isSoldOut }) => (
          <li key={id} className="group relative flex min-w-0 flex-col gap-2">
            <Cover {...cover} sizes={SIZES} />
            <h3 className="font-bold text-lg leading-snug">
              <a
                href={paths.buy(id)}
                className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
              >
                <ProductTitle>{title}</ProductTitle>
              </a>
            </h3>
            {isSoldOut ? (
              <p>
                <Badge>{t("others.soldOut")}</Badge>
              </p>
            ) : (
              <Sol amount={amount} className="font-bold font-display text-lg leading-snug" />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
