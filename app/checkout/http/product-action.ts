import { fixedT } from "../../http/locale";
import { problemMessage } from "../../http/problem-response";
import { BRAND } from "../../lib/brand";
import { cleanLine } from "../../lib/clean-text";
import { formatSol } from "../../lib/lamports";
import { query } from "../../lib/paths";
import type { Settings } from "../../lib/ports";
import { totalOf } from "../../orders/rules/legs";
import type { Preview } from "../../shop/use-cases/preview-product";
import type { WalletsOffer } from "../use-cases/current-terms";
import type { BuiltPayment } from "../use-cases/previous-transaction";
import { priceLines, purchaseCopy, redirectAfterPayment } from "./order-texts";

interface ActionContext {
  request: Request;
  settings: Pick<Settings, "appOrigin">;
  /** Path of the picture of the product. */
  icon: string;
}

/**
 * A product as a Solana Action (https://solana.com/developers/guides/advanced/actions, GET response).
 * `label` and `icon` are also the GET response of a Solana Pay transaction request. A product that
 * can't be bought is disabled, with the refusal.
 */
export async function productAction(
  preview: Preview,
  { terms, refusal }: WalletsOffer,
  context: ActionContext,
) {
  const { request, settings } = context;
  const t = fixedT(request, "payment");
  const label = t("action.buy", { amount: formatSol(totalOf(terms)) });
  const { pathname, searchParams } = new URL(request.url);
  // An Action is no page, and has no source.
  searchParams.delete("src");
  const href = settings.appOrigin + pathname + query(Object.fromEntries(searchParams));
  return {
    type: "action",
    ...(await actionMetadata(preview, context, priceLines(request, terms))),
    label,
    links: { actions: [{ type: "transaction", label, href }] },
    ...(refusal && { disabled: true, error: { message: problemMessage(refusal, request) } }),
  };
}

/** The POST response of the Action: the transaction, and the Action to show once it is confirmed. */
export async function postActionResponse(
  built: BuiltPayment,
  preview: Preview,
  context: ActionContext,
) {
  const { request, settings } = context;
  const { appOrigin } = settings;
  const t = fixedT(request, "payment");
  const completed = {
    type: "completed",
    ...(await actionMetadata(preview, context)),
    title: t("action.paidTitle"),
    description: t("action.paid", { site: new URL(appOrigin).host }),
    label: t("action.done"),
  };
  const { transaction, message, productId, terms } = built;
  const lines = priceLines(request, terms);
  const answer = {
    type: "transaction",
    transaction,
    message: lines ? `${message}. ${lines}` : message,
    links: { next: { type: "inline", action: completed } },
  };
  return { ...answer, ...redirectAfterPayment(productId, settings) };
}

/** Longest description that clients show in full. */
const MAX_DESCRIPTION_CHARS = 300;

function actionMetadata(
  { title, description }: Preview,
  { request, settings, icon }: ActionContext,
  /** Comes first: what changes the price is read before anybody signs. */
  lines = "",
) {
  const t = fixedT(request, "payment");
  const { genericLabel } = purchaseCopy(request);
  const about = description.trim() || t("action.whatItIs", { brand: BRAND });
  const text = lines ? `${lines}\n${about}` : about;
  return {
    icon: settings.appOrigin + icon,
    title: cleanLine(title) || genericLabel,
    description:
      text.length > MAX_DESCRIPTION_CHARS ? `${text.slice(0, MAX_DESCRIPTION_CHARS - 1)}…` : text,
  };
}
