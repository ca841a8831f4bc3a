import { useTranslation } from "react-i18next";
import { GoogleMark } from "./google-mark";

/** The way to Google: a plain link, which works before and without script. */
export function GoogleLink({ to }: { to: string | null }) {
  const { t } = useTranslation("google");
  const query = to ? `?${new URLSearchParams({ to })}` : "";
  return (
    <a
      href={`/auth/google${query}`}
      className="flex min-h-12 items-center justify-center gap-2.5 rounded-full border border-line-2 bg-card px-4 py-2 font-semibold text-ink leading-tight no-underline transition hover:border-ink"
    >
      <GoogleMark />
      {t("continue")}
    </a>
  );
}
