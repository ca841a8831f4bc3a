import { useTranslation } from "react-i18next";
import { LineLink, ProfileLine } from "./line";

interface Props {
  /** Addresses of the Google accounts that open this one. */
  addresses: string[];
  /** Whether this deployment offers Google. */
  offered: boolean;
  removable: boolean;
}

/** Google among the ways in. */
export function GoogleLine({ addresses, offered, removable }: Props) {
  const { t } = useTranslation(["account", "google"]);
  const linked = addresses.length > 0;
  return (
    <ProfileLine name={t("ways.google")} state={linked ? addresses.join(", ") : t("ways.none")}>
      {!linked && offered && <LineLink href="/auth/google/link">{t("google:line.link")}</LineLink>}
      {removable && <LineLink href="/profil/remove/google">{t("google:line.unlink")}</LineLink>}
    </ProfileLine>
  );
}
