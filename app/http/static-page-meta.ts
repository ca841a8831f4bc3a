import type { NamespaceWith } from "../lib/locale";
import { fixedT } from "./locale";

type MetaNamespace = NamespaceWith<{ metaTitle: string; metaDescription: string }>;

/** Title and description of a text page, from its namespace. */
export async function staticPageMeta(request: Request, namespace: MetaNamespace) {
  const text = await fixedT(request, namespace);
  return { title: text("metaTitle"), description: text("metaDescription") };
}
