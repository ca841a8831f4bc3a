import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { referralOfLink } from "../../affiliates/http/referral";
import { clientIpPrefix } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { Problem } from "../../lib/problem";
import { readProductIcon } from "../../products/use-cases/product-pictures";
import { previewProduct } from "../../shop/use-cases/preview-product";
import { isPublicKey } from "../../solana/public-key";
import { limitOrders } from "../http/limit-orders";
import { purchaseCopy } from "../http/order-texts";
import { postActionResponse, productAction } from "../http/product-action";
import { requestOfLink } from "../rules/order-request";

const schema = z.object({ account: z.string().max(64).refine(isPublicKey) });

/** Solana Action and Solana Pay transaction request, GET: the product. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { settings } = context.ports;
  const productId = params.productId ?? "";
  const preview = await previewProduct({ id: productId }, context.ports);
  // It is given to accounts: no wallet has anything to sign.
  if (preview.isFree) throw new Problem("inactive");
  const asked = requestOfLink(request.url);
  const address = clientIpPrefix(request);
  const offer = await context.ports.checkout.readOffer({ productId, asked, address });
  const icon = await readProductIcon(productId, context.ports);
  return Response.json(await productAction(preview, offer, { request, settings, icon }));
}

/**
 * Solana Action and Solana Pay transaction request, POST: the transaction for the wallet. Nothing is
 * counted against the address, which anyone can name.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { settings } = context.ports;
  await limitOrders({ request, context });
  const { account } = await readJson(request, schema);
  const productId = params.productId ?? "";
  const copy = purchaseCopy(request);
  const address = clientIpPrefix(request);
  const asked = requestOfLink(request.url);
  const built = await context.ports.checkout.buyWithWallet({
    productId,
    account,
    address,
    asked,
    ref: referralOfLink(request.url),
    copy,
  });
  const preview = await previewProduct({ id: productId }, context.ports);
  const icon = await readProductIcon(productId, context.ports);
  return Response.json(await postActionResponse(built, preview, { request, settings, icon }));
}
