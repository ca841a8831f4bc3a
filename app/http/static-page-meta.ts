import type { AppLoadContext } from "@remix-run/cloudflare";
import type { NamespaceWith } from "../lib/locale";
import { fixedT } from "./locale";
import { pageAddress } from "./page-address";

type MetaNamespace = NamespaceWith<{ metaTitle: string; metaDescription: string }>;

/** Title and description of a text page, from its namespace, and its address. */
export function staticPageMeta(
  args: { request: Request; context: Pick<AppLoadContext, "ports"> },
  namespace: MetaNamespace,
  path: string,
) {
  const text = fixedT(args.request, namespace);
  const address = pageAddress(args, path);
  return { title: text("metaTitle"), description: text("metaDescription"), address };
}
