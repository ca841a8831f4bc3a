import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import {
  Link,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { reauthenticateWithPassword } from "../../accounts/http/reauthenticate-with-password";
import {
  asksForPublicName,
  parsePublicName,
  savePublicName,
} from "../../accounts/use-cases/profile";
import { readLoginMethods } from "../../accounts/use-cases/read-login-methods";
import { answerForm } from "../../http/answer-form";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { requireViewer } from "../../http/viewer";
import { chosenFiles, textOf } from "../../lib/form";
import { paths, query } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import { readWorths } from "../../rates/http/worths";
import { fromPart } from "../../ui/from-part";
import { LocalTime } from "../../ui/local-time";
import { usePart } from "../../ui/part";
import { PartBoundary } from "../../ui/part-boundary";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { saveDraftForm } from "../http/draft-forms";
import { editableDraft } from "../http/editable-draft";
import { readSmallFileForm } from "../http/limited-form";
import { parseFocus, parseTerms, readImageUpload, readShareImage } from "../http/product-form";
import { publicNameOf, withPlan } from "../http/seller";
import { shareOf } from "../http/share";
import { draftForm } from "../rules/draft";
import { planTerms } from "../rules/plans";
import { NEW_PRODUCT } from "../rules/product-fields";
import { draftCardsPart } from "../ui/draft-cards-part";
import { DraftEditor } from "../ui/draft-editor";
import { PlanLine } from "../ui/plan-line";
import type { PublishedProps } from "../ui/published-card";
import { publishedPart } from "../ui/published-part";
import { listDrafts, readDraft } from "../use-cases/drafts";
import { ownProduct } from "../use-cases/ownership";
import { readSourceNames } from "../use-cases/source-names";
import { publishSmallFiles } from "../use-cases/start-product";
import { suggestPayout } from "../use-cases/suggest-payout";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { uid, wallet } = viewer;
  const title = fixedT(request, "publish")("title");
  const { searchParams } = new URL(request.url);
  const publishedId = searchParams.get("published");
  if (publishedId)
    return { title, published: await publishedProduct(publishedId, viewer, context) };
  const productId = searchParams.get("draft") ?? "";
  const stored = productId !== "" ? await readDraft({ uid, productId }, context.ports) : null;
  if (stored === "published") return redirect(paths.edit(productId));
  const [{ plan }, draft, drafts, methods, asksName, recipient] = await Promise.all([
    withPlan(viewer, context),
    stored && editableDraft(stored, context.ports),
    stored ? [] : listDrafts({ uid }, context.ports),
    readLoginMethods({ uid }, context.ports),
    asksForPublicName(viewer, context.ports),
    suggestPayout({ uid }, context.ports),
  ]);
  const reauthBy = { cluster: context.ports.settings.cluster, methods };
  const { rate, note: rateNote } = await readWorths({ request, context });
  const money = { rate, rateNote };
  const seller = publicNameOf(viewer, request);
  const theirs = { uid, seller, hasWallet: wallet !== null, plan, asksName };
  const form = { ...theirs, recipient, reauthBy, ...money };
  return { title, published: null, ...form, drafts, draft };
}

/** What of a published product its seller shares. */
async function publishedProduct(
  productId: string,
  { uid }: { uid: string },
  { ports }: AppLoadContext,
) {
  const product = await ownProduct({ uid, productId }, ports);
  const names = await readSourceNames({ uid }, ports);
  return { id: product.id, title: product.title, names, ...shareOf(product, ports.settings) };
}

/** Without script: the form of a new product includes the files, that of a draft is saved. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await requireViewer(args);
  const productId = new URL(request.url).searchParams.get("draft");
  if (productId) return saveDraftForm(args, { uid: viewer.uid, productId });
  const read = () => readSmallFileForm(args, viewer);
  return answerForm(NEW_PRODUCT, { request, read }, async ({ data, values }) => {
    const name = parsePublicName(values.publicName);
    const files = chosenFiles(data, "file");
    const terms = parseTerms(values, files.length > 0);
    const password = textOf(data, "password");
    if (password) await reauthenticateWithPassword(password, args);
    // Re-authenticated since, perhaps.
    const seller = await withPlan(await requireViewer(args), context);
    const [cover, image, shareImage] = await Promise.all([
      readImageUpload(data, "cover"),
      readImageUpload(data, "image"),
      readShareImage(data),
    ]);
    const focus = parseFocus(values);
    const product = { seller, terms, cover, image, focus, shareImage, files };
    const { productId } = await publishSmallFiles(product, context.ports);
    await savePublicName(seller, name, context.ports);
    return redirect(paths.newProduct + query({ published: productId }));
  });
}

export default function NewProduct() {
  const data = useLoaderData<typeof loader>();
  const begun = useBegunDraft(data.published ? null : (data.draft?.productId ?? null));
  if (data.published) {
    return (
      <PartBoundary part={publishedPart}>
        <Published product={data.published} />
      </PartBoundary>
    );
  }
  return (
    <NewProductPage key={begun.page} data={data} draftId={begun.productId} onBegun={begun.begin} />
  );
}

function Published(props: PublishedProps) {
  const { PublishedCard } = usePart(publishedPart);
  return <PublishedCard {...props} />;
}

type FormData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { published: null }>;

interface PageProps {
  data: FormData;
  /** Null until something is saved. */
  draftId: string | null;
  onBegun(productId: string): void;
}

function NewProductPage({ data, draftId, onBegun }: PageProps) {
  const { t } = useTranslation(["publish", "draft", "dashboard"]);
  const commission = useFeeBps();
  // The page stays as it is once the draft is begun.
  const [{ drafts, draft }] = useState(data);
  const { feeBps, maxFileBytes } = planTerms(data.plan, commission);
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center gap-4">
          <h1>{t("title")}</h1>
          <div className="flex flex-wrap gap-x-4 gap-y-1 sm:ml-auto">
            {draftId && (
              <Link reloadDocument to={toolPaths.deleteProduct(draftId)} className="link">
                {t("dashboard:drafts.delete")}
              </Link>
            )}
            <Link to={paths.dashboard} className="link">
              {t("draft:back")}
            </Link>
          </div>
        </div>
        <p className="text-ink-2">
          {draft ? (
            <>
              {t("draft:lead")} {t("draft:kept")} <LocalTime at={draft.keptUntil} />.
            </>
          ) : (
            t("lead")
          )}
        </p>
        <PlanLine plan={data.plan} />
      </header>
      {drafts.length > 0 && <Drafts drafts={drafts} />}
      <DraftEditor {...data} {...{ draft, feeBps, maxFileBytes, onBegun }} />
    </div>
  );
}

const Drafts = fromPart(draftCardsPart, ({ DraftCards }) => DraftCards);

/** The draft whose address the page is about to get. */
let beginning: string | null = null;

/** A form that becomes that of its draft has all that the server could tell, also once the session has ended. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const draft = change.nextUrl.searchParams.get("draft");
  return (draft === null || draft !== beginning) && change.defaultShouldRevalidate;
};

/** The draft of the page. One that was begun on it gets its address, and the page stays the same. */
function useBegunDraft(loaded: string | null) {
  const navigate = useNavigate();
  const address = new URLSearchParams(useLocation().search).get("draft");
  const [begun, setBegun] = useState<string | null>(null);
  const productId = loaded ?? (address === begun ? begun : null);
  const [shown, setShown] = useState({ productId, page: 0 });
  if (shown.productId !== productId) {
    const isSame = shown.productId === null && productId === begun;
    setShown({ productId, page: isSame ? shown.page : shown.page + 1 });
  }
  useEffect(() => {
    if (address === beginning) beginning = null;
  }, [address]);
  function begin(id: string) {
    beginning = id;
    setBegun(id);
    const options = { replace: true, preventScrollReset: true };
    navigate(draftForm(id), options);
  }
  return { page: shown.page, productId, begin };
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
