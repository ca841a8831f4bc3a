import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import { problemMessage } from "../../http/problem-response";
import { clientIpPrefix, limitByAccount } from "../../http/rate-limit";
import { readJson } from "../../http/read-json";
import { Problem } from "../../lib/problem";
import { showKeys } from "../../licences/use-cases/give-keys";
import { type Buyer, countedAs } from "../../orders/rules/buyer";
import { readSigned } from "./read-signed";

/** The calls of an order that its buyer makes, with an account or without one. */

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Per buyer: more than a person signs in a minute. */
const SIGNING_RATE_LIMIT = { limit: 60, windowMs: 60_000 };

const builtSchema = z.object({ account: z.string().max(64), canSign: z.boolean() });
const signatureSchema = z.object({ signature: z.string().max(128) });

function limitByBuyer({ context }: Args, buyer: Buyer, name: string): Promise<void> {
  return limitByAccount(context, countedAs(buyer), { name, ...SIGNING_RATE_LIMIT });
}

/** The state of an order, for its buyer with the licence key of a product that gives one. */
export async function answerOrder(viewer: Buyer, { params, context }: Args): Promise<Response> {
  const orderId = params.id ?? "";
  const { view, isGiven } = await context.ports.checkout.readOrder({ orderId, viewer });
  if (!isGiven) return Response.json(view);
  const { productId, items } = view;
  const rights = (items ?? [{ productId }]).map((given) => ({
    orderId,
    productId: given.productId,
  }));
  const keys = await showKeys(rights, context.ports);
  const withKey = <Given extends { productId: string }>(given: Given) => {
    const key = keys.find((one) => one.productId === given.productId);
    return key?.state === "given" ? { ...given, licenceKey: key.key } : given;
  };
  return Response.json(items ? { ...view, items: items.map(withKey) } : withKey(view));
}

/** The transaction of an order for a wallet of its buyer's browser. */
export async function answerTransaction(buyer: Buyer, args: Args): Promise<Response> {
  const { request, params, context } = args;
  await limitByBuyer(args, buyer, "built");
  const { account, canSign } = await readJson(request, builtSchema);
  const orderId = params.id ?? "";
  await context.ports.checkout.orderOfBuyer({ orderId, buyer });
  const input = { orderId, account, returnsBytes: canSign, address: clientIpPrefix(request) };
  const { transaction, send } = await context.ports.checkout.buildPaymentTransaction(input);
  return Response.json({ transaction, send });
}

/** Sends the order's signed transaction for a wallet that signs without sending. */
export async function answerSend(buyer: Buyer, args: Args): Promise<Response> {
  const { request, params, context } = args;
  await limitByBuyer(args, buyer, "sent");
  const transaction = await readSigned(request);
  const input = { orderId: params.id ?? "", buyer, transaction };
  return Response.json(await context.ports.checkout.sendSignedPayment(input));
}

/** The buyer's browser reports the signature of the transaction that its wallet sent. */
export async function answerSignature(buyer: Buyer, args: Args): Promise<Response> {
  const { request, params, context } = args;
  // A report can cause a call to the network.
  await limitByBuyer(args, buyer, "suggested");
  const { signature } = await readJson(request, signatureSchema);
  await context.ports.checkout.reportSignature({ orderId: params.id ?? "", buyer, signature });
  return new Response(null, { status: 202 });
}

/** Gives up the place of a signed payment that waits for a unit of stock. */
export async function answerLeave(buyer: Buyer, { params, context }: Args): Promise<Response> {
  await context.ports.checkout.leaveLine({ orderId: params.id ?? "", buyer });
  return new Response(null, { status: 204 });
}

/** A WebSocket that sends every change of an order to the buyer's page. */
export async function answerLive(
  buyer: Buyer,
  { request, params, context }: Args,
): Promise<Response> {
  const refused = upgradeNeeded(request);
  if (refused) return refused;
  return context.ports.checkout.followOrder({
    orderId: params.id ?? "",
    buyer,
    address: clientIpPrefix(request),
    sessionToken: buyer.kind === "account" ? (context.visitor.sessionToken ?? "") : "",
  });
}

/** 426 for a request that is not a WebSocket upgrade; null for one that is. */
function upgradeNeeded(request: Request): Response | null {
  if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") return null;
  const problem = new Problem("invalid_input", { messageKey: "upgrade_needed" });
  const error = { code: problem.code, message: problemMessage(problem, request) };
  const headers = { Upgrade: "websocket", Connection: "Upgrade" };
  return Response.json({ error }, { status: 426, headers });
}
