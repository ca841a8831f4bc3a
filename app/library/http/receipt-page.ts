import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fixedT } from "../../http/locale";
import { requireViewer } from "../../http/viewer";
import { showKeys } from "../../licences/use-cases/give-keys";
import { explorerLink } from "../../solana/explorer";
import { readReceiptNumber } from "../../withdrawals/use-cases/receipt-number";
import type { Receipt, ReceiptLicence } from "../rules/receipt";
import { readReceipt } from "../use-cases/read-receipt";

/**
 * What the page of a receipt shows: to the buyer of the order, or to its seller. Throws `not_found`,
 * also for another person's order.
 */
export async function loadReceiptPage(reader: "buyer" | "seller", args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const { uid } = await requireViewer(args);
  const input = { orderId: params.orderId ?? "", uid, reader };
  const { payment, refunds, ...receipt } = await readReceipt(input, context.ports);
  const isBuyer = reader === "buyer";
  // The seller must not have what proves that a declaration is the buyer's.
  const receiptNumber = isBuyer ? await readReceiptNumber(input, context.ports) : null;
  const licences = isBuyer ? await readLicences(receipt, context) : [];
  const { statements, settings } = context.ports;
  const { cluster, appOrigin } = settings;
  const withExplorer = <T extends { signature: string }>(transaction: T) => ({
    ...transaction,
    explorer: explorerLink(transaction.signature, cluster),
  });
  return {
    title: fixedT(request, "receipt")(`title.${reader}`),
    isPrivate: true,
    site: new URL(appOrigin).host,
    cluster,
    receiptNumber,
    licences,
    provesPurchases: isBuyer && (await statements.canSign()),
    receipt: {
      ...receipt,
      payment: payment && withExplorer(payment),
      refunds: refunds.map(withExplorer),
    },
  };
}

/** The keys are the buyer's, and given only for rights that stand. Those of a bundle have the titles of its items. */
async function readLicences(
  { orderId, productId, items }: Pick<Receipt, "orderId" | "productId" | "items">,
  { ports }: AppLoadContext,
): Promise<ReceiptLicence[]> {
  const ids = items.length > 0 ? items.map(({ id }) => id) : [productId];
  const keys = await showKeys(
    ids.map((id) => ({ orderId, productId: id })),
    ports,
  );
  return keys.map((key) => ({
    ...key,
    title: items.find(({ id }) => id === key.productId)?.title ?? null,
  }));
}
