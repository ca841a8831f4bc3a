import { fixedT } from "../../http/locale";
import { offerPaths } from "../../lib/offer-paths";
import { paths } from "../../lib/paths";
import { toolPaths } from "../../lib/tool-paths";
import type { Product } from "../rules/product";

interface EditLink {
  to: string;
  text: string;
  /** True for a page without script, or that is loaded as a whole. */
  isDocument: boolean;
}

/** The links of a product's edit page, in the order of the page; those to disable and to delete it ask first. */
export function editLinks(
  { id, status, bundleSize }: Pick<Product, "id" | "status" | "bundleSize">,
  request: Request,
): EditLink[] {
  const t = fixedT(request, "edit-links");
  const own =
    bundleSize > 0
      ? [{ to: offerPaths.bundle(id), text: t("items"), isDocument: false }]
      : [
          { to: offerPaths.productLicences(id), text: t("licences"), isDocument: true },
          { to: offerPaths.authors(id), text: t("authors"), isDocument: false },
        ];
  return [
    { to: paths.preview(id), text: t("preview"), isDocument: true },
    { to: offerPaths.productAffiliates(id), text: t("affiliates"), isDocument: true },
    ...own,
    {
      to: toolPaths.productStatus(id),
      text: t(status === "active" ? "disable" : "activate"),
      isDocument: true,
    },
    { to: toolPaths.deleteProduct(id), text: t("delete"), isDocument: true },
    { to: paths.dashboard, text: t("back"), isDocument: false },
  ];
}
