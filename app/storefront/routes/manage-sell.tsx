import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { chosenName } from "../../accounts/rules/chosen-name";
import { parseNewName, renameUser } from "../../accounts/use-cases/profile";
import { flash } from "../../http/flash";
import { formProblem } from "../../http/form-problem";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { readLimitedForm } from "../../products/http/limited-form";
import { IMAGES_LIMIT, parseVersion, readImageChange } from "../../products/http/product-form";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { unlessSamePage } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import {
  parseSellPageFields,
  type SellPageFields,
  validateSellPage,
} from "../rules/sell-page-form";
import { type RefusedPage, SellPageForm } from "../ui/sell-page-form";
import { readSellPageEditor } from "../use-cases/read-sell-page-editor";
import { saveSellPage } from "../use-cases/save-sell-page";

/** Per account: each save can store two images of 5 MB. */
const SAVES = { limit: 60, windowMs: 10 * 60_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const editor = await readSellPageEditor(viewer, context.ports);
  return { editor, title: (await fixedT(request, "manage-sell"))("title"), isPrivate: true };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid, displayName } = await requireViewer({ request, context });
  let fields: SellPageFields | null = null;
  try {
    const form = await readLimitedForm(request, IMAGES_LIMIT);
    fields = parseSellPageFields(form);
    await limitByAccount(context, uid, { name: "sell-page", ...SAVES });
    const replaces = parseVersion(form);
    const name = fields.publicName === null ? null : parseNewName(fields.publicName, "publicName");
    const validated = validateSellPage(fields);
    if (!validated.ok) throw new Problem("invalid_input", validated.error);
    const [banner, logo] = await Promise.all([
      readImageChange(form, "banner"),
      readImageChange(form, "logo"),
    ]);
    await saveSellPage({ uid, replaces, content: validated.content, banner, logo }, context.ports);
    if (name !== null && name !== chosenName(displayName))
      await renameUser({ uid, name }, context.ports);
    return redirect(paths.manageSell, { headers: { "Set-Cookie": flash("pageSaved", context) } });
  } catch (error) {
    return formProblem(error, request, { fields });
  }
}

/** Without an answer the form keeps what was typed, and nothing is loaded. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    // `fetch` rejects with a TypeError when there is no answer.
    if (!(error instanceof TypeError)) throw error;
    const unanswered: RefusedPage = { problem: null, values: { fields: null } };
    return Response.json(unanswered, { status: 503 });
  }
}

export const shouldRevalidate = unlessSamePage;

export default function ManageSell() {
  const { t } = useTranslation("manage-sell");
  const { editor } = useLoaderData<typeof loader>();
  const refused = useActionData() as RefusedPage | undefined;
  const submitted = useRef(false);
  const isPublic = editor.updatedAt > 0 || editor.products.some(({ isActive }) => isActive);
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1>{t("title")}</h1>
          <p className="mt-2 max-w-prose text-ink-2">{t("lead")}</p>
        </div>
        {isPublic && (
          <ButtonLink
            to={paths.sell(editor.seller.uid)}
            target="_blank"
            rel="noreferrer"
            variant="secondary"
            size="s"
          >
            {t("open")}
          </ButtonLink>
        )}
      </header>
      {editor.products.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
          <ButtonLink to={paths.newProduct}>{t("new")}</ButtonLink>
        </EmptyState>
      ) : (
        <SellPageForm
          key={editor.updatedAt}
          editor={editor}
          refused={refused ?? null}
          submitted={submitted}
        />
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
