import { useTranslation } from "react-i18next";
import { GoogleMark } from "./google-mark";

interface Props {
  /** Sign in, or show again who is there. */
  purpose: "sign-in" | "proof";
  /** Where to go afterwards; null leaves it to the server. */
  to: string | null;
  /** Opens a window of its own: what was typed on this page stays. */
  newWindow?: boolean;
}

/** The way to Google: a plain link, which works before and without script. */
export function GoogleLink({ purpose, to, newWindow = false }: Props) {
  const { t } = useTranslation("google");
  const query = to ? `?${new URLSearchParams({ to })}` : "";
  return (
    <a
      href={(purpose === "proof" ? "/auth/google/proof" : "/auth/google") + query}
      {...(newWindow && { target: "_blank", rel: "opener" })}
      className="flex min-h-12 items-center justify-center gap-2.5 rounded-full border border-line-2 bg-card px-4 py-2 font-semibold text-ink leading-tight no-underline transition hover:border-ink"
    >
      <GoogleMark />
      {t(purpose === "proof" ? "prove" : "continue")}
    </a>
  );
}
