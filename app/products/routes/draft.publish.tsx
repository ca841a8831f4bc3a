import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect, redirectDocument } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { formatPrice, formatSol } from "../../lib/lamports";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { profilePaths } from "../../lib/profile-paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { publishShownDraft } from "../http/draft-forms";
import { parseVersion } from "../http/product-form";
import { withPlan } from "../http/seller";
import { draftForm } from "../rules/draft";
import { validateProduct } from "../rules/product-form";
import { readDraft } from "../use-cases/drafts";

export const handle = { script: false };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  const draft = await readDraft({ uid, productId }, context.ports);
  if (draft === "published") return redirect(paths.edit(productId));
  const { product, fields, release, isWhole } = draft;
  const { title, recipient, saleType, saleLimit, updatedAt } = product;
  const price = formatPrice(product);
  const { suggestedLamports } = product;
  const suggested = suggestedLamports === null ? null : formatSol(suggestedLamports);
  const files = (release?.files ?? []).map(({ name, sizeBytes }) => ({ name, sizeBytes }));
  const checked = validateProduct(fields, files.length > 0);
  const missing = checked.ok ? null : fixedT(request, "refusals")(checked.error.messageKey);
  const heading = fixedT(request, "page-draft")("title");
  const shown = { title, price, suggested, recipient, saleType, saleLimit, updatedAt, files };
  return { heading, productId, isWhole, missing, draft: shown };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const productId = params.pid ?? "";
  try {
    const updatedAt = parseVersion(await readForm(request));
    const seller = await withPlan(viewer, context);
    await publishShownDraft({ seller, productId, updatedAt }, context);
    return redirectDocument(paths.newProduct + query({ published: productId }));
  } catch (error) {
    if (error instanceof Problem && error.code === "proof_needed")
      return redirectDocument(
        profilePaths.reauthenticate + query({ to: paths.publishDraft(productId) }),
      );
    return formProblem(error, request);
  }
}

/** Names what is about to be put on sale, and asks. */
export default function PublishDraft() {
  const { t } = useTranslation("page-draft");
  const { heading, productId, isWhole, missing, draft } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <header className="grid gap-3">
        <h1>{heading}</h1>
        <p className="text-ink-2 text-lg">{t("lead")}</p>
      </header>
      <Card className="grid gap-5">
        {missing === null && <DraftTerms draft={draft} />}
        <Alert>{problem?.message}</Alert>
        {missing !== null ? (
          <p>
            {t("incomplete")} {missing}
          </p>
        ) : isWhole ? (
          <Form method="post" className="justify-self-start">
            <input type="hidden" name="updatedAt" value={draft.updatedAt} />
            <Button type="submit">{t("submit")}</Button>
          </Form>
        ) : (
          <p>{t("notWhole")}</p>
        )}
      </Card>
      <p>
        <a href={draftForm(productId)} className="link text-ink-2">
          {t("back")}
        </a>
      </p>
    </div>
  );
}

interface Terms {
  title: string;
  /** As `formatPrice` writes it. */
  price: string;
  /** SOL as decimal text; null without a suggestion. */
  suggested: string | null;
  recipient: string;
  saleType: "unique" | "limited" | "infinite";
  saleLimit: number | null;
  files: { name: string; sizeBytes: number }[];
}

function DraftTerms({ draft }: { draft: Terms }) {
  const { t } = useTranslation("page-draft");
  const { t: dashboard } = useTranslation("dashboard");
  const format = useFormat();
  const { title, price, suggested, recipient, saleType, saleLimit, files } = draft;
  return (
    <>
      <h2 className="wrap-anywhere text-xl">{title}</h2>
      <dl className="grid gap-4">
        <Term name={t("price")}>
          <Sol amount={price} className="font-bold font-display text-2xl" />
        </Term>
        {suggested && (
          <Term name={t("suggested")}>
            <Sol amount={suggested} />
          </Term>
        )}
        <Term name={t("wallet")}>
          <span className="break-all font-mono text-sm">{recipient}</span>
        </Term>
        <Term name={t("saleType")}>{dashboard(`saleTypes.${saleType}`, { limit: saleLimit })}</Term>
        <Term name={t("file", { count: files.length })}>
          {files.map(({ name, sizeBytes }) => (
            <span key={name} className="wrap-anywhere block">
              {name}, {format.size(sizeBytes)}
            </span>
          ))}
        </Term>
      </dl>
    </>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-2 text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);
