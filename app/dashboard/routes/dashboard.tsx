import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash, type ToastKey } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { readTimeZone } from "../../http/time-zone";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { deleteDraft } from "../../orders/use-cases/delete-product";
import { setProductStatus } from "../../products/use-cases/edit-product";
import { readWorths } from "../../rates/http/worths";
import { Alert } from "../../ui/alert";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { SessionEnded } from "../../ui/session-ended";
import { useTranslation } from "../../ui/translation";
import { useTimeZone } from "../../ui/use-time-zone";
import { type DashboardPlace, mendedPath, placeIn } from "../rules/place";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { DashboardActions } from "../ui/dashboard-actions";
import { Figures } from "../ui/figures";
import { LatestOrders } from "../ui/latest-orders";
import { ProductTable } from "../ui/product-table";
import { SaleAnnouncement } from "../ui/sale-announcement";
import { SourcesCard } from "../ui/sources-card";
import { UnfinishedUploads } from "../ui/unfinished-uploads";
import { useLiveSales } from "../ui/use-live-sales";
import { PRODUCTS_PER_PAGE, readDashboard } from "../use-cases/read-dashboard";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { uid } = await requireViewer({ request, context });
  const title = fixedT(request, "dashboard")("title");
  const { searchParams } = new URL(request.url);
  const place = placeIn(searchParams);
  const confirmIds = searchParams.getAll("confirm").slice(0, PRODUCTS_PER_PAGE);
  const page = await readDashboard({ uid, place, confirmIds }, context.ports);
  const mended = mendedPath(searchParams, page.pages);
  if (mended) throw redirect(mended, { headers: { "Set-Cookie": flash("lastPage", context) } });
  const discarded = searchParams.get("discard");
  const discard = page.drafts.find(({ productId }) => productId === discarded) ?? null;
  const confirm = changeOf(page.confirm, searchParams.get("to"));
  const worths = await readWorths(args);
  const products = page.products.map((one) => ({ ...one, worth: worths.ofSol(one.price) }));
  const figures = { ...page.figures, worth: worths.ofSol(page.figures.revenue) };
  const shown = { products, figures, confirm, rateNote: worths.note };
  return { title, uid, ...page, ...shown, discard, place, timeZone: readTimeZone(args) };
}

/** The change to confirm, of the products that it changes; null for none. One product is turned round. */
function changeOf(products: readonly ConfirmedProduct[], to: string | null): Change | null {
  const turned = products[0]?.status === "active" ? "disabled" : "active";
  const status = to === "active" || to === "disabled" ? to : turned;
  const changed = products.filter((product) => product.status !== status);
  return changed.length > 0 ? { status, products: changed } : null;
}

export const clientLoader = loadWithRetry;

const change = z.union([
  z.object({
    productId: z.array(z.string().min(1).max(64)).min(1).max(PRODUCTS_PER_PAGE),
    status: z.enum(["active", "disabled"]),
  }),
  z.object({ draft: z.string().min(1).max(64) }),
]);

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const form = await readForm(request);
  const productId = form.getAll("productId");
  const parsed = change.safeParse({ ...Object.fromEntries(form), productId });
  if (!parsed.success) throw new Problem("invalid_input");
  const done = await apply(parsed.data, uid, context);
  const place = placeIn(new URL(request.url).searchParams);
  const headers = { "Set-Cookie": flash(done, context) };
  return redirect(paths.dashboard + query(place), { headers });
}

async function apply(
  wanted: z.infer<typeof change>,
  uid: string,
  { ports }: AppLoadContext,
): Promise<ToastKey> {
  if ("draft" in wanted) {
    await deleteDraft({ uid, productId: wanted.draft }, ports);
    return "draftDeleted";
  }
  const { productId: productIds, status } = wanted;
  await setProductStatus({ uid, productIds, status }, ports);
  if (productIds.length > 1) return status === "active" ? "productsActivated" : "productsDisabled";
  return status === "active" ? "productActivated" : "productDisabled";
}

export default function Dashboard() {
  const { t } = useTranslation("dashboard");
  const page = useLoaderData<typeof loader>();
  const { hasProducts, figures, onSale, latest, drafts, place, timeZone } = page;
  const { arrived, isSignedOut } = useLiveSales(page);
  useTimeZone(timeZone);
  const shownFigures = <Figures period={page.period} onSale={onSale} place={place} {...figures} />;
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1>{t("title")}</h1>
          <p className="mt-1 break-all font-mono text-ink-2 text-sm">
            {t("uid")} {page.uid}
          </p>
        </div>
        <DashboardActions {...page} />
      </header>
      {isSignedOut && <SessionEnded to={paths.dashboard + query(place)} />}
      <SaleAnnouncement sales={arrived} />
      <ReviewBanner {...page} />
      {page.codes && <CodesLine {...page.codes} />}
      {drafts.length > 0 && <UnfinishedUploads {...page} />}
      {hasProducts ? (
        <div className="grid gap-6 md:grid-cols-2 nav:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)_minmax(0,0.8fr)]">
          <div className="grid md:max-nav:col-span-full">{shownFigures}</div>
          <LatestOrders orders={latest} arrived={arrived} timeZone={timeZone} />
          <SourcesCard period={page.period} {...page.sources} />
        </div>
      ) : (
        shownFigures
      )}
      {hasProducts ? <ProductTable {...page} /> : <EmptyDashboard />}
      <Confirmation {...page} />
    </div>
  );
}

interface ConfirmedProduct {
  id: string;
  title: string;
  status: "active" | "disabled";
}

interface Change {
  status: "active" | "disabled";
  products: ConfirmedProduct[];
}

interface ConfirmationProps {
  confirm: Change | null;
  discard: { productId: string; title: string } | null;
  place: DashboardPlace;
}

function Confirmation({ confirm, discard, place }: ConfirmationProps) {
  const { t } = useTranslation("dashboard");
  if (discard) {
    return (
      <ConfirmDialog
        key={discard.productId}
        title={t("confirm.discard")}
        text={t("confirm.discardText", { title: discard.title || t("drafts.untitled") })}
        fields={[["draft", discard.productId]]}
        place={place}
      />
    );
  }
  if (!confirm) return null;
  const { status, products } = confirm;
  const [first, ...others] = products;
  const change = status === "active" ? "activate" : "disable";
  const ids = products.map(({ id }) => ["productId", id] as const);
  const words =
    others.length > 0
      ? {
          title: t(`confirm.${change}Several`, { count: products.length }),
          text: t(`confirm.${change}SeveralText`),
          titles: products.map(({ title }) => title),
        }
      : {
          title: t(`confirm.${change}`),
          text: t(`confirm.${change}Text`, { title: first?.title }),
        };
  return (
    <ConfirmDialog
      key={ids.join()}
      {...words}
      fields={[...ids, ["status", status]]}
      place={place}
    />
  );
}

interface BannerProps {
  toReview: number;
  withdrawals: number;
  hasProducts: boolean;
}

/** What waits for the seller's decision. */
function ReviewBanner({ toReview, withdrawals, hasProducts }: BannerProps) {
  const { t } = useTranslation("review");
  if (toReview + withdrawals === 0)
    return hasProducts ? <p className="text-ink-2 text-sm">✓ {t("nothing")}</p> : null;
  return (
    <Alert tone="warn">
      <Link to={paths.review} className="font-semibold">
        {[
          toReview > 0 && t("toReview", { count: toReview }),
          withdrawals > 0 && t("withdrawal.toDecide", { count: withdrawals }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Link>
    </Alert>
  );
}

/** Live codes, and their uses in 30 days. */
function CodesLine({ live, uses }: { live: number; uses: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <p className="text-sm">
      <Link to={offerPaths.codes} className="link">
        {[t("codes.live", { count: live }), t("codes.uses", { count: uses })].join(" · ")}
      </Link>
    </p>
  );
}

function EmptyDashboard() {
  const { t } = useTranslation("dashboard");
  return (
    <EmptyState title={t("empty")}>
      <p className="text-ink-2">{t("emptyHint")}</p>
    </EmptyState>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
