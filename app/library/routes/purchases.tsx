import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { textOf } from "../../lib/form";
import { paths, query } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { showKeys } from "../../licences/use-cases/give-keys";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { PageError } from "../../ui/page-error";
import { toast } from "../../ui/toast";
import { useTranslation } from "../../ui/translation";
import { LibraryItem } from "../ui/library-item";
import { readLibrary } from "../use-cases/read-library";
import { removeGrant } from "../use-cases/remove-grant";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const before = queryNumber(request, "before");
  const page = await readLibrary({ uid, before }, context.ports);
  const licensed = page.entries.filter(({ isLicensed }) => isLicensed);
  const licences = await showKeys(licensed, context.ports);
  const provesPurchases = await context.ports.statements.canSign();
  const t = fixedT(request, "library");
  return { ...page, licences, provesPurchases, title: t("title") };
}

/** Removes what was free. Pressed twice, it is gone as well. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const id = textOf(await readForm(request), "grant");
  try {
    await removeGrant({ id, uid }, context.ports);
  } catch (error) {
    if (!(error instanceof Problem && error.code === "not_found")) throw error;
  }
  return redirect(paths.purchases, { headers: { "Set-Cookie": flash("freeRemoved", context) } });
}

export default function Purchases() {
  const { t } = useTranslation("library");
  const { entries, licences, next, provesPurchases } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t("title")}</h1>
      <p className="mt-2 mb-8 text-ink-2">{t("lead")}</p>
      {entries.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
          <ButtonLink to={paths.shop} reloadDocument>
            {t("toShop")}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 md:grid-cols-3">
          {entries.map((entry) => (
            <LibraryItem
              key={entry.orderId}
              entry={entry}
              licence={licences.find(
                ({ orderId, productId }) =>
                  orderId === entry.orderId && productId === entry.productId,
              )}
              provesPurchases={provesPurchases}
            />
          ))}
        </ul>
      )}
      <p className="mt-8 flex min-h-11 justify-center">
        {next !== null && (
          <Link to={paths.purchases + query({ before: next })} className="link">
            {t("older")}
          </Link>
        )}
      </p>
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title }, error);

export function ErrorBoundary() {
  const { t } = useTranslation("library");
  const message = t("loadFailed");
  useEffect(() => toast(message), [message]);
  return <PageError title={message} elsewhere={{ to: paths.shop, text: t("toShop") }} />;
}
