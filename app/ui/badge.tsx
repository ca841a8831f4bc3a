// @chunk data
import type { ReactNode } from "react";

type Tone = "plain" | "good" | "warn" | "accent";

const TONES: Record<Tone, string> = {
  plain: "bg-sunk text-ink-2",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  accent: "bg-accent text-on-accent",
};

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
