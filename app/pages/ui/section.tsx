import { type ReactNode, useId } from "react";
import { useFeeBps } from "../../ui/use-fee-bps";
import { useFormat } from "../../ui/use-format";

/** A section with its heading in a narrow column and its content in a wide one. */
export function Section(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  const { title, aside, children } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-8 border-ink border-t-2 pt-5 md:grid-cols-[1fr_2fr]"
    >
      <div className="flex flex-col items-start gap-4">
        <h2 id={id} className="text-3xl sm:text-[2.1rem]">
          {title}
        </h2>
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** What a seller without subscription keeps of a price, as a percentage in the page's language. */
export function useKeptShare(): string {
  return useFormat().commission(10_000 - useFeeBps().feeBps);
}

/** The commission of a seller without subscription, as a percentage in the page's language. */
export function useCurrentFee(): string {
  return useFormat().commission(useFeeBps().feeBps);
}
