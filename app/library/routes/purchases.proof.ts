import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { acceptsPage } from "../../http/document-request";
import { requireViewer } from "../../http/viewer";
import { Problem } from "../../lib/problem";
import { purchasePaths } from "../../lib/purchase-paths";
import { accountBuyer } from "../../orders/rules/buyer";
import { proofResponse } from "../http/proof-response";
import { provePurchase } from "../use-cases/prove-purchase";

/** The signed proof of a purchase. Where there is none, people see the receipt, which says why. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const orderId = params.orderId ?? "";
  try {
    const text = await provePurchase({ orderId, buyer: accountBuyer(uid) }, context.ports);
    return proofResponse(text, orderId);
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === "conflict";
    if (!(isRefused && acceptsPage(request))) throw error;
    return redirect(purchasePaths.purchaseReceipt(orderId));
  }
}
