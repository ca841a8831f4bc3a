import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  return staticPageMeta(args, "page-onramp", paths.onRamp);
}

export default function OnrampTutorial() {
  const { t } = useTranslation("page-onramp");
  return (
    <TextPage namespace="page-onramp">
      <ButtonLink to={paths.walletGuide} reloadDocument className="self-start">
        {t("action")}
      </ButtonLink>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
