import { useLocation } from "@remix-run/react";
import { ButtonLink } from "./button";
import { useTranslation } from "./translation";
import { usePageError } from "./use-page-error";

interface Props {
  /** Default: the title of the kind of error. */
  title?: string;
  /** The reason, where the server gave one. Default: the text of the kind of error. */
  text?: string;
  /** What to do where the page does not exist. Default: the text of that error. */
  missingHint?: string;
  /** The link where the page does not exist. */
  elsewhere: { to: string; text: string };
}

/** Content of a page whose loader failed: the reason, and a link that loads it again or leads elsewhere. */
export function PageError({ title, text, missingHint, elsewhere }: Props) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const error = usePageError();
  const isMissing = error.kind === "missing";
  return (
    <div className="flex flex-col items-start gap-5 py-10">
      <h1>{title ?? error.title}</h1>
      <p className="max-w-prose text-ink-2">{text ?? ((isMissing && missingHint) || error.text)}</p>
      {error.reference && <p className="text-ink-2">{error.reference}</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {!isMissing && (
          <ButtonLink to={pathname + search} reloadDocument variant="secondary">
            {t("error.retry")}
          </ButtonLink>
        )}
        <ButtonLink
          to={elsewhere.to}
          reloadDocument
          variant={isMissing ? "secondary" : "quiet"}
          // Without a border: its text aligns with the line above where it wraps.
          className={isMissing ? "" : "-ml-5"}
        >
          {elsewhere.text}
        </ButtonLink>
      </div>
    </div>
  );
}
