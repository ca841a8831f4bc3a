import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";

/** How long 'copied' stands, in ms. */
const COPIED_NOTICE_MS = 2_000;

interface Props {
  text: string;
  /** What it is that is copied, for those who don't see it. */
  label?: string;
  /** What the button says, where it stands alone. */
  caption?: string;
}

/** Copies `text` whole and says so: small beside a value, or as large as other buttons with `words`. */
export function CopyButton({ text, label, caption }: Props) {
  const { t } = useTranslation("common");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  if (caption) {
    return (
      <Button variant="secondary" onClick={copy}>
        <span aria-live="polite">{copied ? t("copied") : caption}</span>
      </Button>
    );
  }
  return (
    <button
      type="button"
      onClick={copy}
      className="rounded-full border border-line-2 px-2.5 py-0.5 text-xs font-semibold text-ink-2 hover:border-ink hover:text-ink"
      aria-label={label ?? t("copy")}
    >
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </button>
  );
}
