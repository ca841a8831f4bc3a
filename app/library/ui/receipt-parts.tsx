import type { ReactNode } from "react";
import { formatSol } from "../../lib/lamports";
import { LocalTime } from "../../ui/local-time";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";

export function ReceiptSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="mb-2 text-xl">{title}</h2>
      {children}
    </section>
  );
}

export function ReceiptRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-t py-2 sm:grid-cols-[13rem_minmax(0,1fr)] print:grid-cols-[13rem_minmax(0,1fr)] print:py-1">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

export function Code({ children }: { children: string }) {
  return <code className="break-all font-mono text-sm">{children}</code>;
}

/** In SOL and in lamports. */
export function Amount({ lamports }: { lamports: bigint }) {
  const { t } = useTranslation("receipt");
  const amount = useFormat().count(lamports);
  return (
    <>
      <Sol amount={formatSol(lamports)} className="font-semibold" />{" "}
      <span className="text-ink-2 text-sm">{t("amount.lamports", { amount })}</span>
    </>
  );
}

/** The time of a step (epoch ms), to the second. */
export function Time({ at }: { at: number | null }) {
  const { t } = useTranslation("receipt");
  return at === null ? t("unrecorded") : <LocalTime at={at} show="exact" />;
}
