import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** How long 'copied' stands, in ms. */
const COPIED_FOR = 2_000;

/** Copies `text` whole and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation("common");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className="rounded-full border border-line-2 px-2.5 py-0.5 text-xs font-semibold text-ink-2 hover:border-ink hover:text-ink"
      aria-label={label ?? t("copy")}
    >
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </button>
  );
}
