// @chunk polling
import { paths, query } from "../lib/paths";
import { Alert } from "./alert";
import { useTranslation } from "./translation";

/** Says on a page that polls that its session has ended. Sign-in leads back to the path `to`. */
export function SessionEnded({ to }: { to: string }) {
  const { t } = useTranslation("common");
  return (
    <Alert>
      {t("sessionEnded.text")}{" "}
      <a href={paths.login + query({ to })} className="link font-semibold">
        {t("sessionEnded.signIn")}
      </a>
    </Alert>
  );
}
