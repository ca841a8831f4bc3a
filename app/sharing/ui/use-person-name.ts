import { uidTag } from "../../accounts/rules/display-name";
import { useTranslation } from "../../ui/translation";

/** Writes the public name of a person; null stands for an account that was deleted. */
export function usePersonName() {
  const { t } = useTranslation(["authorChanges", "common"]);
  return (person: { uid: string; name: string } | null): string => {
    if (!person) return t("authorChanges:gone");
    return person.name || t("common:seller", { tag: uidTag(person.uid) });
  };
}
