import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { PlansTable } from "../ui/plans-table";
import { useKeptShare } from "../ui/section";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { settings } = args.context.ports;
  const premiumByToken = settings.premiumToken !== null;
  return { ...staticPageMeta(args, "page-creator", paths.creator), premiumByToken };
}

export default function Creator() {
  const { t } = useTranslation("page-creator");
  const { premiumByToken } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-16">
      <TextPage namespace="page-creator" values={{ kept: useKeptShare() }} />
      <PlansTable premiumByToken={premiumByToken} isOwnPage />
      <div className="flex flex-wrap items-center gap-6">
        <ButtonLink to={paths.newProduct} reloadDocument>
          {t("action")}
        </ButtonLink>
        <a href={paths.businessPlan} className="link">
          {t("business")}
        </a>
      </div>
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
