import type { ProductCard } from "../../products/rules/product-card";
import { usePart } from "../../ui/part";
import { useServerHtml } from "../../ui/server-html";
import { productPart } from "./product-part";

/** Other products of the seller. */
export function OtherProducts({ cards }: { cards: ProductCard[] }) {
  const key = JSON.stringify(
    // A new rate alone is not worth the code of the cards.
    cards.map(({ cover, worth, ...card }) => ({ ...card, cover: [cover.url, cover.position] })),
  );
  const content = useServerHtml(productPart, `others ${key}`, <Content cards={cards} />);
  if (cards.length === 0) return null;
  return (
    <section
      suppressHydrationWarning
      aria-labelledby="others"
      className="mt-16 border-line border-t pt-10"
      {...content}
    />
  );
}

function Content({ cards }: { cards: ProductCard[] }) {
  const { OthersText } = usePart(productPart);
  return <OthersText cards={cards} />;
}
