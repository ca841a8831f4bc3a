import { useState } from "react";

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <button
      type="button"
      onClick={() => navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
      className="rounded-full border border-line-2 px-2.5 py-0.5 font-semibold text-ink-2 text-xs hover:border-ink hover:text-ink"
      aria-label="Copy the SHA-256 fingerprint"
    >
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
    </button>
  );
}
