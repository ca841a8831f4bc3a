import { useTranslation } from "react-i18next";

export const handle = { script: false };

export default function Home() {
  const { t } = useTranslation("page-home");
  return <h1>{t("title")}</h1>;
}
