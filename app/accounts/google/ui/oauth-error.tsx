import { useTranslation } from "react-i18next";
import { Alert } from "../../../ui/alert";
import { ButtonLink } from "../../../ui/button";

interface Props {
  title: string;
  /** In the visitor's language. */
  message: string;
  /** Where to try again; null where only going back makes sense. */
  retry: string | null;
  back: string;
}

/** Why Google could not let somebody in, and the ways on. */
export function OauthError({ title, message, retry, back }: Props) {
  const { t } = useTranslation("google");
  return (
    <div className="mx-auto grid w-full max-w-md gap-6">
      <h1>{title}</h1>
      <Alert>{message}</Alert>
      <div className="flex flex-wrap items-center gap-4">
        {retry && (
          <ButtonLink to={retry} reloadDocument>
            {t("fault.retry")}
          </ButtonLink>
        )}
        <a href={back} className="link">
          {t(retry ? "fault.otherWays" : "fault.back")}
        </a>
      </div>
    </div>
  );
}
