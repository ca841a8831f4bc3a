import { Form } from "@remix-run/react";
import { useState } from "react";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import type { DashboardPlace } from "../rules/place";
import { PlaceFields } from "./place-fields";

/** Id of the form to which the boxes of the rows belong. */
const BULK_FORM = "selected-products";

const BOX = "size-5 shrink-0 accent-accent max-table:size-6";

interface Selectable {
  id: string;
  status: string;
}

export interface Selection {
  selected: ReadonlySet<string>;
  all: readonly Selectable[];
  select(ids: readonly string[], isSelected: boolean): void;
}

/** Selected products of the page. None is after one of them has changed its status, or the page its products. */
export function useSelection(all: readonly Selectable[]): Selection {
  const state = all.map(({ id, status }) => `${id} ${status}`).join();
  const [stored, store] = useState({ state, selected: new Set<string>() });
  const selected = stored.state === state ? stored.selected : new Set<string>();
  return {
    selected,
    all,
    select(ids, isSelected) {
      const next = new Set(selected);
      for (const id of ids) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      store({ state, selected: next });
    },
  };
}

/** Selects all products of the page; with script only. */
export function SelectAll({ selection: { selected, all, select } }: { selection: Selection }) {
  const { t } = useTranslation("dashboard");
  const isHydrated = useHydrated();
  const ids = all.map(({ id }) => id);
  return (
    <input
      type="checkbox"
      disabled={!isHydrated}
      aria-label={t("bulk.all")}
      checked={ids.length > 0 && selected.size === ids.length}
      onChange={({ currentTarget }) => select(ids, currentTarget.checked)}
      className={`${BOX} block`}
    />
  );
}

interface SelectProductProps {
  product: Selectable;
  titleId: string;
  selection: Selection;
}

export function SelectProduct({ product: { id }, titleId, selection }: SelectProductProps) {
  const { t } = useTranslation("dashboard");
  return (
    <input
      type="checkbox"
      form={BULK_FORM}
      name="confirm"
      value={id}
      aria-label={t("bulk.select")}
      aria-describedby={titleId}
      checked={selection.selected.has(id)}
      onChange={({ currentTarget }) => selection.select([id], currentTarget.checked)}
      className={`${BOX} block`}
    />
  );
}

/** What can be done with the selected products. It is at the bottom of the window while there are any. */
export function ProductSelection({
  selection,
  place,
}: {
  selection: Selection;
  place: DashboardPlace;
}) {
  const { t } = useTranslation("dashboard");
  const { selected, all, select } = selection;
  return (
    <Form
      id={BULK_FORM}
      method="get"
      action={paths.dashboard}
      preventScrollReset
      aria-label={t("bulk.label")}
      className="sticky bottom-4 z-20 hidden flex-wrap items-center gap-3 rounded-lg border border-line-2 bg-card p-3 shadow-ticket group-has-[[name=confirm]:checked]/products:flex"
    >
      <PlaceFields place={place} />
      {selected.size > 0 && (
        <p role="status" className="mr-auto font-semibold text-sm tabular-nums">
          {t("bulk.count", { count: selected.size })}
        </p>
      )}
      {(["disabled", "active"] as const).map((status) => (
        <Button
          key={status}
          type="submit"
          name="to"
          value={status}
          variant="secondary"
          size="s"
          disabled={selected.size > 0 && !changes(selection, status)}
        >
          {t(status === "disabled" ? "disable" : "activate")}
        </Button>
      ))}
      {selected.size > 0 && (
        <Button
          variant="quiet"
          size="s"
          onClick={() =>
            select(
              all.map(({ id }) => id),
              false,
            )
          }
        >
          {t("bulk.clear")}
        </Button>
      )}
    </Form>
  );
}

/** True where one of the selected products does not have the status. */
function changes({ selected, all }: Selection, status: string): boolean {
  return all.some((product) => selected.has(product.id) && product.status !== status);
}
