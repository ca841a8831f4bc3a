import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { readReferral } from "../../affiliates/http/referral";
import { clientIpPrefix } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { guestCookie, guestOf, readGuestSecret } from "../http/guest";
import { limitOrders } from "../http/limit-orders";
import { openedOrderResponse } from "../http/opened-order";
import { purchaseCopy } from "../http/order-texts";
import { orderRequestFields } from "../rules/order-request";

const schema = z.object({
  productId: z.string().min(1).max(64),
  wallet: z.string().max(64),
  ...orderRequestFields,
});

/** Creates an order of a visitor without an account, for the secret of the browser. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  await limitOrders(args);
  const { productId, wallet, ...asked } = await readJson(request, schema);
  const secret = readGuestSecret(args) ?? context.ports.ids.token();
  const opened = await context.ports.checkout.startGuestPurchase({
    productId,
    guest: await guestOf(secret),
    wallet,
    address: clientIpPrefix(request),
    asked,
    ref: readReferral(args, productId),
    copy: purchaseCopy(request),
  });
  const guest = { secret, cookie: guestCookie(secret, context) };
  return openedOrderResponse(opened, args, guest);
}
