import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { OperatorFacts } from "../ui/operator-facts";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  const { operator, supportEmail } = args.context.ports.settings;
  return {
    ...staticPageMeta(args, "page-legal", paths.legalNotice),
    operator,
    supportEmail,
  };
}

export default function LegalNotice() {
  const { operator, supportEmail } = useLoaderData<typeof loader>();
  return (
    <TextPage
      namespace="page-legal"
      intro={<OperatorFacts operator={operator} mailbox={supportEmail} />}
    />
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
