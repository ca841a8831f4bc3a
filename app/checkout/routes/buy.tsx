import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useParams,
  useRevalidator,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { formProblem } from "../../http/form-problem";
import { readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import type { FormProblem } from "../../lib/form";
import { paths } from "../../lib/paths";
import { ProductColumns } from "../../products/ui/product-page";
import type * as SeenProducts from "../../shop/ui/seen-products";
import { keepForm } from "../../ui/keep-form";
import { PageError } from "../../ui/page-error";
import { loadWithRetry } from "../../ui/revalidation";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { usePageError } from "../../ui/use-page-error";
import { isMobile } from "../../wallet/device";
import { productMeta } from "../http/product-meta";
import { purchaseAction } from "../http/purchase-action";
import { loadPurchasePage, type ShownPurchase } from "../http/purchase-page";
import { recordView } from "../http/record-view";
import { OtherProducts } from "../ui/other-products";
import { ProductFacts } from "../ui/product-facts";
import { productPart } from "../ui/product-part";
import { Purchase } from "./purchase";
import { loadPartOf, scriptsOf } from "./purchase-parts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const mobile = isMobile(request.headers.get("User-Agent") ?? "");
  const input = { productId: params.productId ?? "", mobile, locale: readLocale(request) };
  const { page, rateNote } = await loadPurchasePage(input, { request, context });
  recordView(page, request, context);
  return {
    page,
    code: scriptsOf(page.stage),
    rateNote,
    meta: productMeta(page, { request, context }),
  };
}

/** Also loads the code that the answer needs, so that the page changes once. */
export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const isOpen = new URL(args.request.url).pathname === window.location.pathname;
  const [data] = await Promise.all([
    loadWithRetry(args) as ReturnType<typeof loader>,
    isOpen || productPart.load(),
  ]);
  await loadPartOf(data.page.stage);
  return data;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  let intent = "";
  try {
    const form = await readForm(request);
    intent = String(form.get("intent") ?? "");
    return await purchaseAction(params.productId ?? "", form, { request, context });
  } catch (error) {
    return formProblem(error, request, { intent });
  }
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export default function PurchaseRoute() {
  const { t } = useTranslation("buy");
  const { page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const changed = useChangedOffer(refused?.problem ?? null);
  useRecordSeen(page);
  const answer = useLatestAnswer(refused?.problem);
  const message = answer?.message ?? (page.stage.kind === "buy" ? changed : null);
  const refusal =
    message && refused?.values?.intent === "refresh"
      ? t("paid.refreshFailed", { message })
      : message;
  return (
    <>
      <ProductColumns
        facts={<ProductFacts {...page} />}
        ticket={
          <div className="md:sticky md:top-24">
            <Purchase key={page.product.id} page={page} refusal={refusal} />
          </div>
        }
      />
      <OtherProducts cards={page.others} />
    </>
  );
}

/** Without its code, which can't be loaded then, the list stays as it is. */
function withSeen(change: (seen: typeof SeenProducts) => void): void {
  import("../../shop/ui/seen-products").then(change).catch(() => {});
}

/** Keeps a product among the last ones seen. That of an order was seen before. */
function useRecordSeen({ product, stage }: ShownPurchase): void {
  const isSeen = stage.kind === "order";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each product.
  useEffect(() => {
    if (!isSeen) withSeen((seen) => seen.recordSeen(product));
  }, [product.id, isSeen]);
}

/**
 * The text of a refusal because the offer has changed. A refused form reloads nothing by itself: the
 * page is loaded again to show the offer of today, which drops the form's answer.
 */
function useChangedOffer(problem: FormProblem | null): string | null {
  const { revalidate } = useRevalidator();
  const [message, setMessage] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (problem) setMessage(problem.code === "changed" ? problem.message : null);
    if (problem?.code !== "changed") return;
    // On a phone the button may be in view and the text not.
    document.getElementById("ticket")?.scrollIntoView({ block: "start" });
    revalidate();
  }, [problem]);
  return message;
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  ...pageMeta(data?.meta, error),
  // In the head, so that it is not asked for only once the page's own code runs.
  ...(data?.code ?? []).map((href) => ({ tagName: "link" as const, rel: "modulepreload", href })),
];

export function ErrorBoundary() {
  const { t } = useTranslation("buy");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "notFound" : "loadFailed");
  const { productId } = useParams();
  useEffect(() => toast(title), [title]);
  useEffect(() => {
    if (kind === "missing") withSeen((seen) => seen.dropSeen(productId));
  }, [kind, productId]);
  const shop = { to: paths.shop, text: t("toShop") };
  return <PageError title={title} missingHint={t("notFoundHint")} elsewhere={shop} />;
}
