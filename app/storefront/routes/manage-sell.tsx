import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { chosenName } from "../../accounts/rules/chosen-name";
import { parseNewName, renameUser } from "../../accounts/use-cases/profile";
import { answerForm } from "../../http/answer-form";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { parseVersion, readImageChange, readImagesForm } from "../../products/http/product-form";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { keepForm } from "../../ui/keep-form";
import { unlessSamePage } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { SELL_PAGE_FORM, validateSellPage } from "../rules/sell-page-form";
import { SellPageForm } from "../ui/sell-page-form";
import { readSellPageEditor } from "../use-cases/read-sell-page-editor";
import { saveSellPage } from "../use-cases/save-sell-page";

/** Per account: each save can store two images of 5 MB. */
const SAVES = { limit: 60, windowMs: 10 * 60_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const editor = await readSellPageEditor(viewer, context.ports);
  return { editor, title: fixedT(request, "manage-sell")("title"), isPrivate: true };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid, displayName } = await requireViewer({ request, context });
  return answerForm(SELL_PAGE_FORM, { request, read: readImagesForm }, async (submitted) => {
    const { data, values } = submitted;
    await limitByAccount(context, uid, { name: "sell-page", ...SAVES });
    const replaces = parseVersion(data);
    const name = values.publicName === null ? null : parseNewName(values.publicName, "publicName");
    const validated = validateSellPage(values);
    if (!validated.ok) throw new Problem("invalid_input", validated.error);
    const [banner, logo] = await Promise.all([
      readImageChange(data, "banner"),
      readImageChange(data, "logo"),
    ]);
    await saveSellPage({ uid, replaces, content: validated.content, banner, logo }, context.ports);
    if (name !== null && name !== chosenName(displayName))
      await renameUser({ uid, name }, context.ports);
    return redirect(paths.manageSell, { headers: { "Set-Cookie": flash("pageSaved", context) } });
  });
}

/** Keeps what was typed where there is no answer. */
export const clientAction = keepForm();

export const shouldRevalidate = unlessSamePage;

export default function ManageSell() {
  const { t } = useTranslation("manage-sell");
  const { editor } = useLoaderData<typeof loader>();
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
        <SellPageForm key={editor.updatedAt} editor={editor} submitted={submitted} />
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => pageMeta(data, error);
