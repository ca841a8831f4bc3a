import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
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
import { readWorths } from "../../rates/http/worths";
import { useTranslation } from "../../ui/translation";
import { useFeeBps } from "../../ui/use-fee-bps";
import { readSmallFileForm } from "../http/limited-form";
import { parseFocus, parseTerms, readImageUpload, readShareImage } from "../http/product-form";
import { withPlan } from "../http/seller";
import { shareOf } from "../http/share";
import { planTerms } from "../rules/plans";
import { NEW_PRODUCT } from "../rules/product-fields";
import { DraftCards } from "../ui/draft-cards";
import { NewProductForm } from "../ui/new-product-form";
import { PlanLine } from "../ui/plan-line";
import { PublishedCard } from "../ui/published-card";
import { listDrafts } from "../use-cases/drafts";
import { ownProduct } from "../use-cases/ownership";
import { readSourceNames } from "../use-cases/source-names";
import { publishSmallFiles } from "../use-cases/start-product";
import { suggestPayout } from "../use-cases/suggest-payout";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { uid, wallet } = viewer;
  const title = fixedT(request, "publish")("title");
  const { searchParams } = new URL(request.url);
  const productId = searchParams.get("published");
  if (productId) {
    const product = await ownProduct({ uid, productId }, context.ports);
    const names = await readSourceNames({ uid }, context.ports);
    const published = { id: product.id, title: product.title, names };
    return { title, published: { ...published, ...shareOf(product, context.ports.settings) } };
  }
  const [{ plan }, drafts, methods, asksName, recipient] = await Promise.all([
    withPlan(viewer, context),
    listDrafts({ uid }, context.ports),
    readLoginMethods({ uid }, context.ports),
    asksForPublicName(viewer, context.ports),
    suggestPayout({ uid }, context.ports),
  ]);
  const reauthBy = { cluster: context.ports.settings.cluster, methods };
  const { rate, note: rateNote } = await readWorths({ request, context });
  const money = { rate, rateNote };
  const form = { uid, recipient, hasWallet: wallet !== null, plan, asksName, reauthBy, ...money };
  return { title, published: null, ...form, drafts };
}

/** Without script: the form includes the files. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await requireViewer(args);
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
  const { t } = useTranslation("publish");
  const data = useLoaderData<typeof loader>();
  const commission = useFeeBps();
  if (data.published) return <PublishedCard product={data.published} />;
  const { feeBps, maxFileBytes } = planTerms(data.plan, commission);
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="mt-2 mb-3 text-ink-2">{t("lead")}</p>
        <PlanLine plan={data.plan} />
      </header>
      <DraftCards drafts={data.drafts} />
      <NewProductForm
        uid={data.uid}
        recipient={data.recipient}
        hasWallet={data.hasWallet}
        feeBps={feeBps}
        maxFileBytes={maxFileBytes}
        asksName={data.asksName}
        reauthBy={data.reauthBy}
      />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
