import { fixedT } from "../../http/locale";
import { uidTag } from "../rules/display-name";

/** The public name of a seller, as `SellerName` shows it. */
export function sellerName({ uid, name }: { uid: string; name: string }, request: Request): string {
  if (name) return name;
  const t = fixedT(request, "common");
  return t("seller", { tag: uidTag(uid) });
}
