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
import { limitByAccount } from "../../http/rate-limit";
import { readForm } from "../../http/read-form";
import { requireViewer } from "../../http/viewer";
import { formatSol } from "../../lib/lamports";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { Problem } from "../../lib/problem";
import { ButtonLink } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { loadWithRetry } from "../../ui/revalidation";
import { useTranslation } from "../../ui/translation";
import { affiliateLink } from "../http/affiliate-link";
import { nameOfMember } from "../http/names";
import { percentOf } from "../rules/affiliate";
import { RecommendedList } from "../ui/recommended-list";
import { RecommendedSales } from "../ui/recommended-sales";
import { leaveRecommendations, readRecommendations } from "../use-cases/recommendations";

/** Per account: a person leaves some products now and then. */
const RATE_LIMIT = { name: "affiliate", limit: 200, windowMs: 3_600_000 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid, wallet } = await requireViewer({ request, context });
  const { products, entries } = await readRecommendations({ uid }, context.ports);
  return {
    title: fixedT(request, "affiliate")("title"),
    hasWallet: wallet !== null,
    products: products.map(({ bps, code, sellerUid, sellerName, received, dueBack, ...one }) => ({
      ...one,
      percent: bps === null ? null : percentOf(bps),
      link: affiliateLink({ code, productId: one.productId }, context.ports.settings),
      seller: {
        uid: sellerUid,
        name: nameOfMember({ uid: sellerUid, displayName: sellerName }, request),
      },
      received: formatSol(received),
      dueBack: dueBack > 0n ? formatSol(dueBack) : null,
    })),
    entries: entries.map(({ orderId, title, kind, lamports, signature, at }) => {
      return { orderId, title, kind, amount: formatSol(lamports), signature, at };
    }),
  };
}

export const clientLoader = loadWithRetry;

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("leave"), productId: z.string().max(64) }),
  z.object({ intent: z.literal("leave-all") }),
]);

export async function action({ request, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  await limitByAccount(context, uid, RATE_LIMIT);
  const form = await readForm(request);
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw new Problem("invalid_input");
  const productId = parsed.data.intent === "leave" ? parsed.data.productId : null;
  await leaveRecommendations({ uid, productId }, context.ports);
  return redirect(offerPaths.affiliate, {
    headers: { "Set-Cookie": flash("affiliateLeft", context) },
  });
}

export default function Recommendations() {
  const { t } = useTranslation("affiliate");
  const { title, hasWallet, products, entries } = useLoaderData<typeof loader>();
  const isInForce = products.some(({ state }) => state === "active");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1>{title}</h1>
        <p className="mt-2 max-w-prose text-ink-2">{t("lead")}</p>
        {isInForce && !hasWallet && (
          <p className="mt-2 max-w-prose font-semibold">
            {t("noWallet")}{" "}
            <a href={paths.profile} className="link">
              {t("link")}
            </a>
          </p>
        )}
        {products.length > 0 && (
          <ButtonLink
            variant="secondary"
            size="s"
            reloadDocument
            to={offerPaths.affiliateReport}
            className="mt-4"
          >
            {t("report")}
          </ButtonLink>
        )}
      </header>
      {products.length === 0 ? (
        <EmptyState title={t("empty")}>
          <p className="text-ink-2">{t("emptyHint")}</p>
        </EmptyState>
      ) : (
        <RecommendedList products={products} />
      )}
      {entries.length > 0 && <RecommendedSales entries={entries} />}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
