import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import { OperatorFacts } from "../ui/operator-facts";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { operator, supportEmail, dataLocation } = args.context.ports.settings;
  const inSwitzerland = dataLocation === "CH";
  return {
    ...staticPageMeta(args, "page-privacy", paths.privacy),
    operator,
    supportEmail,
    inSwitzerland,
  };
}

export default function Privacy() {
  const { operator, supportEmail, inSwitzerland } = useLoaderData<typeof loader>();
  const { t } = useTranslation("page-privacy");
  return (
    <TextPage
      namespace="page-privacy"
      values={{ mailbox: supportEmail }}
      intro={<OperatorFacts operator={operator} mailbox={supportEmail} />}
    >
      {inSwitzerland && <p className="font-semibold">{t("swiss")}</p>}
    </TextPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
