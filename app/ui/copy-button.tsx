// @chunk data
import { useEffect, useState } from "react";
import { Button } from "./button";
import { useTranslation } from "./translation";

/** How long the button shows that the text was copied. */
const COPIED_NOTICE_MS = 2_000;

interface Props {
  text: string;
  /** Accessible name of the small button. */
  label?: string;
  /** Label of a full-size button. Without it the button is small. */
  caption?: string;
}

/** Copies `text` to the clipboard and confirms it. */
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
      className="shrink-0 whitespace-nowrap rounded-full border border-line-2 px-2.5 py-0.5 text-xs font-semibold text-ink-2 hover:border-ink hover:text-ink"
      aria-label={label ?? t("copy")}
    >
      <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
    </button>
  );
}
