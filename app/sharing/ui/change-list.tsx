import { LocalTime } from "../../ui/local-time";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ChangeKind } from "../rules/author";
import { usePersonName } from "./use-person-name";

interface Person {
  uid: string;
  name: string;
}

interface Change {
  productId: string;
  kind: ChangeKind;
  person: Person | null;
  by: Person | null;
  /** Basis points. */
  fromBps: number;
  toBps: number;
  /** Epoch ms. */
  at: number;
}

/** Who changed whose part of a product from what to what, newest first. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation("authorChanges");
  const { commission } = useFormat();
  const nameOf = usePersonName();
  if (changes.length === 0) return <p className="text-ink-2">{t("none")}</p>;
  return (
    <ol className="grid gap-2">
      {changes.map(({ kind, person, by, fromBps, toBps, at }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its start, by a load of the page.
        <li key={index} className="grid gap-x-4 border-line border-t pt-2 sm:grid-cols-[12rem_1fr]">
          <LocalTime at={at} className="text-ink-2 text-sm" />
          <span className="wrap-anywhere">
            {t(kind, {
              person: nameOf(person),
              by: nameOf(by),
              from: commission(fromBps),
              to: commission(toBps),
            })}
          </span>
        </li>
      ))}
    </ol>
  );
}
