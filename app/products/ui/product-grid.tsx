import type { ReactNode } from "react";
import type { ProductCard as Card } from "../rules/product-card";
import { ProductCard } from "./product-card";

/** As many as the first screen shows at once. */
const IN_SIGHT = 4;

/** Cards side by side; `below` adds to each. */
export function ProductGrid(props: { cards: Card[]; below?: (card: Card) => ReactNode }) {
  const { cards, below } = props;
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4">
      {cards.map((card, at) => (
        <li key={card.id} className="min-w-0">
          <ProductCard card={card} eager={at < IN_SIGHT}>
            {below?.(card)}
          </ProductCard>
        </li>
      ))}
    </ul>
  );
}
