import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ProductCard as Card } from "~/products/rules/product-card";
import { categoryName } from "../categories";
import { Cover, Sol } from "./cover";
import { toggleFavourite, useFavourites } from "./favourites";

export function ProductCard({ card, at }: { card: Card; at: number }) {
  return (
    <article className="group relative flex h-full min-w-0 flex-col gap-2">
      <div className="relative">
        <div className="relative transition group-hover:-translate-y-0.5">
          <Cover {...card.cover} eager={at < 4} />
          <div className="absolute top-2.5 right-14 left-2.5 flex flex-wrap gap-1.5">
            <Badges card={card} />
          </div>
        </div>
        <div className="absolute top-2 right-2 z-10">
          <FavouriteButton card={card} />
        </div>
      </div>
      <div className="flex flex-col gap-x-4 gap-y-1 sm:flex-row sm:justify-between">
        <h2 className="min-w-0 font-bold text-lg leading-snug">
          <Link
            to={`/acheter/${card.id}`}
            className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
          >
            {card.title}
          </Link>
        </h2>
        <Sol amount={card.amount} className="font-bold font-display text-lg leading-snug" />
      </div>
      <div className="flex flex-col items-start justify-between gap-x-3 gap-y-2 sm:flex-row sm:flex-wrap sm:items-center">
        <p className="text-ink-2 text-sm">{categoryName(card.categoryId)}</p>
        <Link
          to={`/shop?product=${card.id}`}
          prefetch="intent"
          preventScrollReset
          rel="nofollow"
          aria-haspopup="dialog"
          aria-label={`Quick view: ${card.title}`}
          className="relative z-10 inline-flex min-h-8 items-center self-start rounded-full border border-line-2 px-3 font-semibold text-xs no-underline hover:border-ink hover:bg-card"
        >
          Quick view
        </Link>
      </div>
    </article>
  );
}

function Badges({ card: { edition, isSoldOut, isTop, isNew, isUnique } }: { card: Card }) {
  return (
    <>
      {isSoldOut && <Tag className="bg-ink text-paper">Sold out</Tag>}
      {!isSoldOut && edition && (
        <Tag className="bg-accent text-on-accent">
          Edition {edition.sold}/{edition.limit}
        </Tag>
      )}
      {!isSoldOut && isUnique && <Tag className="bg-accent text-on-accent">One of a kind</Tag>}
      {isTop && <Tag className="bg-accent text-on-accent">Top sale</Tag>}
      {isNew && <Tag className="bg-card text-ink">New</Tag>}
    </>
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

function FavouriteButton({ card: { id, title } }: { card: Card }) {
  const isFavourite = useFavourites().includes(id);
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favorite: ${title}`}
      onClick={() => toggleFavourite(id)}
      className={`flex size-10 items-center justify-center rounded-full border border-line bg-card hover:border-ink ${isFavourite ? "text-accent" : "text-ink-2"}`}
    >
      <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
        <path
          d="M10 17s-6.8-4.1-6.8-9A3.7 3.7 0 0 1 10 5.9 3.7 3.7 0 0 1 16.8 8c0 4.9-6.8 9-6.8 9z"
          fill={isFavourite ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
