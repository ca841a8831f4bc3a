import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirectDocument } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { StatusBadge } from "../../products/ui/status-badge";
import { setProductStatus } from "../../products/use-cases/edit-product";
import { ownProduct } from "../../products/use-cases/ownership";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { ProductQuestion } from "../ui/product-question";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, title, status } = product;
  const t = fixedT(request, "dashboard");
  const heading = t(status === "active" ? "confirm.disable" : "confirm.activate");
  return { heading, product: { id, title, status } };
}

const change = z.object({ status: z.enum(["active", "disabled"]) });

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  const wanted = change.safeParse(Object.fromEntries(await readForm(request))).data;
  if (!wanted) throw new Problem("invalid_input");
  await setProductStatus({ uid, productIds: [productId], ...wanted }, context.ports);
  const done = wanted.status === "active" ? "productActivated" : "productDisabled";
  return redirectDocument(paths.edit(productId), {
    headers: { "Set-Cookie": flash(done, context) },
  });
}

/** Asks before a product is disabled or activated. */
export default function ProductStatusPage() {
  const { t } = useTranslation("dashboard");
  const { heading, product } = useLoaderData<typeof loader>();
  const { id, title, status } = product;
  const isActive = status === "active";
  return (
    <ProductQuestion title={heading} back={paths.edit(id)}>
      <p>
        <StatusBadge status={status} />
      </p>
      <p className="wrap-anywhere text-ink-2">
        {t(isActive ? "confirm.disableText" : "confirm.activateText", { title })}
      </p>
      <Form method="post" className="justify-self-start">
        <input type="hidden" name="status" value={isActive ? "disabled" : "active"} />
        <Button type="submit">{t(isActive ? "disable" : "activate")}</Button>
      </Form>
    </ProductQuestion>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);
