import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { formatSol } from "../../lib/lamports";
import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { type Earnings, type EarningsForm, earningsOf, parseEarnings } from "../rules/earnings";
import { EarningsFields } from "../ui/earnings-form";
import { EarningsTable } from "../ui/earnings-table";
import { useCurrentFee } from "../ui/section";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

/** Commissions of other platforms, in basis points, as examples. */
const EXAMPLES_BPS = [500, 1000];

const DEFAULTS: EarningsForm = { price: "0.05", sales: "20", rate: "" };

/** Longer input is an error in any case. */
const MAX_INPUT_CHARS = 40;

export function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const read = (name: keyof EarningsForm) =>
    (searchParams.get(name) ?? DEFAULTS[name]).slice(0, MAX_INPUT_CHARS);
  const form = { price: read("price"), sales: read("sales"), rate: read("rate") };
  const parsed = parseEarnings(form);
  const page = staticPageMeta(args, "page-business", paths.businessPlan);
  if (!parsed.ok) return { ...page, form, errors: parsed.errors, lines: null };
  const rates = [args.context.ports.settings.feeBps, ...EXAMPLES_BPS];
  const lines = rates.map((bps) => shownEarnings(earningsOf(parsed, bps)));
  return { ...page, form, errors: {}, lines };
}

/** Amounts as decimal text, for JSON. */
function shownEarnings({ feeBps, feeLamports, shareLamports, sellerCents }: Earnings) {
  const money =
    sellerCents === null
      ? null
      : `${sellerCents / 100n}.${String(sellerCents % 100n).padStart(2, "0")}`;
  return { feeBps, fee: formatSol(feeLamports), share: formatSol(shareLamports), money };
}

export default function BusinessPlan() {
  const { form, errors, lines } = useLoaderData<typeof loader>();
  const { t } = useTranslation("page-business");
  return (
    <TextPage
      namespace="page-business"
      values={{ fee: useCurrentFee() }}
      intro={
        <section aria-labelledby="earnings" className="flex flex-col gap-6">
          <h2 id="earnings">{t("earnings.title")}</h2>
          <EarningsFields form={form} errors={errors} />
          {lines && <EarningsTable lines={lines} />}
        </section>
      }
    >
      <ButtonLink to={paths.creator} reloadDocument className="self-start">
        {t("action")}
      </ButtonLink>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
