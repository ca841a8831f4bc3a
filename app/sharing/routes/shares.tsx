import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { flash } from "../../http/flash";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { explorerLink } from "../../solana/explorer";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { Sol } from "../../ui/sol";
import { Stat, StatRow } from "../../ui/stat";
import { useTranslation } from "../../ui/translation";
import { ChangeList } from "../ui/change-list";
import { OwnShares } from "../ui/own-shares";
import { ShareTable } from "../ui/share-table";
import { usePersonName } from "../ui/use-person-name";
import { leaveProduct } from "../use-cases/change-authors";
import { readShares } from "../use-cases/read-shares";

export const handle = { script: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const page = await readShares({ uid }, context.ports);
  const { cluster } = context.ports.settings;
  const sales = page.sales.map((sale) => ({
    ...sale,
    explorer: sale.signature && explorerLink(sale.signature, cluster),
  }));
  return { title: fixedT(request, "shares")("title"), ...page, sales };
}

const leaving = z.object({ intent: z.literal("leave"), productId: z.string().min(1).max(64) });

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const asked = leaving.safeParse(Object.fromEntries(await readForm(request)));
  if (!asked.success) throw new Problem("invalid_input");
  await leaveProduct({ uid, productId: asked.data.productId }, context.ports);
  return redirect(offerPaths.shares, { headers: { "Set-Cookie": flash("shareLeft", context) } });
}

export default function Shares() {
  const { t } = useTranslation("shares");
  const { t: change } = useTranslation("authorChanges");
  const { title, shares, changes, sales, isCut } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-8">
      <header className="grid justify-items-start gap-2">
        <h1>{title}</h1>
        <p className="max-w-prose text-ink-2">{t("lead")}</p>
        <a href={paths.dashboard} className="link">
          {t("back")}
        </a>
      </header>
      <Totals />
      <Card className="grid gap-4">
        <h2 className="text-xl">{t("products")}</h2>
        <OwnShares shares={shares} />
      </Card>
      <section aria-labelledby="sales" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="sales">{t("sales")}</h2>
          {sales.length > 0 && (
            <ButtonLink variant="secondary" size="s" to={offerPaths.sharesReport} reloadDocument>
              {t("report")}
            </ButtonLink>
          )}
        </div>
        <ShareTable sales={sales} />
        {isCut && <p className="text-ink-2 text-sm">{t("cut")}</p>}
      </section>
      <Card className="grid gap-4">
        <h2 className="text-xl">{change("title")}</h2>
        <ChangeList changes={changes} />
      </Card>
    </div>
  );
}

/** What was received, is owed and by whom, and was taken off. */
function Totals() {
  const { t } = useTranslation("shares");
  const nameOf = usePersonName();
  const { totals, owedBy } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <StatRow>
        <Stat name={t("received")}>
          <Sol amount={totals.received} />
        </Stat>
        <Stat name={t("owed")}>
          <Sol amount={totals.owed} />
        </Stat>
        <Stat name={t("withheld")}>
          <Sol amount={totals.withheld} />
        </Stat>
      </StatRow>
      {totals.dueBack !== "0" && <p>{t("dueBack", { amount: totals.dueBack })}</p>}
      {owedBy.length > 0 && (
        <Card className="grid gap-3">
          <h2 className="text-xl">{t("owedBy")}</h2>
          <p className="text-ink-2 text-sm">{t("owedText")}</p>
          <ul className="grid gap-2">
            {owedBy.map(({ sellerUid, seller, owed }) => (
              <li key={sellerUid} className="flex flex-wrap gap-x-4">
                <span className="wrap-anywhere">{nameOf(seller)}</span>
                <Sol amount={owed} className="font-semibold" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta(data && { title: data.title, isPrivate: true });
