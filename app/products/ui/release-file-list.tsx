import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { EditedFile, ReleaseFiles } from "./use-release-files";

export interface ReleaseFileListProps {
  release: ReleaseFiles;
  disabled: boolean;
}

/**
 * The files of a release in the making, in order: each can be renamed, replaced, moved by its buttons or by
 * dragging its number, and removed, which can be undone.
 */
export function ReleaseFileList({ release, disabled }: ReleaseFileListProps) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const { files, said, removed, move, undo } = release;
  const [dragged, setDragged] = useState<string | null>(null);
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {files.length > 0 && (
        <>
          <p className="text-ink-2 text-sm tabular-nums">
            {t("files.total", { count: files.length, size: format.size(bytes) })}
          </p>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {files.map((file, at) => (
              <Row
                key={file.id}
                release={release}
                file={file}
                at={at}
                disabled={disabled}
                isDragged={dragged === file.id}
                onDragStart={() => setDragged(file.id)}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  if (dragged === null) return;
                  event.preventDefault();
                  if (dragged !== file.id) move(dragged, at);
                }}
              />
            ))}
          </ol>
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        <p role="status" className="wrap-anywhere text-ink-2 text-sm empty:hidden">
          {said.isError ? "" : said.text}
        </p>
        {removed && (
          <Button variant="secondary" size="s" onClick={undo} disabled={disabled}>
            {t(removed.isReplaced ? "files.keepBoth" : "files.undo")}
          </Button>
        )}
      </div>
    </div>
  );
}

interface RowProps extends ReleaseFileListProps {
  file: EditedFile;
  at: number;
  isDragged: boolean;
  onDragStart(): void;
  onDragEnd(): void;
  onDragOver(event: DragEvent): void;
}

function Row({ release, file, at, disabled, isDragged, ...drag }: RowProps) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const { files, rename, remove } = release;
  const { id, name, sizeBytes } = file;
  const count = files.length;
  return (
    <li
      data-release-file={name}
      onDragOver={drag.onDragOver}
      className={`flex flex-wrap items-center gap-2 rounded-md border border-line bg-card p-2 ${isDragged ? "opacity-50" : ""}`}
    >
      {count > 1 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the row do the same
        <span
          draggable={!disabled}
          onDragStart={drag.onDragStart}
          onDragEnd={drag.onDragEnd}
          title={t("files.drag")}
          className="inline-grid size-9 shrink-0 cursor-grab place-items-center rounded-md bg-sunk text-ink-2 text-sm tabular-nums"
        >
          {at + 1}
        </span>
      )}
      <input
        type="text"
        aria-label={t("files.name", { place: at + 1 })}
        value={name}
        disabled={disabled}
        onChange={(event) => rename(id, event.target.value)}
        className="min-h-9 min-w-0 flex-1 basis-44 rounded-md border border-line-2 bg-card px-2.5 text-base"
      />
      <span className="shrink-0 text-ink-2 text-sm tabular-nums">{format.size(sizeBytes)}</span>
      <span className="flex flex-wrap gap-1">
        {count > 1 && <MoveButtons release={release} file={file} at={at} disabled={disabled} />}
        <ReplaceButton release={release} file={file} disabled={disabled} />
        <RowButton
          label={t("files.remove", { name })}
          disabled={disabled}
          onClick={() => remove(id)}
        >
          {t("files.removeShort")}
        </RowButton>
      </span>
    </li>
  );
}

function MoveButtons({
  release,
  file,
  at,
  disabled,
}: ReleaseFileListProps & { file: EditedFile; at: number }) {
  const { t } = useTranslation("publish");
  const { files, move } = release;
  const { id, name } = file;
  return (
    <>
      <RowButton
        label={t("files.up", { name })}
        disabled={disabled || at === 0}
        onClick={() => move(id, at - 1)}
      >
        <span aria-hidden="true">↑</span>
      </RowButton>
      <RowButton
        label={t("files.down", { name })}
        disabled={disabled || at === files.length - 1}
        onClick={() => move(id, at + 1)}
      >
        <span aria-hidden="true">↓</span>
      </RowButton>
    </>
  );
}

/** Opens the browser's choice of a file in place of this one. */
function ReplaceButton({ release, file, disabled }: ReleaseFileListProps & { file: EditedFile }) {
  const { t } = useTranslation("publish");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <RowButton
        label={t("files.replace", { name: file.name })}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t("files.replaceShort")}
      </RowButton>
      <input
        ref={input}
        id={id}
        type="file"
        tabIndex={-1}
        aria-label={t("files.replace", { name: file.name })}
        className="hidden"
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          if (picked) release.replace(file.id, picked);
          target.value = "";
        }}
      />
    </>
  );
}

interface RowButtonProps {
  label: string;
  disabled: boolean;
  onClick(): void;
  children: ReactNode;
}

function RowButton({ label, children, ...button }: RowButtonProps) {
  return (
    <Button variant="quiet" size="s" aria-label={label} className="min-w-9 px-2!" {...button}>
      {children}
    </Button>
  );
}
