import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirectDocument } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import type { RemovalObstacle } from "../../orders/rules/product-removal";
import { deleteProduct, readDeletion } from "../../orders/use-cases/delete-product";
import { draftForm } from "../../products/rules/draft";
import type { ProductStatus } from "../../products/rules/product";
import { Alert } from "../../ui/alert";
import { Button, ButtonLink } from "../../ui/button";
import { useLocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { ProductQuestion } from "../ui/product-question";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const input = { uid, productId: params.pid ?? "" };
  const { product, obstacle } = await readDeletion(input, context.ports);
  const { id, title, status } = product;
  const t = fixedT(request, "page-product");
  const heading = t(status === "draft" ? "delete.draftTitle" : "delete.title");
  return { heading, product: { id, title, status }, obstacle };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  try {
    const input = { uid, productId: params.pid ?? "" };
    const { status } = await deleteProduct(input, context.ports);
    const done = status === "draft" ? "draftDeleted" : "productDeleted";
    return redirectDocument(paths.dashboard, { headers: { "Set-Cookie": flash(done, context) } });
  } catch (error) {
    return formProblem(error, request);
  }
}

/** Asks before a product is deleted, or says why it can only be disabled. */
export default function DeleteProduct() {
  const { t } = useTranslation("page-product");
  const { t: dashboard } = useTranslation("dashboard");
  const { heading, product, obstacle } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { id, title, status } = product;
  const isDraft = status === "draft";
  return (
    <ProductQuestion title={heading} back={isDraft ? draftForm(id) : paths.edit(id)}>
      <h2 className="wrap-anywhere text-xl">{title || dashboard("drafts.untitled")}</h2>
      <Alert>{problem?.message}</Alert>
      {obstacle ? (
        <Obstacle product={product} obstacle={obstacle} />
      ) : (
        <>
          <p className="text-ink-2">{t(isDraft ? "delete.draftText" : "delete.text")}</p>
          {!isDraft && <p className="text-ink-2 text-sm">{t("delete.copies")}</p>}
          <Form method="post" className="justify-self-start">
            <Button type="submit" variant="danger">
              {t("delete.submit")}
            </Button>
          </Form>
        </>
      )}
    </ProductQuestion>
  );
}

interface ObstacleProps {
  product: { id: string; status: ProductStatus };
  obstacle: RemovalObstacle;
}

function Obstacle({ product, obstacle }: ObstacleProps) {
  const { t } = useTranslation("page-product");
  const { t: dashboard } = useTranslation("dashboard");
  const { moment } = useLocalTime();
  return (
    <>
      <p>
        {obstacle.why === "payments" && t("delete.payments")}
        {obstacle.why === "bundled" && t("delete.bundled", { title: obstacle.bundle })}
        {obstacle.why === "may_be_paid" && t("delete.mayBePaid", { when: moment(obstacle.until) })}
      </p>
      <p className="text-ink-2">
        {t(product.status === "active" ? "delete.disable" : "delete.isDisabled")}
      </p>
      {product.status === "active" && (
        <ButtonLink
          to={toolPaths.productStatus(product.id)}
          reloadDocument
          variant="secondary"
          className="justify-self-start"
        >
          {dashboard("disable")}
        </ButtonLink>
      )}
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);
