import { fixedT } from "../../http/locale";
import { uidTag } from "../rules/display-name";

/** The public name of a seller, as `SellerName` shows it. */
export async function sellerName(
  { uid, name }: { uid: string; name: string },
  request: Request,
): Promise<string> {
  if (name) return name;
  const t = await fixedT(request, "common");
  return t("seller", { tag: uidTag(uid) });
}
