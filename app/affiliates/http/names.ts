import { chosenName } from "../../accounts/rules/chosen-name";
import { uidTag } from "../../accounts/rules/display-name";
import { fixedT } from "../../http/locale";

/** The public name of a person in the language of the request; made of the uid where none was chosen. */
export function nameOfMember(
  { uid, displayName }: { uid: string; displayName: string },
  request: Request,
): string {
  return chosenName(displayName) || fixedT(request, "common")("member", { tag: uidTag(uid) });
}
