import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Sol } from "../../ui/sol";
import { categoryKey } from "../rules/categories";
import type { ProductCard as Card } from "../rules/product-card";
import { Cover } from "./cover";
import { ProductTitle } from "./product-title";

/** A product in a list; a click anywhere on it leads to its purchase page. `children` follow below. */
export function ProductCard(props: { card: Card; eager?: boolean; children?: ReactNode }) {
  const { card, eager = false, children } = props;
  const { t: category } = useTranslation("categories");
  const { title, picture } = card;
  return (
    <article className="group relative flex min-w-0 flex-col gap-2">
      <div className="relative transition group-hover:-translate-y-0.5">
        <Cover url={picture.url} drawn={picture.drawn} eager={eager} />
        <Badges card={card} />
      </div>
      <div className="flex flex-col gap-x-4 gap-y-1 sm:flex-row sm:justify-between">
        <h2 className="min-w-0 font-bold text-lg leading-snug">
          <a
            href={`/acheter/${card.id}`}
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
      {isSoldOut && <Tag look="bg-ink text-paper">{t("badge.soldOut")}</Tag>}
      {!isSoldOut && edition && (
        <Tag look="bg-accent text-on-accent">{t("badge.edition", edition)}</Tag>
      )}
      {!isSoldOut && isUnique && <Tag look="bg-accent text-on-accent">{t("badge.unique")}</Tag>}
      {isTop && <Tag look="bg-accent text-on-accent">{t("badge.top")}</Tag>}
      {isNew && !isTop && <Tag look="bg-card text-ink">{t("badge.new")}</Tag>}
    </div>
  );
}

function Tag({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span
      className={`rounded-full px-2.5 py-0.5 font-semibold text-xs ring-1 ring-on-accent/70 ${look}`}
    >
      {children}
    </span>
  );
}
