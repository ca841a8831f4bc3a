import { useState } from "react";
import { formatSol } from "../../lib/lamports";
import { parseSol } from "../../lib/parse-sol";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";
import { MAX_BUNDLE_ITEMS, MIN_BUNDLE_ITEMS, type ShownChoice } from "../rules/bundle";

interface Props {
  choices: readonly ShownChoice[];
  /** After a refusal. */
  chosen: readonly string[] | undefined;
  error: string | undefined;
}

/** The products of a bundle to choose from, and what they cost together. */
export function ItemChoices({ choices, chosen, error }: Props) {
  const { t } = useTranslation("bundles");
  const [ids, setIds] = useState(
    () => new Set(chosen ?? choices.flatMap(({ id, isChosen }) => (isChosen ? [id] : []))),
  );
  const toggle = (id: string, isOn: boolean) =>
    setIds((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const sum = choices.reduce(
    (total, { id, price }) => (ids.has(id) ? total + lamportsOf(price) : total),
    0n,
  );
  const bounds = { min: MIN_BUNDLE_ITEMS, max: MAX_BUNDLE_ITEMS };
  return (
    <fieldset
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3"
      aria-describedby={`items-hint${error ? " item-error" : ""}`}
    >
      <legend className="mb-1.5 font-semibold text-sm">{t("form.items")}</legend>
      <p id="items-hint" className="text-ink-2 text-sm">
        {t("form.itemsHint", bounds)}
      </p>
      {error && (
        <p id="item-error" className="font-medium text-accent text-sm">
          {error}
        </p>
      )}
      {choices.length === 0 ? (
        <p className="text-ink-2">{t("form.noProducts")}</p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line-2 bg-card">
          {choices.map((choice) => (
            <ItemBox
              key={choice.id}
              choice={choice}
              isChosen={ids.has(choice.id)}
              onChange={(isOn) => toggle(choice.id, isOn)}
            />
          ))}
        </ul>
      )}
      <p aria-live="polite" className="text-sm">
        {t("form.sum", { count: ids.size })}{" "}
        <Sol amount={formatSol(sum)} className="font-semibold" />
      </p>
    </fieldset>
  );
}

interface BoxProps {
  choice: ShownChoice;
  isChosen: boolean;
  onChange(isOn: boolean): void;
}

function ItemBox({ choice: { id, title, price, left }, isChosen, onChange }: BoxProps) {
  const { t } = useTranslation("bundles");
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-2">
        <input
          type="checkbox"
          name="item"
          value={id}
          checked={isChosen}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="min-w-0 grow wrap-anywhere">
          {title}
          {left !== null && (
            <span className="block text-ink-2 text-sm">{t("form.left", { count: left })}</span>
          )}
        </span>
        <Sol amount={price} className="shrink-0" />
      </label>
    </li>
  );
}

function lamportsOf(price: string): bigint {
  const parsed = parseSol(price);
  return parsed.ok ? parsed.lamports : 0n;
}
