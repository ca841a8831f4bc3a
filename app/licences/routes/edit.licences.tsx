import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { queryNumber } from "../../http/query-number";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { ownProduct } from "../../products/use-cases/ownership";
import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";
import { licencesAction } from "../http/licences-action";
import type { LineFault } from "../rules/pool-text";
import { CheckHelp } from "../ui/check-help";
import { GivenKeyList } from "../ui/given-keys";
import { KeyPool } from "../ui/key-pool";
import { LicenceSettingsForm } from "../ui/licence-settings-form";
import { readLicences } from "../use-cases/manage-licences";

export const handle = { script: false };

/** Per account: a seller disables a few hundred keys in a sitting. */
const RATE_LIMIT = { name: "licences", limit: 600, windowMs: 3_600_000 };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, title, isFree } = product;
  const page = Math.max(1, queryNumber(request, "page") ?? 1);
  const licences = await readLicences(product, page, context.ports);
  if (page > licences.pages) throw redirect(offerPaths.productLicences(id));
  return {
    heading: fixedT(request, "page-licences")("title"),
    product: { id, title, isFree },
    page,
    ...licences,
    isSigning: await context.ports.statements.canSign(),
    origin: context.ports.settings.appOrigin,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  await limitByAccount(context, uid, RATE_LIMIT);
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  return licencesAction(product, { request, context });
}

export default function ProductLicences() {
  const { t } = useTranslation("page-licences");
  const { heading, product, page, pages, kind, counts, keys, isSigning, origin, ...settings } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "problem" in answer && !("form" in answer) ? answer.problem : null;
  const faults = answer && "faults" in answer ? (answer.faults as LineFault[]) : [];
  const hasPool = kind === "pool" || counts.free > 0 || counts.held > 0 || counts.waiting > 0;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <h1>{heading}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.edit(product.id)} className="link font-semibold">
            <ProductTitle>{product.title}</ProductTitle>
          </a>
        </p>
        <p className="text-ink-2">{t("lead")}</p>
      </header>
      {refused && <Alert>{refused.message}</Alert>}
      <LicenceSettingsForm
        kind={kind}
        isFree={product.isFree}
        isSigning={isSigning}
        {...settings}
      />
      {hasPool && <KeyPool counts={counts} faults={faults} />}
      {kind !== null && (
        <>
          <GivenKeyList {...{ keys, counts, page, pages }} productId={product.id} />
          <CheckHelp productId={product.id} origin={origin} />
        </>
      )}
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.heading, isPrivate: true }, error);
