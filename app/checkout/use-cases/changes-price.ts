import type { Products } from "../../../db/products/products";
import type { PriceRequest } from "../rules/order-request";
import { type CodePorts, createReadCode } from "./read-code";

export interface PriceLinkPorts extends CodePorts {
  products: Pick<Products, "byId">;
}

interface Input {
  productId: string;
  /** What the query of a link asks for. */
  asked: PriceRequest;
  /** The client's network address, by which codes that are typed are counted. */
  address: string;
}

export type ChangesPrice = ReturnType<typeof createChangesPrice>;

/** Tells links whose page has to be rendered for them from those that get the page of everyone. */
export function createChangesPrice(ports: PriceLinkPorts) {
  const readCode = createReadCode(ports);

  /** True where what a link asks for changes the price that a visitor is shown. */
  async function changesPrice({ productId, asked, address }: Input): Promise<boolean> {
    if (!asked.code && !asked.amount) return false;
    const product = await ports.products.byId(productId);
    if (product?.status !== "active") return false;
    if (asked.amount && product.isPriceChosen) return true;
    const visitor = { kind: "page", open: null, uid: null, payer: null, chosen: null } as const;
    const found = await readCode(product, { ...visitor, asked, address });
    return Boolean(asked.code && found?.inForce);
  }

  return changesPrice;
}
