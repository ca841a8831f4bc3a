import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { HandoverLink } from "../../checkout/ui/handover-link";
import { fixedT, readLocale } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { drawQr } from "../../http/qr";
import { TOKEN_HEADERS } from "../../http/token-headers";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { createHandover, readOwnPurchase } from "../use-cases/handovers";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.productId ?? "";
  const purchase = await readOwnPurchase({ uid, productId }, context.ports);
  const t = fixedT(request, "handover");
  return data({ ...purchase, productId, heading: t("title") }, { headers: TOKEN_HEADERS });
}

/** Makes a link. The panel of the purchase page shows the answer itself. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const locale = readLocale(request);
  const input = { uid, productId: params.productId ?? "", locale };
  const url = await createHandover(input, context.ports);
  const t = fixedT(request, "handover");
  const texts = { ready: t("ready"), copy: t("copy"), share: t("share"), qr: t("qr") };
  return data({ url, qr: drawQr(url), texts }, { headers: TOKEN_HEADERS });
}

export default function HandoverPage() {
  const { t } = useTranslation("handover");
  const { heading, title, productId } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6">
      <h1>{heading}</h1>
      <Card className="grid gap-4">
        <h2 className="wrap-anywhere text-xl">{title ?? t("untitled")}</h2>
        <p className="text-ink-2">{t("lead")}</p>
        {made && <HandoverLink {...made} />}
        <Form method="post" className="justify-self-start">
          <Button type="submit" variant={made ? "secondary" : "primary"}>
            {t(made ? "again" : "create")}
          </Button>
        </Form>
        <a href={paths.buy(productId)} className="link justify-self-start text-sm">
          {t("back")}
        </a>
      </Card>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) =>
  pageMeta(page && { title: page.heading, isPrivate: true }, error);
