import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { reauthenticateWithPassword } from "../../accounts/http/reauthenticate-with-password";
import { readLoginMethods } from "../../accounts/use-cases/read-login-methods";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/card";
import { keepForm } from "../../ui/keep-form";
import { useTranslation } from "../../ui/translation";
import { readLimitedForm } from "../http/limited-form";
import {
  IMAGES_LIMIT,
  parseFocus,
  parseTerms,
  parseVersion,
  readImageChange,
  readShareImage,
} from "../http/product-form";
import { replaceFileForm } from "../http/replace-file-form";
import { withCurrentPlan } from "../http/seller";
import { shareOf } from "../http/share";
import { mediaUrl } from "../rules/cover";
import { effectivePlan } from "../rules/plans";
import { listingStatusOf } from "../rules/product";
import { parseFormFields, toFormFields } from "../rules/product-form";
import { EditProductForm } from "../ui/edit-product-form";
import { FileSection } from "../ui/file-section";
import { PlanLine } from "../ui/plan-line";
import { ProductLinks } from "../ui/product-links";
import { ShareBlock } from "../ui/share-block";
import { StatusBadge } from "../ui/status-badge";
import { editProduct } from "../use-cases/edit-product";
import { readFileVersions } from "../use-cases/file-versions";
import { ownProduct } from "../use-cases/ownership";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { settings } = context.ports;
  const viewer = await requireViewer({ request, context });
  const { uid } = viewer;
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, status, updatedAt } = product;
  const [{ plan }, methods, file] = await Promise.all([
    withCurrentPlan(viewer, context),
    readLoginMethods({ uid }, context.ports),
    readFileVersions(product, context.ports),
  ]);
  const { coverMediaId, imageMediaId } = product;
  const images = { cover: mediaUrl(coverMediaId), image: mediaUrl(imageMediaId) };
  return {
    title: (await fixedT(request, "publish"))("edit.title"),
    product: { id, status, updatedAt, images, fields: toFormFields(product) },
    listing: listingStatusOf(product),
    share: shareOf(product, settings),
    file,
    plan,
    reauthBy: { cluster: settings.cluster, methods },
  };
}

export async function action(args: ActionFunctionArgs) {
  const isFile = new URL(args.request.url).searchParams.get("change") === "file";
  return isFile ? replaceFileForm(args) : saveProductForm(args);
}

async function saveProductForm({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  const product = await ownProduct({ uid, productId }, context.ports);
  let [fields, updatedAt] = [toFormFields(product), product.updatedAt];
  try {
    const form = await readLimitedForm(request, IMAGES_LIMIT);
    [fields, updatedAt] = [parseFormFields(form), parseVersion(form)];
    const terms = parseTerms(fields, true);
    const password = form.get("password");
    if (password) await reauthenticateWithPassword(String(password), { request, context });
    const seller = await withCurrentPlan(await requireViewer({ request, context }), context);
    const [cover, image, shareImage] = await Promise.all([
      readImageChange(form, "cover"),
      readImageChange(form, "image"),
      readShareImage(form),
    ]);
    const focus = parseFocus(fields);
    const edit = { productId, updatedAt, terms, cover, image, focus, shareImage };
    await editProduct({ seller, ...edit }, context.ports);
    const headers = { "Set-Cookie": flash("productSaved", context) };
    return redirect(paths.edit(productId), { headers });
  } catch (error) {
    return formProblem(error, request, { form: "product" as const, fields, updatedAt });
  }
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm({ form: "product" });

export default function EditProduct() {
  const { t } = useTranslation("publish");
  const { product, listing, share, file, plan, reauthBy } = useLoaderData<typeof loader>();
  const { values, problem } = useActionData<typeof action>() ?? {};
  const { feeBps, maxFileBytes } = effectivePlan(plan);
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <header className="flex flex-wrap items-center gap-4">
        <h1>{t("edit.title")}</h1>
        <StatusBadge status={listing} />
        <div className="flex flex-wrap gap-x-4 gap-y-1 sm:ml-auto">
          <Link reloadDocument to={paths.preview(product.id)} className="link">
            {t("edit.preview")}
          </Link>
          <ProductLinks {...product} />
          <Link to={paths.dashboard} className="link">
            {t("edit.back")}
          </Link>
        </div>
      </header>
      <Card>
        <ShareBlock id={product.id} link={share.link} qr={share.qr} payQr={share.payQr} />
      </Card>
      <PlanLine plan={plan} />
      <EditProductForm
        key={product.updatedAt}
        product={product}
        typed={values?.form === "product" ? values : null}
        refusal={values?.form === "product" && problem ? problem : null}
        feeBps={feeBps}
        reauthBy={reauthBy}
      />
      <FileSection
        productId={product.id}
        file={file}
        maxFileBytes={maxFileBytes}
        rejected={values?.form === "file" && problem ? { error: problem, note: values.note } : null}
      />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
