import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../ui/button";
import { ProfileSection } from "./section";

/** The way to the page that removes an account. */
export function ProfileDeletion() {
  const { t } = useTranslation("account");
  return (
    <ProfileSection title={t("deletion.title")} lead={t("deletion.lead")}>
      <ButtonLink look="danger" to="/profil/delete" reloadDocument>
        {t("deletion.link")}
      </ButtonLink>
    </ProfileSection>
  );
}
