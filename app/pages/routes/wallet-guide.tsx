import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { ButtonLink } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  return staticPageMeta(args, "page-guide", paths.walletGuide);
}

export default function WalletGuide() {
  const { t } = useTranslation("page-guide");
  return (
    <TextPage namespace="page-guide">
      <ButtonLink to={paths.login} reloadDocument className="self-start">
        {t("action")}
      </ButtonLink>
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
