import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { readLoginMethods } from "../../accounts/use-cases/read-login-methods";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { readWorths } from "../../rates/http/worths";
import { Card } from "../../ui/card";
import { keepForm } from "../../ui/keep-form";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { editLinks } from "../http/edit-links";
import { replaceFileForm } from "../http/replace-file-form";
import { saveProductForm } from "../http/save-product-form";
import { publicNameOf, withPlan } from "../http/seller";
import { shareOf } from "../http/share";
import { mediaUrl } from "../rules/cover";
import { planTerms } from "../rules/plans";
import { listingStatusOf } from "../rules/product";
import { EDIT_PRODUCT } from "../rules/product-fields";
import { toFormFields } from "../rules/product-form";
import { EditProductForm } from "../ui/edit-product-form";
import { PlanLine } from "../ui/plan-line";
import { ReleaseSection } from "../ui/release-section";
import { ShareBlock } from "../ui/share-block";
import { StatusBadge } from "../ui/status-badge";
import { ownProduct } from "../use-cases/ownership";
import { readPresentation } from "../use-cases/read-presentation";
import { readReleases } from "../use-cases/read-releases";
import { readSourceNames } from "../use-cases/source-names";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { settings } = context.ports;
  const viewer = await requireViewer({ request, context });
  const { uid } = viewer;
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, status, updatedAt, sold, bundleSize } = product;
  const [{ plan }, methods, releases, names, presentation] = await Promise.all([
    withPlan(viewer, context),
    readLoginMethods({ uid }, context.ports),
    bundleSize > 0 ? null : readReleases(product, context.ports),
    readSourceNames({ uid }, context.ports),
    readPresentation({ productId: id }, context.ports),
  ]);
  const images = { cover: mediaUrl(product.coverMediaId) };
  const { rate, note: rateNote } = await readWorths({ request, context });
  return {
    rate,
    rateNote,
    title: fixedT(request, "publish")("edit.title"),
    product: { id, status, updatedAt, sold, images, presentation, fields: toFormFields(product) },
    links: editLinks(product, request),
    listing: listingStatusOf(product),
    share: shareOf(product, settings),
    names,
    releases,
    plan,
    reauthBy: { cluster: settings.cluster, methods },
    seller: publicNameOf(viewer, request),
  };
}

export async function action(args: ActionFunctionArgs) {
  const isFile = new URL(args.request.url).searchParams.get("change") === "file";
  if (isFile) return replaceFileForm(args);
  const { uid } = await requireViewer(args);
  const product = await ownProduct({ uid, productId: args.params.pid ?? "" }, args.context.ports);
  return saveProductForm(args, product, () => ({
    to: paths.edit(product.id),
    toast: "productSaved",
  }));
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm(EDIT_PRODUCT.name);

export default function EditProduct() {
  const { t } = useTranslation("publish");
  const { product, links, listing, share, names, releases, plan, reauthBy, seller } =
    useLoaderData<typeof loader>();
  const { feeBps, maxFileBytes } = planTerms(plan, useFeeBps());
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-center gap-4">
        <h1>{t("edit.title")}</h1>
        <StatusBadge status={listing} />
        <div className="flex flex-wrap gap-x-4 gap-y-1 sm:ml-auto">
          {links.map(({ to, text, isDocument }) => (
            <Link key={to} reloadDocument={isDocument} to={to} className="link">
              {text}
            </Link>
          ))}
        </div>
      </header>
      <Card>
        <ShareBlock id={product.id} names={names} {...share} />
      </Card>
      <PlanLine plan={plan} />
      <EditProductForm
        key={product.updatedAt}
        product={product}
        files={releases?.current?.files ?? NO_FILES}
        seller={seller}
        feeBps={feeBps}
        reauthBy={reauthBy}
        above={
          releases && (
            <ReleaseSection
              productId={product.id}
              releases={releases}
              maxFileBytes={maxFileBytes}
            />
          )
        }
      />
    </div>
  );
}

const NO_FILES: { name: string; sizeBytes: number }[] = [];

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
