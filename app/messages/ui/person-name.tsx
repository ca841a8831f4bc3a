import { uidTag } from "../../accounts/rules/display-name";
import { useTranslation } from "../../ui/translation";
import type { Side } from "../rules/thread";

interface Props {
  person: {
    uid: string;
    /** Empty without a chosen name. */
    name: string;
    isDeleted: boolean;
  };
  /** The side on which the person is. */
  side: Side;
}

/** The name of the other side of a thread. */
export function PersonName({ person, side }: Props) {
  const { t } = useTranslation("messages");
  if (person.isDeleted) return t("person.deleted");
  return person.name || t(`person.${side}`, { tag: uidTag(person.uid) });
}
