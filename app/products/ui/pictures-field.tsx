import { type ChangeEvent, type DragEvent, useEffect, useRef } from "react";
import { IMAGE_TYPES } from "../../images/rules/image-types";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { useHydrated } from "../../ui/use-hydrated";
import { REMOVE_FIELDS } from "../rules/file-names";
import { MAX_PICTURES } from "../rules/pictures";
import { setFiles } from "./file-input";
import { PictureList } from "./picture-list";
import { type PicturesOptions, usePictures } from "./use-pictures";

export interface PicturesFieldProps extends PicturesOptions {
  disabled?: boolean;
  /** Of the form. */
  error?: string | undefined;
  /** Name of a picture that has to be chosen again. */
  lost?: string | undefined;
}

/**
 * The pictures of a product beside its cover: chosen or dropped, they are sent at once. The control keeps no file then,
 * so that the form does not send it again; without script it sends one, which takes the place of the first.
 */
export function PicturesField(props: PicturesFieldProps) {
  const { initial, disabled = false, error, lost } = props;
  const { t } = useTranslation("publish");
  const hydrated = useHydrated();
  const zone = useRef<HTMLDivElement>(null);
  const pictures = usePictures(props);
  const { said } = pictures;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    // Chosen before the script was there.
    const input = zone.current?.querySelector<HTMLInputElement>("[name=image]");
    if (input) take(input);
  }, []);

  function take(input: HTMLInputElement) {
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    setFiles(input, []);
    // The form keeps no name of a file that it does not send.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    pictures.add(files);
  }

  function drop(event: DragEvent) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (!disabled) pictures.add([...event.dataTransfer.files]);
  }

  const hint = t("pictures.hint", { max: MAX_PICTURES });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside takes files by keyboard
    <div
      ref={zone}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={drop}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <FileField
        name="image"
        multiple={hydrated}
        label={`${t("fields.image")} (${t("optional")})`}
        hint={lost ? `${t("hints.chooseAgain", { name: lost })} ${hint}` : hint}
        error={said.isError ? said.text : error}
        accept={IMAGE_TYPES.join(",")}
        disabled={disabled}
        shown={t("pictures.choose")}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => take(target)}
      />
      <PictureList list={pictures} disabled={disabled} />
      {!hydrated && initial.length > 0 && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name={REMOVE_FIELDS.image} value="1" />
          {t("removeImage")}
        </label>
      )}
    </div>
  );
}
