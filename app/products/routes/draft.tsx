import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { readLoginMethods } from "../../accounts/use-cases/read-login-methods";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { formatPrice } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { readWorths } from "../../rates/http/worths";
import { Button } from "../../ui/button";
import { keepForm } from "../../ui/keep-form";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { saveDraftForm } from "../http/draft-forms";
import { type Saved, saveProductForm } from "../http/save-product-form";
import { withPlan } from "../http/seller";
import { mediaUrl } from "../rules/cover";
import { planTerms } from "../rules/plans";
import { EDIT_PRODUCT } from "../rules/product-fields";
import { preparedUploadsOf } from "../rules/release";
import { DraftUploads } from "../ui/draft-upload";
import { EditProductForm } from "../ui/edit-product-form";
import { PlanLine } from "../ui/plan-line";
import { readDraft, type StoredDraft } from "../use-cases/drafts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { uid } = viewer;
  const draft = await readDraft({ uid, productId: params.pid ?? "" }, context.ports);
  if (draft === "published") return redirect(paths.edit(params.pid ?? ""));
  const [{ plan }, methods] = await Promise.all([
    withPlan(viewer, context),
    readLoginMethods({ uid }, context.ports),
  ]);
  const { release, isWhole, keptUntil } = draft;
  const { rate, note: rateNote } = await readWorths({ request, context });
  return {
    rate,
    rateNote,
    heading: fixedT(request, "draft")("title"),
    product: shownProduct(draft),
    uploads: release ? preparedUploadsOf(release) : [],
    isWhole,
    keptUntil,
    plan,
    reauthBy: { cluster: context.ports.settings.cluster, methods },
  };
}

function shownProduct({ product, fields }: Pick<StoredDraft, "product" | "fields">) {
  const { id, title, updatedAt, coverMediaId, imageMediaId, priceLamports } = product;
  return {
    id,
    title,
    price: priceLamports > 0n || product.isFree ? formatPrice(product) : null,
    updatedAt,
    images: { cover: mediaUrl(coverMediaId), image: mediaUrl(imageMediaId) },
    fields,
  };
}

/** Saves the draft, and leads on to the question whether to publish it. */
export async function action(args: ActionFunctionArgs) {
  const { uid } = await requireViewer(args);
  const id = args.params.pid ?? "";
  const draft = await readDraft({ uid, productId: id }, args.context.ports);
  if (draft === "published") return redirect(paths.edit(id));
  const saved = (form: FormData): Saved =>
    form.get("intent") === "publish"
      ? { to: paths.publishDraft(id), toast: null, isDocument: true }
      : { to: paths.draft(id), toast: "draftSaved" };
  return draft.product.draftFields === null
    ? saveProductForm(args, draft.product, saved)
    : saveDraftForm(args, { uid, productId: id }, saved);
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm(EDIT_PRODUCT.name);

export default function DraftPage() {
  const { t } = useTranslation(["draft", "dashboard"]);
  const { heading, product, uploads, isWhole, keptUntil, plan, reauthBy } =
    useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-4">
          <h1>{heading}</h1>
          <div className="flex flex-wrap gap-x-4 gap-y-1 sm:ml-auto">
            <Link reloadDocument to={paths.deleteProduct(product.id)} className="link">
              {t("drafts.delete", { ns: "dashboard" })}
            </Link>
            <Link to={paths.dashboard} className="link">
              {t("back")}
            </Link>
          </div>
        </div>
        <p className="wrap-anywhere text-lg">
          <strong>{product.title || t("untitled")}</strong>,{" "}
          {product.price ? <Sol amount={product.price} /> : t("noPrice")}
        </p>
        <p className="text-ink-2">
          {t("lead")} {t("kept")} <LocalTime at={keptUntil} />.
        </p>
        <PlanLine plan={plan} />
      </header>
      {uploads.length > 0 && <DraftUploads uploads={uploads} isWhole={isWhole} />}
      <EditProductForm
        key={product.updatedAt}
        product={product}
        feeBps={planTerms(plan, useFeeBps()).feeBps}
        reauthBy={reauthBy}
        buttons={(saving) => <Buttons isWhole={isWhole} saving={saving} />}
      />
    </div>
  );
}

function Buttons({ isWhole, saving }: { isWhole: boolean; saving: boolean }) {
  const { t } = useTranslation("draft");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button type="submit" variant={isWhole ? "secondary" : "primary"} disabled={saving}>
        {t("save")}
      </Button>
      {isWhole ? (
        <Button type="submit" name="intent" value="publish" busy={saving}>
          {t("toPublish")}
        </Button>
      ) : (
        <p className="text-ink-2 text-sm">{t("notWhole")}</p>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);
