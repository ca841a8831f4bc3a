import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fixedT } from "../../http/locale";
import { pageMeta } from "../../http/page-meta";
import { limitByAccount } from "../../http/rate-limit";
import { requireViewer } from "../../http/viewer";
import { paths } from "../../lib/paths";
import { ProductTitle } from "../../products/ui/product-title";
import { ownProduct } from "../../products/use-cases/ownership";
import { Alert } from "../../ui/alert";
import { useTranslation } from "../../ui/translation";
import { nameOfMember } from "../http/names";
import { programmeAction } from "../http/programme-action";
import { percentOf } from "../rules/affiliate";
import { AffiliateList } from "../ui/affiliate-list";
import { OpenLinks } from "../ui/open-links";
import { ProgrammeForm } from "../ui/programme-form";
import { readProgramme } from "../use-cases/programme";

export const handle = { script: false };

/** Per account: a seller answers 200 applications in a sitting. */
const RATE_LIMIT = { name: "affiliates", limit: 600, windowMs: 3_600_000 };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { uid } = await requireViewer({ request, context });
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  const { id, title: productTitle, affiliateBps, isOpenToAffiliates: isOpen } = product;
  const { people, invitations } = await readProgramme(product, context.ports);
  return {
    title: fixedT(request, "page-affiliates")("title"),
    product: { id, title: productTitle },
    percent: affiliateBps === null ? null : percentOf(affiliateBps),
    isOpen,
    people: people.map(({ displayName, bps, ...person }) => ({
      ...person,
      percent: bps === null ? null : percentOf(bps),
      name: nameOfMember({ uid: person.uid, displayName }, request),
    })),
    invitations: invitations.map(({ bps, ...invitation }) => ({
      ...invitation,
      percent: bps === null ? null : percentOf(bps),
    })),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { uid } = viewer;
  await limitByAccount(context, uid, RATE_LIMIT);
  const product = await ownProduct({ uid, productId: params.pid ?? "" }, context.ports);
  return programmeAction(product, viewer, { request, context });
}

export default function ProductAffiliates() {
  const { t } = useTranslation("page-affiliates");
  const { title, product, percent, isOpen, people, invitations } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "problem" in answer && !("form" in answer) ? answer.problem : null;
  const made = answer && "invitation" in answer ? answer.invitation : null;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-2">
        <h1>{title}</h1>
        <p className="wrap-anywhere text-lg">
          <a href={paths.edit(product.id)} className="link font-semibold">
            <ProductTitle>{product.title}</ProductTitle>
          </a>
        </p>
        <p className="text-ink-2">{t("lead")}</p>
      </header>
      {refused && <Alert>{refused.message}</Alert>}
      <ProgrammeForm percent={percent} isOpen={isOpen} />
      {percent !== null && <OpenLinks made={made} invitations={invitations} />}
      <AffiliateList people={people} percent={percent} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  pageMeta(data && { title: data.title, isPrivate: true }, error);
