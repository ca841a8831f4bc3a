import { Link } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { useTranslation } from "../../ui/translation";
import type { ProductStatus } from "../rules/product";

/** Links of the edit page: to disable or activate the product and to delete it, which both ask first. */
export function ProductLinks({ id, status }: { id: string; status: ProductStatus }) {
  const { t } = useTranslation("dashboard");
  return (
    <>
      <Link reloadDocument to={paths.productStatus(id)} className="link">
        {t(status === "active" ? "disable" : "activate")}
      </Link>
      <Link reloadDocument to={paths.deleteProduct(id)} className="link">
        {t("drafts.delete")}
      </Link>
    </>
  );
}
