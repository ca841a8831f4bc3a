// @chunk product
import type { CSSProperties } from "react";
import { Sol } from "../../ui/sol";
import type { ProductCard } from "../rules/product-card";

/** Longer amounts (characters) get smaller in a narrow card. */
const SHORT_AMOUNT = 8;

interface Props {
  card: Pick<ProductCard, "amount" | "worth">;
  className?: string;
}

/** The price of a card and what it is worth, in one line where there is room. */
export function CardPrice({ card: { amount, worth }, className = "" }: Props) {
  const style = { "--chars": amount.length } as CSSProperties;
  return (
    <div
      className={`card-price ${className}`}
      style={amount.length > SHORT_AMOUNT ? style : undefined}
    >
      <Sol amount={amount} worth={worth} className="font-bold font-display leading-snug" />
    </div>
  );
}
