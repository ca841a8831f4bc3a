import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { limitByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { orderWords } from "../http/purchase-copy";
import { buildPaymentTransaction } from "../use-cases/build-payment-transaction";
import { describeOrder } from "../use-cases/describe-order";

const schema = z.object({ account: z.string().max(64) });

/** Solana Pay transaction request, first half: what is to be paid. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const order = await describeOrder(params.transactionId ?? "", context.ports);
  const { label } = await orderWords(request, order);
  return Response.json({ label, icon: `${context.ports.settings.appOrigin}/icon.svg` });
}

/** Every one costs two calls to the network; wallets ask once or twice for an order. */
const BUILT = { name: "pay", limit: 900, windowMs: 60_000 };

/** Second half: the transaction, for the wallet that asks. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await limitByIp({ request, context }, BUILT);
  const { account } = await readJson(request, schema);
  const orderId = params.transactionId ?? "";
  const built = await buildPaymentTransaction({ orderId, account }, context.ports);
  const { transaction, productId } = built;
  const { message } = await orderWords(request, built);
  const { appOrigin } = context.ports.settings;
  // Wallets open it after the payment; they refuse an address that is not https.
  const redirect = appOrigin.startsWith("https:") && `${appOrigin}/acheter/${productId}`;
  return Response.json(redirect ? { transaction, message, redirect } : { transaction, message });
}
