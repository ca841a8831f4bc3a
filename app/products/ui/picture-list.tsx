import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { ShownPicture } from "../rules/pictures";
import type { Pictures, WaitingPicture } from "./use-pictures";

interface Props {
  list: Pictures;
  disabled: boolean;
}

const TILE =
  "grid grid-cols-[minmax(0,1fr)] content-start gap-2 rounded-md border border-line bg-card p-2";
const THUMBNAIL = "aspect-[4/3] w-full rounded-sm bg-sunk object-cover";

/**
 * The pictures in order, each moved by its buttons or by dragging it, and removed, which can be undone; then those that
 * are on their way.
 */
export function PictureList({ list, disabled }: Props) {
  const { t } = useTranslation("publish");
  const { pictures, waiting, said, removed, undo, move, settle } = list;
  const [dragged, setDragged] = useState<string | null>(null);
  const undoButton = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that removed it is gone.
    if (removed) undoButton.current?.querySelector("button")?.focus();
  }, [removed]);
  return (
    <>
      {pictures.length + waiting.length > 0 && (
        <ol
          aria-label={t("pictures.list")}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-3"
        >
          {pictures.map((picture, at) => (
            <Tile
              key={picture.id}
              list={list}
              picture={picture}
              at={at}
              disabled={disabled}
              isDragged={dragged === picture.id}
              onDragStart={() => setDragged(picture.id)}
              onDragEnd={() => {
                setDragged(null);
                settle();
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== picture.id) move(dragged, at);
              }}
            />
          ))}
          {waiting.map((one) => (
            <WaitingTile key={one.key} list={list} waiting={one} />
          ))}
        </ol>
      )}
      <div ref={undoButton} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-ink-2 text-sm empty:hidden">
          {said.isError ? "" : said.text}
        </p>
        {removed && (
          <Button
            variant="secondary"
            size="s"
            className="max-sm:min-h-11"
            onClick={undo}
            disabled={disabled}
          >
            {t("files.undo")}
          </Button>
        )}
      </div>
    </>
  );
}

interface TileProps extends Props {
  picture: ShownPicture;
  at: number;
  isDragged: boolean;
  onDragStart(): void;
  onDragEnd(): void;
  onDragOver(event: DragEvent): void;
}

function Tile({ list, picture, at, disabled, isDragged, ...drag }: TileProps) {
  const { t } = useTranslation("publish");
  const { pictures, move, settle, remove } = list;
  const total = pictures.length;
  const moveTo = (to: number) => {
    move(picture.id, to);
    settle();
  };
  return (
    <li
      data-picture={picture.id}
      draggable={!disabled && total > 1}
      {...drag}
      className={`${TILE} ${isDragged ? "opacity-50" : ""} ${total > 1 ? "cursor-grab" : ""}`}
    >
      <img
        src={picture.srcSet?.split(" ")[0] ?? picture.url}
        alt={t("pictures.alt", { place: at + 1, total })}
        draggable={false}
        className={THUMBNAIL}
      />
      <span className="flex justify-between gap-1">
        <TileButton
          label={t("pictures.left", { place: at + 1 })}
          isOff={disabled || at === 0}
          onClick={() => moveTo(at - 1)}
        >
          <span aria-hidden="true">←</span>
        </TileButton>
        <TileButton
          label={t("pictures.remove", { place: at + 1 })}
          isOff={disabled}
          onClick={() => remove(picture.id)}
        >
          {t("files.removeShort")}
        </TileButton>
        <TileButton
          label={t("pictures.right", { place: at + 1 })}
          isOff={disabled || at === total - 1}
          onClick={() => moveTo(at + 1)}
        >
          <span aria-hidden="true">→</span>
        </TileButton>
      </span>
    </li>
  );
}

interface TileButtonProps {
  label: string;
  /** Keeps the focus, which a disabled button would lose at the end of the list. */
  isOff: boolean;
  onClick(): void;
  children: ReactNode;
}

function TileButton({ label, isOff, onClick, children }: TileButtonProps) {
  return (
    <Button
      variant="quiet"
      size="s"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick();
      }}
      className="min-w-9 px-2! aria-disabled:opacity-40 max-sm:min-h-11 max-sm:min-w-11"
    >
      {children}
    </Button>
  );
}

function WaitingTile({ list, waiting }: { list: Pictures; waiting: WaitingPicture }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const { key, name, preview, phase, sent, message } = waiting;
  return (
    <li data-picture-phase={phase} className={TILE}>
      <img src={preview} alt="" className={`${THUMBNAIL} opacity-60`} />
      <p className="truncate text-sm" title={name}>
        {name}
      </p>
      {phase === "failed" ? (
        <>
          <p role="alert" className="wrap-anywhere font-medium text-accent text-sm">
            {message}
          </p>
          <span className="flex flex-wrap gap-1">
            <Button
              variant="secondary"
              size="s"
              className="max-sm:min-h-11"
              onClick={() => list.again(key)}
            >
              {t("pictures.again")}
            </Button>
            <Button
              variant="quiet"
              size="s"
              className="max-sm:min-h-11"
              onClick={() => list.drop(key)}
            >
              {t("pictures.drop")}
            </Button>
          </span>
        </>
      ) : (
        <>
          <progress aria-label={name} value={sent} max={1} className="w-full accent-accent" />
          <p className="text-ink-2 text-sm tabular-nums">
            {phase === "waiting" ? t("pictures.waiting") : format.percent(sent)}
          </p>
        </>
      )}
    </li>
  );
}
