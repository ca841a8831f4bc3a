// @chunk product
import { useTranslation } from "../../ui/translation";
import { uidTag } from "../rules/display-name";

/** The public name of a seller; without a chosen `name` it is made of the uid. */
export function SellerName({ uid, name }: { uid: string; name: string }) {
  const { t } = useTranslation("common");
  return name || t("seller", { tag: uidTag(uid) });
}
