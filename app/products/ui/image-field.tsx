import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { IMAGE_TYPES } from "../../images/rules/image-types";
import type { ImageSizes } from "../../images/ui/image-sizes";
import { Button } from "../../ui/button";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { type ImageSlot, REMOVE_FIELDS } from "../rules/file-names";
import { setFile } from "./file-input";
import { useFieldError } from "./use-field-error";

export interface ShownImage {
  url: string;
  alt: string;
  /** Chosen in this form, and not stored yet. */
  isNew: boolean;
}

interface Props {
  slot: ImageSlot;
  error: string | undefined;
  /** URL of the current image; empty for none. */
  current?: string;
  /** Name of an image that has to be chosen again. */
  lost?: string;
  /** Default: the label of the slot in the product form. */
  label?: string;
  /** Shows the image with its own controls; default the image alone. */
  picture?: (shown: ShownImage) => ReactNode;
  /** Called with the URL of a chosen image, and with an empty one once it is removed again. */
  onPreview?: (url: string) => void;
}

/**
 * An image and its preview. The chosen image is reduced at once and replaces the file in the control;
 * its small size goes into a second one.
 */
export function ImageField({ slot, error, current = "", lost, label, picture, onPreview }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const box = useRef<HTMLDivElement>(null);
  const small = useRef<HTMLInputElement>(null);
  const accepted = useRef<ImageSizes | null>(null);
  const [ownError, setError] = useFieldError(error);
  const [preview, setPreview] = useState("");
  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);

  async function show({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    setFile(small.current, null);
    if (!file) return take(target, null);
    // What can't be checked here, the server will.
    const loaded = await import("./choose-image").catch(() => null);
    if (!loaded) return take(target, { large: file, small: null });
    const chosen = await loaded.chooseImage(target, file, accepted.current, t);
    if (chosen) take(target, chosen.sizes, chosen.error);
  }

  function take(input: HTMLInputElement, sizes: ImageSizes | null, refusal = "") {
    if (!refusal) input.setCustomValidity("");
    setError(refusal);
    setFile(small.current, sizes?.small ?? null);
    if (accepted.current === sizes) return;
    accepted.current = sizes;
    showPreview(sizes ? URL.createObjectURL(sizes.large) : "");
  }

  function showPreview(url: string) {
    setPreview(url);
    onPreview?.(url);
  }

  function clear() {
    const input = box.current?.querySelector<HTMLInputElement>(`[name=${slot}]`);
    if (!input) return;
    setFile(input, null);
    take(input, null);
  }

  const field = label ?? t(slot === "cover" ? "fields.cover" : "fields.image");
  const url = preview || current;
  const alt = preview ? t("previewAlt", { field }) : t("edit.currentImage");
  return (
    <div ref={box} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <FileField
          name={slot}
          label={label ?? `${field} (${t("optional")})`}
          hint={lost ? t("hints.chooseAgain", { name: lost }) : t("hints.image")}
          error={ownError}
          accept={IMAGE_TYPES.join(",")}
          onChange={show}
        />
        <input ref={small} type="file" name={`${slot}Small`} hidden />
      </div>
      {url &&
        (picture?.({ url, alt, isNew: preview !== "" }) ?? (
          <img src={url} alt={alt} className="max-h-44 rounded-md border border-line" />
        ))}
      {preview && (
        <Button variant="quiet" size="s" onClick={clear}>
          {t("removeImage")}
        </Button>
      )}
      {!preview && current && (
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name={REMOVE_FIELDS[slot]} value="1" />
          {t("removeImage")}
        </label>
      )}
    </div>
  );
}
