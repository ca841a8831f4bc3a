import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { noReferralCookie, readReferral } from "../../affiliates/http/referral";
import { previousPage } from "../../http/document-request";
import { flash } from "../../http/flash";
import { clientIpPrefix } from "../../http/rate-limit";
import { readViewer, requireViewerJson } from "../../http/viewer";
import { assertNever } from "../../lib/assert-never";
import { sourceName } from "../../lib/page-source";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { accountBuyer } from "../../orders/rules/buyer";
import { type OrderRequest, orderRequestFormFields, tickedWaiver } from "../rules/order-request";
import { requireGuest } from "./guest";
import { limitOrders } from "./limit-orders";
import { purchaseCopy } from "./order-texts";

interface Args {
  request: Request;
  context: AppLoadContext;
}

const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("buy"),
    buyerWallet: z.string().max(64).default(""),
    ...orderRequestFormFields,
  }),
  z.object({
    intent: z.literal("waive"),
    transactionId: z.string().max(64),
    waiver: tickedWaiver,
  }),
  z.object({ intent: z.literal("free"), transactionId: z.string().max(64) }),
  z.object({ intent: z.literal("claim"), transactionId: z.string().max(64) }),
  z.object({ intent: z.literal("get"), ...orderRequestFormFields }),
  z.object({ intent: z.literal("forget") }),
  z.object({ intent: z.literal("remove-referral") }),
  z.object({ intent: z.literal("refresh") }),
]);

/** Handles the forms of the purchase page and redirects to it. Throws a `Problem`. */
export async function purchaseAction(
  productId: string,
  form: FormData,
  args: Args,
): Promise<ReturnType<typeof redirect>> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new Problem("invalid_input");
  const { ports } = args.context;
  const back = paths.buy(productId);
  switch (parsed.data.intent) {
    case "buy":
      await buy(productId, parsed.data, args);
      return redirect(back);
    case "get":
      await take(productId, parsed.data, args);
      return redirect(back);
    case "waive": {
      await waive(parsed.data, args);
      return redirect(back, { headers: { "Set-Cookie": flash("waiverDeclared", args.context) } });
    }
    case "free": {
      const { uid } = await requireViewerJson(args);
      const orderId = parsed.data.transactionId;
      await ports.checkout.unbindWallet({ orderId, buyerUid: uid });
      return redirect(back);
    }
    case "claim": {
      const { uid, wallet } = await requireViewerJson(args);
      await ports.checkout.claimOrder({ orderId: parsed.data.transactionId, uid, wallet });
      return redirect(back, { headers: { "Set-Cookie": flash("purchaseClaimed", args.context) } });
    }
    case "forget": {
      const guest = await requireGuest(args);
      await ports.checkout.forgetGuestsPurchase({ productId, guest });
      return redirect(back, {
        headers: { "Set-Cookie": flash("purchaseForgotten", args.context) },
      });
    }
    case "remove-referral":
      return redirect(back, { headers: { "Set-Cookie": noReferralCookie(args, productId) } });
    case "refresh": {
      const { uid } = await requireViewerJson(args);
      await ports.downloads.refresh({ uid, productId });
      return redirect(back, { headers: { "Set-Cookie": flash("refreshRequested", args.context) } });
    }
    default:
      return assertNever(parsed.data);
  }
}

async function waive(
  {
    transactionId: orderId,
    waiver: version,
  }: { transactionId: string; waiver?: number | undefined },
  args: Args,
): Promise<void> {
  if (version === undefined)
    throw new Problem("invalid_input", { field: "waiver", messageKey: "waiver_unticked" });
  const viewer = await readViewer(args);
  const buyer = viewer ? accountBuyer(viewer.uid) : await requireGuest(args);
  await args.context.ports.checkout.declareWaiver({ orderId, buyer, version });
}

/** Without a code, of a free product alone: no order is opened by this button. */
async function take(
  productId: string,
  { intent: _, ...asked }: OrderRequest & { intent: "get" },
  args: Args,
): Promise<void> {
  await limitOrders(args);
  const { uid } = await requireViewerJson(args);
  const { checkout } = args.context.ports;
  const address = clientIpPrefix(args.request);
  if (!asked.code) return checkout.takeFree({ productId, uid, address });
  const copy = purchaseCopy(args.request);
  const buyer = { buyerUid: uid, buyerWallet: null };
  await checkout.startPurchase({ productId, ...buyer, address, asked, copy });
}

/** By the address of the page that sent a form without script; null where it says none. */
function nameOfPage(productId: string, { request, context }: Args): string | null {
  const page = previousPage(request, context);
  const { pathname, search } = new URL(page ?? "/", context.ports.settings.appOrigin);
  return pathname === paths.buy(productId) ? sourceName(search) : null;
}

async function buy(
  productId: string,
  { intent: _, buyerWallet, ...asked }: OrderRequest & { intent: "buy"; buyerWallet: string },
  args: Args,
): Promise<void> {
  await limitOrders(args);
  const viewer = await readViewer(args);
  await args.context.ports.checkout.startPurchase({
    productId,
    buyerUid: viewer?.uid ?? null,
    buyerWallet: buyerWallet || null,
    address: clientIpPrefix(args.request),
    ref: readReferral(args, productId),
    asked: { ...asked, ...(!asked.referrer && { src: nameOfPage(productId, args) }) },
    copy: purchaseCopy(args.request),
  });
}
