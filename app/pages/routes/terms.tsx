import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "../../http/page-meta";
import { staticPageMeta } from "../../http/static-page-meta";
import { paths } from "../../lib/paths";
import { TextPage } from "../ui/text-page";

export const handle = { script: false };

export function loader(args: LoaderFunctionArgs) {
  return staticPageMeta(args, "page-terms", paths.terms);
}

export default function Terms() {
  return <TextPage namespace="page-terms" />;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);
