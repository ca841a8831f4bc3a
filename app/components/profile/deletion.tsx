import { useTranslation } from "react-i18next";
import { ButtonLink } from "../button";
import { ProfileSection } from "./section";

/** The way to the page that removes an account. */
export function ProfileDeletion() {
  const { t } = useTranslation("endings");
  return (
    <ProfileSection title={t("delete.section")} lead={t("delete.sectionLead")}>
      <ButtonLink look="danger" to="/profil/delete">
        {t("delete.link")}
      </ButtonLink>
    </ProfileSection>
  );
}
