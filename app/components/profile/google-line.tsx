import { useTranslation } from "react-i18next";
import { ProfileLine } from "./line";

interface Props {
  linked: boolean;
}

/** Google among the ways in. */
export function GoogleLine({ linked }: Props) {
  const { t } = useTranslation("account");
  return <ProfileLine name={t("ways.google")} state={t(linked ? "ways.linked" : "ways.none")} />;
}
