import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { IMAGE_TYPES } from "../../images/rules/image-types";
import { Button } from "../../ui/button";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import { MAX_SAMPLE_BYTES, SAMPLE_TYPES } from "../rules/sample";
import { SamplePlayer } from "./product-presentation";
import { type SampleOptions, type SampleState, useSample } from "./use-sample";

export interface SampleFieldProps extends SampleOptions {
  disabled?: boolean;
}

const ACCEPTED = [...SAMPLE_TYPES, ...IMAGE_TYPES, ".m4a", ".flac"].join(",");

/** The sample of a product: chosen or dropped, it is sent at once. It needs script, and is not part of the form. */
export function SampleField({ disabled = false, ...options }: SampleFieldProps) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const hydrated = useHydrated();
  const state = useSample(options);
  const { sample, sending, said, choose } = state;

  function drop(event: DragEvent) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !disabled) choose(file);
  }

  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = "";
    if (file) choose(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside takes files by keyboard
    <div
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={drop}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <FileField
        label={`${t("sample.label")} (${t("optional")})`}
        hint={t("sample.hint", { size: format.size(MAX_SAMPLE_BYTES) })}
        error={said.isError ? said.text : ""}
        accept={ACCEPTED}
        disabled={disabled || !hydrated}
        shown={t(sample ? "sample.chooseOther" : "sample.choose")}
        onChange={take}
      />
      {sending && <SampleProgress {...sending} onCancel={state.cancel} />}
      {sample && !sending && (
        <>
          <SamplePlayer sample={sample} title={sample.name} poster={null} />
          <p className="wrap-anywhere text-ink-2 text-sm">
            {sample.name} · {format.size(sample.sizeBytes)}
          </p>
          <RemoveSample state={state} disabled={disabled || !hydrated} />
        </>
      )}
      <p role="status" className="wrap-anywhere text-ink-2 text-sm empty:hidden">
        {said.isError ? "" : said.text}
      </p>
    </div>
  );
}

function SampleProgress({
  name,
  sizeBytes,
  sentBytes,
  onCancel,
}: NonNullable<SampleState["sending"]> & { onCancel(): void }) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  return (
    <div className="grid gap-2 rounded-md border border-line bg-sunk p-3">
      <p className="truncate text-sm">{t("sample.sending", { name })}</p>
      <progress
        aria-label={name}
        value={sentBytes}
        max={sizeBytes || 1}
        className="w-full accent-accent"
      />
      <p className="flex flex-wrap items-center justify-between gap-2 text-ink-2 text-sm tabular-nums">
        {t("upload.progress", { sent: format.size(sentBytes), total: format.size(sizeBytes) })}
        <Button variant="secondary" size="s" className="max-sm:min-h-11" onClick={onCancel}>
          {t("upload.cancel")}
        </Button>
      </p>
    </div>
  );
}

/** Asks first: the seller may have no other copy at hand. */
function RemoveSample({ state, disabled }: { state: SampleState; disabled: boolean }) {
  const { t } = useTranslation("publish");
  const [asks, setAsks] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asks) box.current?.querySelector("button")?.focus();
  }, [asks]);
  if (!asks)
    return (
      <Button
        variant="quiet"
        size="s"
        className="justify-self-start max-sm:min-h-11"
        disabled={disabled}
        onClick={() => setAsks(true)}
      >
        {t("sample.remove")}
      </Button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of form controls
    <div
      ref={box}
      role="group"
      aria-label={t("sample.confirm")}
      className="flex flex-wrap items-center gap-2"
    >
      <p className="text-sm">{t("sample.confirm")}</p>
      <Button
        variant="secondary"
        size="s"
        className="max-sm:min-h-11"
        onClick={() => setAsks(false)}
      >
        {t("sample.keep")}
      </Button>
      <Button variant="danger" size="s" className="max-sm:min-h-11" onClick={state.remove}>
        {t("files.removeShort")}
      </Button>
    </div>
  );
}
