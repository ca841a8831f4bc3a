import { Alert } from "../../../ui/alert";
import { ButtonLink } from "../../../ui/button";
import { useTranslation } from "../../../ui/translation";

interface ErrorProps {
  title: string;
  /** Translated. */
  message: string;
  /** Address to try again; null where that makes no sense. */
  retry: string | null;
  back: string;
}

/** Why a login at Google failed, with links to try again or go back. */
export function OauthError({ title, message, retry, back }: ErrorProps) {
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

type InterstitialProps = { title: string; onward: string } | ErrorProps;

/** Refreshes to Google (by its `Refresh` header), or shows why it can't. */
export function AuthorizationInterstitial(props: InterstitialProps) {
  const { t } = useTranslation("google");
  if (!("onward" in props)) return <OauthError {...props} />;
  return (
    <div className="mx-auto grid w-full max-w-md justify-items-start gap-6">
      <h1>{props.title}</h1>
      <ButtonLink to={props.onward} reloadDocument>
        {t("leaving.go")}
      </ButtonLink>
    </div>
  );
}
