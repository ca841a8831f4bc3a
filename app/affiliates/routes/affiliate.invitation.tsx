import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { FormPage } from "../../accounts/ui/form-page";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { throttleByIp } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { PageError } from "../../ui/page-error";
import { useTranslation } from "../../ui/translation";
import { usePageError } from "../../ui/use-page-error";
import { nameOfMember } from "../http/names";
import { percentOf } from "../rules/affiliate";
import { acceptOffered, readOffered } from "../use-cases/join";

export const handle = { script: false };

/**
 * The address of the page is a secret. With "no-referrer" a browser sends `Origin: null` with the forms
 * of the page, which is refused.
 */
const HEADERS = { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid, wallet } = await requireViewer({ request, context });
  const { token = "" } = params;
  const read = () => readOffered({ token }, context.ports);
  const offered = await throttleByIp({ request, context }, "affiliate-invitation", read);
  const { productId, title: productTitle, ownerUid, sellerName, bps } = offered;
  return data(
    {
      title: fixedT(request, "page-recommend")("invitation.title"),
      product: { id: productId, title: productTitle },
      seller: nameOfMember({ uid: ownerUid, displayName: sellerName }, request),
      percent: percentOf(bps),
      isOwn: ownerUid === uid,
      hasWallet: wallet !== null,
    },
    { headers: HEADERS },
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid, wallet } = await requireViewer({ request, context });
  const input = { token: params.token ?? "", person: { uid, wallet } };
  try {
    const accept = () => acceptOffered(input, context.ports);
    await throttleByIp({ request, context }, "affiliate-invitation", accept);
    return redirect(offerPaths.affiliate, {
      headers: { "Set-Cookie": flash("affiliateAccepted", context) },
    });
  } catch (error) {
    return formProblem(error, request);
  }
}

export default function Invitation() {
  const { t } = useTranslation("page-recommend");
  const { title, product, seller, percent, isOwn, hasWallet } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const back = { href: paths.buy(product.id), text: t("back") };
  const lead = (
    <span className="wrap-anywhere">
      <ProductTitle>{product.title}</ProductTitle>
    </span>
  );
  return (
    <FormPage title={title} lead={lead} back={back}>
      <div className="grid gap-4">
        <p className="wrap-anywhere font-semibold">{t("invitation.offer", { seller, percent })}</p>
        <p>{t("how")}</p>
        <p className="text-ink-2 text-sm">{t("refunds")}</p>
        {problem && <Alert>{problem.message}</Alert>}
        {isOwn && <p>{t("own")}</p>}
        {!isOwn && !hasWallet && (
          <p>
            {t("wallet")}{" "}
            <a href={paths.profile} className="link">
              {t("link")}
            </a>
          </p>
        )}
        {!isOwn && hasWallet && (
          <Form method="post">
            <Button type="submit">{t("invitation.accept")}</Button>
          </Form>
        )}
      </div>
    </FormPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.title, isPrivate: true }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("page-recommend");
  const { kind } = usePageError();
  const title = t(kind === "missing" ? "invitation.missing" : "invitation.failed");
  return <PageError title={title} elsewhere={{ to: paths.shop, text: t("shop") }} />;
}
