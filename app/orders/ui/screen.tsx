import type { ReactNode } from "react";
import type { PurchasePage } from "../rules/purchase-page";
import { ProductFacts } from "./product-facts";

interface Props extends Pick<PurchasePage, "product" | "seller" | "file"> {
  /** The ticket. */
  children: ReactNode;
}

/** Product and ticket: side by side, or one below the other on a phone. */
export function PurchaseScreen({ children, ...facts }: Props) {
  return (
    <div className="grid items-start gap-10 md:grid-cols-[minmax(0,1fr)_25rem] lg:grid-cols-[minmax(0,1fr)_29rem] lg:gap-14">
      <ProductFacts {...facts} />
      <div className="md:sticky md:top-24">{children}</div>
    </div>
  );
}
