import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { wallet } = await requireViewer({ request, context });
  const title = fixedT(request, "review")("claim.title");
  const claim = await context.ports.checkout.readClaim({ orderId: params.id ?? "", wallet });
  return { title, ...claim };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid, wallet } = await requireViewer({ request, context });
  const input = { orderId: params.id ?? "", uid, wallet };
  const { productId } = await context.ports.checkout.claimOrder(input);
  const headers = { "Set-Cookie": flash("purchaseClaimed", context) };
  return redirect(paths.buy(productId), { headers });
}

export default function Claim() {
  const { t } = useTranslation("review");
  const { name, gone } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <h1>{t("claim.title")}</h1>
      <Card className="grid justify-items-start gap-4">
        {name === null ? (
          <>
            <p>{t(gone ? "claim.gone" : "claim.other")}</p>
            <ButtonLink variant="secondary" to={paths.profile}>
              {t("claim.profile")}
            </ButtonLink>
          </>
        ) : (
          <>
            <h2 className="text-xl">{name}</h2>
            <p className="text-ink-2">{t("claim.lead")}</p>
            <Form method="post">
              <Button type="submit">{t("claim.get")}</Button>
            </Form>
          </>
        )}
      </Card>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
