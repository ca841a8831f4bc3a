import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../ui/button";
import { OauthError } from "./oauth-error";

type Props = { title: string; onward: string } | Parameters<typeof OauthError>[0];

/** Leads on to Google by itself; where that can't be, says why. */
export function AuthorizationInterstitial(props: Props) {
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
