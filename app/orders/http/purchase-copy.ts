import { fixedT } from "../../http/locale";

/** What `startPurchase` writes into an order for its buyer to read, in the buyer's language. */
export async function purchaseCopy(request: Request) {
  const t = await fixedT(request, "payment");
  return {
    genericLabel: t("genericLabel"),
    purchaseOf: (what: string) => t("purchaseOf", { what }),
  };
}
