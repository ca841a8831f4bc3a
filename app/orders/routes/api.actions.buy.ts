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

/** A product that a wallet alone can buy: as a Solana Action, and as a Solana Pay transaction request. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { settings } = context.ports;
  const preview = await previewProduct({ id: params.productId ?? "" }, context.ports);
  return Response.json(await productAction(preview, { request, settings }));
}

/** For one wallet: more than anybody signs, and few enough to keep a machine from filling tables. */
const BUY_RATE_LIMIT = { limit: 30, windowMs: 60_000 };

/** The transaction that buys it, for the wallet that asks. */
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
