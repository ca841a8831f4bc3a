import { memo, type PointerEvent } from "react";
import type { ProductCard } from "../../products/rules/product-card";
import { Cover } from "../../products/ui/cover";
import { ProductTitle } from "../../products/ui/product-title";
import { Badge } from "../../ui/badge";
import { Icon } from "../../ui/icon";
import { Sol } from "../../ui/sol";
import { useTranslation } from "../../ui/translation";

const HANDLE_ICON = "M7 4.5v0M13 4.5v0M7 10v0M13 10v0M7 15.5v0M13 15.5v0";
const UP_ICON = "M5 12l5-5 5 5";
const DOWN_ICON = "M5 8l5 5 5-5";

export interface RowControls {
  /** Moves a row up (-1) or down (1). */
  move: (id: string, by: 1 | -1) => void;
  /** Starts to drag a row. */
  start: (id: string, event: PointerEvent) => void;
}

interface Props {
  card: ProductCard;
  isActive: boolean;
  /** Position in the list, from 0. */
  at: number;
  count: number;
  isTicked: boolean;
  isDragged: boolean;
  isScripted: boolean;
  controls: RowControls;
}

/** A product that the page can list. With script it is dragged or moved by buttons. */
export const ProductRow = memo(function ProductRow(props: Props) {
  const { card, isActive, isTicked, isDragged, isScripted, controls } = props;
  const { t } = useTranslation("manage-sell");
  const { t: badge } = useTranslation("badge");
  const { id, title } = card;
  return (
    <li
      data-product={id}
      className={`flex min-w-0 scroll-mt-24 scroll-mb-32 items-center gap-2 rounded-md border bg-card p-2 sm:gap-3 ${isDragged ? "border-accent shadow-ticket" : "border-line"}`}
    >
      <input type="hidden" name="row" value={id} />
      {isScripted && (
        <span
          data-handle
          aria-hidden="true"
          onPointerDown={(event) => controls.start(id, event)}
          className="flex h-11 w-7 shrink-0 cursor-grab touch-none select-none items-center justify-center text-ink-3 active:cursor-grabbing"
        >
          <Icon d={HANDLE_ICON} strokeWidth={2.6} />
        </span>
      )}
      <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="listed"
          value={id}
          defaultChecked={isTicked}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="w-14 shrink-0 max-[26.25rem]:hidden">
          <Cover {...card.cover} />
        </span>
        <span className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere font-semibold leading-snug">
            <ProductTitle>{title}</ProductTitle>
          </span>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
            <Sol amount={card.amount} />
            {!isActive && <Badge>{t("disabled")}</Badge>}
            {isActive && card.isSoldOut && <Badge tone="warn">{badge("soldOut")}</Badge>}
          </span>
        </span>
      </label>
      <Position {...props} />
    </li>
  );
});

/** Buttons that move the row; without script a field for its number. */
function Position({ card, at, count, isScripted, controls }: Props) {
  const { t } = useTranslation("manage-sell");
  const { id, title } = card;
  if (!isScripted) {
    return (
      <input
        type="number"
        name="position"
        aria-label={t("position", { title })}
        defaultValue={at + 1}
        min={1}
        max={count}
        className="w-20 shrink-0 rounded-md border border-line-2 bg-card px-2.5 py-2 text-ink"
      />
    );
  }
  return (
    <span className="flex shrink-0">
      <MoveButton
        by={-1}
        label={t("up", { title })}
        disabled={at === 0}
        onClick={() => controls.move(id, -1)}
      />
      <MoveButton
        by={1}
        label={t("down", { title })}
        disabled={at === count - 1}
        onClick={() => controls.move(id, 1)}
      />
    </span>
  );
}

interface MoveProps {
  by: 1 | -1;
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function MoveButton({ by, label, disabled, onClick }: MoveProps) {
  return (
    <button
      type="button"
      data-move={by}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="flex size-10 items-center justify-center rounded-full text-ink-2 enabled:hover:bg-sunk enabled:hover:text-ink disabled:opacity-30"
    >
      <Icon d={by < 0 ? UP_ICON : DOWN_ICON} />
    </button>
  );
}
