import type { ReactNode } from "react";

type Tone = "bad" | "warn" | "good" | "info";

const TONES: Record<Tone, string> = {
  bad: "bg-accent-soft border-accent",
  warn: "bg-warn-soft border-warn",
  good: "bg-good-soft border-good",
  info: "bg-sunk border-line-2",
};

/** A message box. Screen readers announce `bad` at once and the others politely. Empty without children. */
export function Alert(props: { tone?: Tone; id?: string; children: ReactNode }) {
  const { tone = "bad", id, children } = props;
  if (!children) return null;
  return (
    <div
      id={id}
      role={tone === "bad" ? "alert" : "status"}
      className={`rounded-md border-l-4 px-4 py-3 text-ink ${TONES[tone]}`}
    >
      {children}
    </div>
  );
}
