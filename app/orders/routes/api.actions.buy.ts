import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { limitRate } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { previewProduct } from "../../shop/use-cases/preview-product";
import { isPublicKey } from "../../solana/public-key";
import { limitOrders } from "../http/limit-orders";
import { postActionResponse, productAction } from "../http/product-action";
import { purchaseCopy } from "../http/purchase-copy";
import { buyWithWallet } from "../use-cases/buy-with-wallet";

const schema = z.object({ account: z.string().max(64).refine(isPublicKey) });

/** Solana Action and Solana Pay transaction request, GET: the product. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { settings } = context.ports;
  const preview = await previewProduct({ id: params.productId ?? "" }, context.ports);
  return Response.json(await productAction(preview, { request, settings }));
}

/** Per wallet: more than a user signs, and a limit for scripts that fill the database. */
const BUY_RATE_LIMIT = { limit: 30, windowMs: 60_000 };

/** Solana Action and Solana Pay transaction request, POST: the transaction for the wallet. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { settings } = context.ports;
  await limitOrders({ request, context });
  const { account } = await readJson(request, schema);
  await limitRate(context, { key: `buy:${account}`, ...BUY_RATE_LIMIT });
  const productId = params.productId ?? "";
  const copy = await purchaseCopy(request);
  const built = await buyWithWallet({ productId, account, copy }, context.ports);
  const preview = await previewProduct({ id: productId }, context.ports);
  return Response.json(await postActionResponse(built, preview, { request, settings }));
}
