import { fixedT } from "./locale";

/** What a page of words says of itself, from its own namespace. */
export async function staticPageMeta(request: Request, namespace: string) {
  const words = await fixedT(request, namespace);
  return { title: words("metaTitle"), description: words("metaDescription") };
}
