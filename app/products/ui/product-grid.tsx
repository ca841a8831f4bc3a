import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths";
import { Sol } from "../../ui/sol";
import { categoryKey } from "../rules/categories";
import type { ProductCard as Card } from "../rules/product-card";
import { Cover } from "./cover";
import { ProductTitle } from "./product-title";

/** Covers that load eagerly: those visible before scrolling. */
const EAGER_COVER_COUNT = 4;

/** Products as a grid of cards; `below` is added under each. */
export function ProductGrid(props: { cards: Card[]; below?: (card: Card) => ReactNode }) {
  const { cards, below } = props;
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4">
      {cards.map((card, at) => (
        <li key={card.id} className="min-w-0">
          <ProductCard card={card} eager={at < EAGER_COVER_COUNT}>
            {below?.(card)}
          </ProductCard>
        </li>
      ))}
    </ul>
  );
}

/** A card; a click anywhere on it opens the purchase page. */
function ProductCard(props: { card: Card; eager?: boolean; children?: ReactNode }) {
  const { card, eager = false, children } = props;
  const { t: category } = useTranslation("categories");
  const { title, cover } = card;
  return (
    <article className="group relative flex min-w-0 flex-col gap-2">
      <div className="relative transition group-hover:-translate-y-0.5">
        <Cover {...cover} eager={eager} />
        <Badges card={card} />
      </div>
      <div className="flex flex-col gap-x-4 gap-y-1 sm:flex-row sm:justify-between">
        <h2 className="min-w-0 font-bold text-lg leading-snug">
          <a
            href={paths.buy(card.id)}
            className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
          >
            <ProductTitle>{title}</ProductTitle>
          </a>
        </h2>
        <Sol amount={card.amount} className="font-bold font-display text-lg leading-snug" />
      </div>
      <p className="text-ink-2 text-sm">{category(categoryKey(card.categoryId))}</p>
      {children}
    </article>
  );
}

function Badges({ card }: { card: Card }) {
  const { t } = useTranslation("shop");
  const { edition, isSoldOut, isTop, isNew, isUnique } = card;
  return (
    <div className="absolute top-2.5 left-2.5 flex flex-wrap gap-1.5">
      {isSoldOut && <Tag className="bg-ink text-paper">{t("badge.soldOut")}</Tag>}
      {!isSoldOut && edition && (
        <Tag className="bg-accent text-on-accent">{t("badge.edition", edition)}</Tag>
      )}
      {!isSoldOut && isUnique && (
        <Tag className="bg-accent text-on-accent">{t("badge.unique")}</Tag>
      )}
      {isTop && <Tag className="bg-accent text-on-accent">{t("badge.top")}</Tag>}
      {isNew && !isTop && <Tag className="bg-card text-ink">{t("badge.new")}</Tag>}
    </div>
  );
}

function Tag({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2.5 py-0.5 font-semibold text-xs ring-1 ring-on-accent/70 ${className}`}
    >
      {children}
    </span>
  );
}
