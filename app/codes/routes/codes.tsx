import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { keepForm } from "../../ui/keep-form";
import { Pager } from "../../ui/pager";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { codeLink } from "../http/code-link";
import { limitCodeWrites } from "../http/limit-code-writes";
import { CodeCard } from "../ui/code-card";
import { listCodes } from "../use-cases/list-codes";
import { disableCode, enableCode } from "../use-cases/switch-code";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const title = fixedT(request, "codes")("title");
  const page = Math.max(1, queryNumber(request, "page") ?? 1);
  const list = await listCodes({ uid, page }, context.ports);
  if (page > list.pages) throw redirect(offerPaths.codes);
  const codes = list.codes.map((code) => ({ ...code, link: linkOf(code) }));
  return { title, ...list, codes };

  /** Of a code for one product. */
  function linkOf({ name, products, product }: (typeof list.codes)[number]): string | null {
    const isOne = products === 1 && product;
    return isOne ? codeLink(product.id, { name }, context.ports.settings) : null;
  }
}

export const clientLoader = loadWithRetry;

const change = z.object({ id: z.string().min(1).max(64), intent: z.enum(["disable", "enable"]) });

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const wanted = change.safeParse(Object.fromEntries(await readForm(request))).data;
  if (!wanted) throw new Problem("invalid_input");
  const { id, intent } = wanted;
  const isEnd = intent === "disable";
  try {
    await limitCodeWrites(context, uid);
    await (isEnd ? disableCode : enableCode)({ uid, id }, context.ports);
  } catch (error) {
    if (error instanceof Problem && error.code === "not_found") throw error;
    return formProblem(error, request);
  }
  const done = flash(isEnd ? "codeDisabled" : "codeEnabled", context);
  return redirect(offerPaths.codes, { headers: { "Set-Cookie": done } });
}

/** Keeps the list where there is no answer. */
export const clientAction = keepForm();

function addressOf(page: number): string {
  return offerPaths.codes + query({ page: page === 1 ? null : page });
}

export default function CodesPage() {
  const { t } = useTranslation("codes");
  const { title, codes, page, pages } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1>{title}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("lead")}</p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <ButtonLink to={offerPaths.newCode}>{t("new")}</ButtonLink>
          <ButtonLink variant="secondary" to={paths.dashboard}>
            {t("back")}
          </ButtonLink>
          {codes.length > 0 && (
            <Link to={offerPaths.codesReport} reloadDocument download className="link text-sm">
              {t("csv")}
            </Link>
          )}
        </div>
      </header>
      <Alert>{problem?.message}</Alert>
      {codes.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="max-w-prose text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {codes.map((code) => (
            <CodeCard key={code.id} code={code} />
          ))}
        </ul>
      )}
      {pages > 1 && <Pager label={t("pages")} page={page} pages={pages} addressOf={addressOf} />}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
