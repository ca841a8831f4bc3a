import { fixedT } from "../../http/locale";
import { problemMessage } from "../../http/problem-response";
import { BRAND } from "../../lib/brand";
import type { Settings } from "../../lib/ports";
import { Problem } from "../../lib/problem";
import type { Preview } from "../../shop/use-cases/preview-product";
import type { BuiltPayment } from "../use-cases/build-payment-transaction";
import { purchaseCopy } from "./purchase-copy";

interface About {
  request: Request;
  settings: Pick<Settings, "appOrigin">;
}

/**
 * A product as a Solana Action (https://solana.com/developers/guides/advanced/actions, GET response);
 * `label` and `icon` are also what a Solana Pay transaction request asks for. One that can't be bought
 * now is shown all the same, and says why.
 */
export async function productAction(preview: Preview, about: About) {
  const { request, settings } = about;
  const t = await fixedT(request, "payment");
  const label = t("action.buy", { amount: preview.amount });
  const refusal = refusalOf(preview);
  const { pathname, search } = new URL(request.url);
  const href = `${settings.appOrigin}${pathname}${search}`;
  return {
    type: "action",
    ...(await actionMetadata(preview, about)),
    label,
    links: { actions: [{ type: "transaction", label, href }] },
    ...(refusal && { disabled: true, error: { message: await problemMessage(refusal, request) } }),
  };
}

/** The answer to a wallet that wants to buy: the transaction, and what to show once it is sent. */
export async function postActionResponse(built: BuiltPayment, preview: Preview, about: About) {
  const { request, settings } = about;
  const { appOrigin } = settings;
  const t = await fixedT(request, "payment");
  const done = {
    type: "completed",
    ...(await actionMetadata(preview, about)),
    title: t("action.paidTitle"),
    description: t("action.paid", { site: new URL(appOrigin).host }),
    label: t("action.done"),
  };
  const { transaction, message, productId } = built;
  const answer = {
    type: "transaction",
    transaction,
    message,
    links: { next: { type: "inline", action: done } },
  };
  // Wallets open it after the payment; they refuse an address that is not https.
  const redirect = appOrigin.startsWith("https:") && `${appOrigin}/acheter/${productId}`;
  return redirect ? { ...answer, redirect } : answer;
}

/** Longest description that clients show whole. */
const SHORT = 300;

async function actionMetadata(
  { title, description, picture }: Preview,
  { request, settings }: About,
) {
  const t = await fixedT(request, "payment");
  const { genericLabel } = await purchaseCopy(request);
  const text = description.trim() || t("action.whatItIs", { brand: BRAND });
  return {
    icon: `${settings.appOrigin}${picture.url ?? "/icon.svg"}`,
    title: title.trim() || genericLabel,
    description: text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text,
  };
}

function refusalOf({ status, saleLimit, sold }: Preview): Problem | null {
  if (status !== "active") return new Problem("inactive");
  return saleLimit !== null && sold >= saleLimit ? new Problem("sold_out") : null;
}
