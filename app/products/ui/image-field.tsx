import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { ImageSlot } from "../rules/file-names";
import { IMAGE_TYPES } from "../rules/images";
import { shrinkImage } from "./shrink-image";

interface Props {
  slot: ImageSlot;
  error: string | undefined;
  /** Address of the picture that the product has; empty for none. */
  current?: string;
}

/** A picture with its preview. What is chosen is shrunk at once and put back into the control. */
export function ImageField({ slot, error, current = "" }: Props) {
  const { t } = useTranslation("publish");
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState("");
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);

  async function show({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return setPreview("");
    const small = await shrinkImage(file);
    if (target.files?.[0] !== file) return;
    const chosen = new DataTransfer();
    chosen.items.add(small);
    target.files = chosen.files;
    setPreview(URL.createObjectURL(small));
  }

  function clear() {
    const input = box.current?.querySelector<HTMLInputElement>("input[type=file]");
    if (input) input.value = "";
    setPreview("");
  }

  const field = t(`fields.${slot}`);
  const shown = preview || current;
  return (
    <div ref={box} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <TextField
          name={slot}
          label={`${field} (${t("optional")})`}
          hint={t("hints.image")}
          error={error}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          onChange={show}
        />
      </div>
      {shown && (
        <img
          src={shown}
          alt={preview ? t("previewAlt", { field }) : t("edit.currentImage")}
          className="max-h-44 rounded-md border border-line"
        />
      )}
      {preview && (
        <Button look="quiet" size="s" onClick={clear}>
          {t("removeImage")}
        </Button>
      )}
      {!preview && current && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            name={slot === "cover" ? "removeCover" : "removeImage"}
            value="1"
          />
          {t("removeImage")}
        </label>
      )}
    </div>
  );
}
