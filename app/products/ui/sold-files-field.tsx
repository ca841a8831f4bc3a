import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef } from "react";
import { FileField } from "../../ui/file-field";
import { fromPart } from "../../ui/from-part";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { droppedFiles } from "./dropped-files";
import { setFiles } from "./file-input";
import type { ReleaseFileListProps } from "./release-file-list";
import { releaseFileListPart } from "./release-file-list-part";
import { useFieldError } from "./use-field-error";
import type { ReleaseFiles } from "./use-release-files";

interface Props {
  label: ReactNode;
  maxFileBytes: number;
  error: string | undefined;
  release: ReleaseFiles;
  disabled: boolean;
  /** Name of a file that has to be chosen again. */
  lost?: string;
}

/**
 * The files that buyers get: chosen or dropped, also as a folder, one after the other. The control of the form has
 * those that are new, under the names that the seller gave them.
 */
export function SoldFilesField({ label, maxFileBytes, error, release, disabled, lost }: Props) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const zone = useRef<HTMLDivElement>(null);
  const { files, said } = release;
  const [ownError, setOwnError] = useFieldError(error);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused file stays in the control until then
  useEffect(() => {
    const input = zone.current?.querySelector<HTMLInputElement>("input[name=file]") ?? null;
    setFiles(
      input,
      files.flatMap(({ file, name }) => (file ? [renamed(file, name)] : [])),
    );
  }, [files, said]);

  useEffect(() => {
    if (said.text !== "") setOwnError(said.isError ? said.text : "");
  }, [said, setOwnError]);

  usePageKept();

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    release.add([...(target.files ?? [])]);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    if (disabled) return;
    void droppedFiles(event.dataTransfer).then(release.add);
  }

  const hint = lost
    ? t("hints.chooseAgain", { name: lost })
    : t("hints.files", { size: format.size(maxFileBytes) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside takes files by keyboard
    <div
      ref={zone}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes("Files")) drop(event);
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <FileField
        name="file"
        multiple
        label={label}
        aria-required
        hint={hint}
        error={ownError}
        onChange={choose}
        zone={files.length === 0 ? t("files.drop") : undefined}
        shown={files.length > 0 ? t("files.more") : undefined}
      />
      {(files.length > 0 || said.text !== "") && <FileList release={release} disabled={disabled} />}
    </div>
  );
}

/** A file that misses the control must not replace the page, and with it what was typed. */
function usePageKept(): void {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") && !isFileInput(event.target))
        event.preventDefault();
    };
    addEventListener("dragover", keep);
    addEventListener("drop", keep);
    return () => {
      removeEventListener("dragover", keep);
      removeEventListener("drop", keep);
    };
  }, []);
}

const isFileInput = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === "file";

const FileList = fromPart(
  releaseFileListPart,
  ({ ReleaseFileList }) => ReleaseFileList,
  (shown, next) => shownOf(shown) === shownOf(next),
);

/** All that the list shows. */
function shownOf({ release: { files, said, removed }, disabled }: ReleaseFileListProps): string {
  return JSON.stringify([files, said, removed, disabled]);
}

/** The same bytes under another name. */
export function renamed(file: File, name: string): File {
  if (file.name === name) return file;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}
