import { type ReactNode, useContext } from "react";
import { paths } from "../../lib/paths";
import { KeptHtml } from "../../ui/kept-html";
import { PageLink } from "../../ui/page-link";
import { useTranslation } from "../../ui/translation";
import { categoryKey } from "../rules/categories";
import type { ProductCard as Card } from "../rules/product-card";
import { CardPrice } from "./card-price";
import { Cover } from "./cover";
import { ProductTitle } from "./product-title";
import { Stars } from "./stars";

/** Covers that load eagerly: those visible before scrolling, where no other cards come before them. */
const EAGER_COVER_COUNT = 4;

/** The columns of cards; placeholders of cards use the same. */
export const GRID_COLUMNS =
  "grid grid-cols-2 gap-x-4 gap-y-8 max-xs:grid-cols-1 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4";
/** Width of a card in these columns, over the whole page. */
const GRID_SIZES =
  "(min-width:56.25rem)min(16.125rem,25vw - 1.875rem),(min-width:37.5rem)calc(33.3vw - 2rem),calc(50vw - 1.5rem)";

interface Props {
  cards: readonly Card[];
  /** False where other cards come before them on the page. */
  isFirst?: boolean;
  view?: "grid" | "list";
  /** Added at the upper right of each card. */
  corner?: (card: Card) => ReactNode;
  /** Added at the end of each card. */
  below?: (card: Card) => ReactNode;
  /**
   * What `corner` and `below` depend on, besides the card. Without one, cards that have them are
   * rendered anew for each page.
   */
  version?: string | null;
}

/** Products as a grid or a list of cards; a click anywhere on a card opens the purchase page. */
export function ProductGrid({
  cards,
  isFirst = true,
  view = "grid",
  corner,
  below,
  version = corner || below ? null : "",
}: Props) {
  const keep = useContext(KeptHtml);
  const Item = view === "grid" ? GridCard : ListCard;
  return (
    <ul className={view === "grid" ? GRID_COLUMNS : "divide-y divide-line border-line border-y"}>
      {cards.map((card, at) => {
        const eager = isFirst && at < EAGER_COVER_COUNT;
        const item = (
          <Item card={card} eager={eager} corner={corner?.(card)} below={below?.(card)} />
        );
        if (!keep || version === null) {
          return (
            <li key={card.id} className="min-w-0">
              {item}
            </li>
          );
        }
        // A generated cover follows from the id.
        const shown = { ...card, cover: { ...card.cover, svg: "" } };
        const html = keep(`${view} ${eager} ${version} ${JSON.stringify(shown)}`, item);
        return (
          <li
            key={card.id}
            className="min-w-0"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered it.
            dangerouslySetInnerHTML={{ __html: html }}
          />
        );
      })}
    </ul>
  );
}

interface CardProps {
  card: Card;
  /** Loads the cover at once. */
  eager: boolean;
  corner: ReactNode;
  below: ReactNode;
}

function GridCard({ card, eager, corner, below }: CardProps) {
  return (
    <article className="group relative flex h-full min-w-0 flex-col gap-2">
      <div className="relative">
        <div className="relative transition group-hover:-translate-y-0.5">
          <Cover {...card.cover} eager={eager} sizes={GRID_SIZES} />
          <div className="absolute top-2.5 right-14 left-2.5 flex flex-wrap gap-1.5">
            <ProductBadges card={card} />
          </div>
        </div>
        {corner && <div className="absolute top-2 right-2 z-10">{corner}</div>}
      </div>
      <TitleLink card={card} />
      <CardPrice card={card} />
      <div className="flex flex-col items-start justify-between gap-x-3 gap-y-2 sm:flex-row sm:flex-wrap sm:items-center">
        <CategoryName card={card} />
        {below}
      </div>
    </article>
  );
}

function ListCard({ card, eager, corner, below }: CardProps) {
  return (
    <article className="group relative flex min-w-0 items-start gap-4 py-4 sm:gap-6">
      <div className="w-24 shrink-0 sm:w-36">
        <Cover {...card.cover} eager={eager} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-col gap-x-6 gap-y-1 md:flex-row md:justify-between">
          <TitleLink card={card} />
          <CardPrice
            card={card}
            className="md:w-68 md:shrink-0 md:[&>span]:justify-end md:[&>span]:text-right"
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <CategoryName card={card} />
          <ProductBadges card={card} />
        </div>
        {below}
      </div>
      {corner && <div className="relative z-10 shrink-0">{corner}</div>}
    </article>
  );
}

function TitleLink({ card }: { card: Card }) {
  return (
    <h2 className="min-w-0 font-bold text-lg leading-snug">
      <PageLink
        to={paths.buy(card.id)}
        className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
      >
        <ProductTitle>{card.title}</ProductTitle>
      </PageLink>
    </h2>
  );
}

/** The category, and the stars of a product that has any. */
function CategoryName({ card: { categoryId, stars } }: { card: Card }) {
  const { t } = useTranslation("categories");
  return (
    <p className="text-ink-2 text-sm">
      {t(categoryKey(categoryId))} {stars && <Stars stars={stars} />}
    </p>
  );
}

/** Stock, best sellers and new products; empty for others. */
export function ProductBadges({ card }: { card: Card }) {
  const { t } = useTranslation("badge");
  const { edition, isSoldOut, isTop, isNew, isUnique } = card;
  return (
    <>
      {isSoldOut && <Tag className="bg-ink text-paper">{t("soldOut")}</Tag>}
      {!isSoldOut && edition && (
        <Tag className="bg-accent text-on-accent">
          {t("edition", { count: edition.sold, limit: edition.limit })}
        </Tag>
      )}
      {!isSoldOut && isUnique && <Tag className="bg-accent text-on-accent">{t("unique")}</Tag>}
      {isTop && <Tag className="bg-accent text-on-accent">{t("top")}</Tag>}
      {isNew && <Tag className="bg-card text-ink">{t("new")}</Tag>}
    </>
  );
}

function Tag({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-xs ring-1 ring-on-accent/70 ${className}`}
    >
      {children}
    </span>
  );
}
