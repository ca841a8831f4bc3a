import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { clientIpPrefix, limitByIp } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { readProductIcon } from "../../products/use-cases/product-pictures";
import { orderTexts, priceLines, redirectAfterPayment } from "../http/order-texts";

const schema = z.object({ account: z.string().max(64) });

/** Solana Pay transaction request, GET: label and icon. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const order = await context.ports.checkout.describeOrder(params.transactionId ?? "");
  const [{ label }, icon] = await Promise.all([
    orderTexts(request, order),
    readProductIcon(order.productId, context.ports),
  ]);
  return Response.json({ label, icon: context.ports.settings.appOrigin + icon });
}

/** Per IP address. A request costs two RPC calls; a wallet sends one or two for an order. */
const BUILD_RATE_LIMIT = { name: "pay", limit: 900, windowMs: 60_000 };

/** Solana Pay transaction request, POST: the transaction for the wallet. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await limitByIp({ request, context }, BUILD_RATE_LIMIT);
  const { account } = await readJson(request, schema);
  const orderId = params.transactionId ?? "";
  const input = { orderId, account, address: clientIpPrefix(request) };
  const built = await context.ports.checkout.buildPaymentTransaction(input);
  const { transaction, productId } = built;
  const texts = orderTexts(request, built);
  const lines = priceLines(request, built.terms);
  const message = lines ? `${texts.message}. ${lines}` : texts.message;
  const redirect = redirectAfterPayment(productId, context.ports.settings);
  return Response.json({ transaction, message, ...redirect });
}
