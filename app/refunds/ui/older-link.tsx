import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Where the list goes on, if it does. */
export function OlderLink({ next }: { next: string | null }) {
  const { t } = useTranslation("review");
  if (next === null) return null;
  return (
    <p className="flex justify-center">
      <Link to={`?before=${encodeURIComponent(next)}`} className="link">
        {t("older")}
      </Link>
    </p>
  );
}
