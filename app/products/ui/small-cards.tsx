import { useContext } from "react";
import { paths } from "../../lib/paths";
import { KeptHtml } from "../../ui/kept-html";
import { PageLink } from "../../ui/page-link";
import type { ProductCard } from "../rules/product-card";
import { CardPrice } from "./card-price";
import { Cover } from "./cover";
import { ProductTitle } from "./product-title";
import { Stars } from "./stars";

type SmallCard = Pick<ProductCard, "id" | "title" | "amount" | "worth" | "stars" | "cover">;

/** Width of a cover, for `Cover`. */
const SIZES = "10.5rem";

/** Small cards in one row, which scrolls where it is wider than the window. */
export function SmallCards({ cards }: { cards: readonly SmallCard[] }) {
  const keep = useContext(KeptHtml);
  return (
    <ul className="small-cards">
      {cards.map((card) => {
        const item = <Item card={card} />;
        if (!keep) return <li key={card.id}>{item}</li>;
        const { id, title, amount, worth, stars, cover } = card;
        // A generated cover follows from the id.
        const shown = [id, title, amount, worth, stars, { ...cover, svg: "" }];
        const html = keep(`row ${JSON.stringify(shown)}`, item);
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered it.
        return <li key={id} dangerouslySetInnerHTML={{ __html: html }} />;
      })}
    </ul>
  );
}

function Item({ card }: { card: SmallCard }) {
  return (
    <div className="group relative flex min-w-0 flex-col gap-1.5">
      <Cover {...card.cover} sizes={SIZES} />
      <h3 className="line-clamp-2 font-bold text-sm leading-snug">
        <PageLink
          to={paths.buy(card.id)}
          className="no-underline after:absolute after:inset-0 after:content-[''] group-hover:underline"
        >
          <ProductTitle>{card.title}</ProductTitle>
        </PageLink>
      </h3>
      <CardPrice card={card} />
      {card.stars && (
        <p className="text-ink-2 text-sm">
          <Stars stars={card.stars} />
        </p>
      )}
    </div>
  );
}
