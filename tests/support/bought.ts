import { fundedWallet } from "./app-under-test";
import type { AppWithBrowser } from "./app-with-browser";
import type { Person } from "./factories/person";
import { product } from "./factories/product";
import { openOrder, payOrder, waitForStatus } from "./order-api";

/** A new product that the buyer has paid. */
export async function bought(app: AppWithBrowser, buyer: Person, title: string) {
  const item = await product(app, { title });
  const payer = fundedWallet(app);
  const { transactionId } = await openOrder(app, buyer, item.id, payer);
  await payOrder(app, transactionId, payer);
  await waitForStatus(app, buyer, transactionId, "paid");
  return item;
}
