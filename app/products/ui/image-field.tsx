import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { ImageSlot } from "../rules/file-names";
import { IMAGE_TYPES } from "../rules/image-types";

interface Props {
  slot: ImageSlot;
  error: string | undefined;
  /** URL of the current image; empty for none. */
  current?: string;
  /** Name of an image that has to be chosen again. */
  lost?: string;
}

/** An image and its preview. The chosen image is reduced at once and replaces the file in the control. */
export function ImageField({ slot, error, current = "", lost }: Props) {
  const { t } = useTranslation("publish");
  const box = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState("");
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);

  async function show({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return setPreview("");
    const reduced = await shrinkImage(file);
    if (target.files?.[0] !== file) return;
    const chosen = new DataTransfer();
    chosen.items.add(reduced);
    target.files = chosen.files;
    setPreview(URL.createObjectURL(reduced));
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
          hint={lost ? t("hints.chooseAgain", { name: lost }) : t("hints.image")}
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
        <Button variant="quiet" size="s" onClick={clear}>
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

/** Longest side of an image: twice the width at which a page shows it. */
const MAX_SIDE_PX = 1600;
/** Of 1. */
const ENCODER_QUALITY = 0.85;

/**
 * The image to upload: at most 1600 px wide or high, as WebP (JPEG where the browser can't encode
 * that), without metadata. GIF, SVG, unreadable and already smaller images are returned unchanged.
 */
async function shrinkImage(file: File): Promise<File> {
  if (file.type === "image/gif" || file.type === "image/svg+xml") return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const small = await toBlob(canvas);
  if (!small || small.size >= file.size) return file;
  const name = file.name.replace(/\.[^.]*$/, "");
  return new File([small], `${name}.${small.type.slice("image/".length)}`, { type: small.type });
}

/** A browser that can't encode WebP returns a PNG, which is too large for a photograph. */
async function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const encode = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, ENCODER_QUALITY));
  const webp = await encode("image/webp");
  return webp?.type === "image/webp" ? webp : encode("image/jpeg");
}
