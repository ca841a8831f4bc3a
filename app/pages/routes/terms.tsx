import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader({ request }: LoaderFunctionArgs) {
  return staticPageMeta(request, "page-terms");
}

export default function Terms() {
  return <TextPage namespace="page-terms" />;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
