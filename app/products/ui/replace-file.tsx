import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, forwardRef, type RefObject, useEffect, useRef, useState } from "react";
import { apiPaths } from "../../lib/api-paths";
import { chosenFile } from "../../lib/form";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextareaField } from "../../ui/field";
import { FormAlert, type FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import type { FieldsOf } from "../../ui/use-form";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { MAX_NOTE_CHARS } from "../rules/file-versions";
import { REPLACE_FILE } from "../rules/product-fields";
import type { UploadState } from "../rules/upload";
import { fileErrorOf } from "./file-error";
import { SoldFileField } from "./sold-file-field";
import { replaceFileAction, UnfinishedReplacement } from "./unfinished-replacement";
import { describeFile, requestDiscard } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useCheckedForm } from "./use-checked-form";
import { useUpload } from "./use-upload";

export interface ReplaceFileProps {
  productId: string;
  maxFileBytes: number;
  /** A replacement that was interrupted. */
  unfinished: UploadState | null;
}

/** Uploads another version of a product's file, or resumes an upload that was interrupted. */
export function ReplaceFile(props: ReplaceFileProps) {
  const { productId, maxFileBytes } = props;
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const { error, show, field } = useCheckedForm(REPLACE_FILE);
  const [asking, setAsking] = useState(false);
  const replacement = useReplacement(props, form);
  const { upload, resumable } = replacement;
  const shownReplaced = useLatestAnswer(replacement.isDone);
  const busy = upload.view.phase !== "idle";

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const picked = chosenFile(data, "file");
    const invalid = fileErrorOf(picked, maxFileBytes);
    replacement.hideDone();
    show(invalid);
    if (invalid || !picked) return;
    replacement.start(data, picked);
  }

  async function discard() {
    setAsking(false);
    await replacement.discard();
  }

  return (
    <section aria-labelledby="replace-file-title" className="grid gap-4 border-line border-t pt-5">
      <h3 id="replace-file-title" className="text-base">
        {t("file.replace")}
      </h3>
      <p className="max-w-prose text-ink-2 text-sm">{t("file.lead")}</p>
      {shownReplaced && <Alert tone="good">{t("file.replaced")}</Alert>}
      {resumable ? (
        <UnfinishedReplacement
          upload={resumable}
          productId={productId}
          onResume={(picked) => replacement.resume(resumable, picked)}
          onDiscard={() => setAsking(true)}
        />
      ) : (
        <ReplacementForm
          {...props}
          ref={form}
          error={error ?? upload.rejection}
          field={field}
          busy={busy}
          onSubmit={send}
        />
      )}
      {busy && (
        <UploadPanel
          upload={upload}
          fileName={replacement.fileName}
          onCancel={() => setAsking(true)}
        />
      )}
      <CancelDialog open={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </section>
  );
}

/** The upload of the new file: a new one, or the interrupted one. */
function useReplacement(
  { productId, unfinished }: ReplaceFileProps,
  form: RefObject<HTMLFormElement>,
) {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const [isDone, setDone] = useState(false);
  /** The upload that ended here, which the loaded data may still have. */
  const [endedKey, setEndedKey] = useState<string | null>(null);
  const upload = useUpload(() => {
    form.current?.reset();
    upload.reset();
    setEndedKey(unfinished?.key ?? null);
    setDone(true);
    revalidate();
  }, apiPaths.replaceFile(productId));
  const { phase, code } = upload.view;
  const isRunning = phase !== "idle";

  // Another window may have started one.
  useEffect(() => {
    if (code === "conflict") revalidate();
  }, [code, revalidate]);

  function start(data: FormData, picked: File) {
    setFile(picked);
    void upload.start(describeFile(data, picked), picked);
  }

  function resume(interrupted: UploadState, picked: File) {
    setDone(false);
    setFile(picked);
    void upload.resume(interrupted, picked);
  }

  async function discard() {
    setEndedKey(unfinished?.key ?? null);
    await upload.cancel();
    if (!isRunning && unfinished) await requestDiscard(unfinished.key);
    revalidate();
  }

  return {
    upload,
    fileName: file?.name ?? "",
    /** The interrupted upload, unless it goes on or ended here. */
    resumable: isRunning || unfinished?.key === endedKey ? null : unfinished,
    /** The file was replaced, and no other one was sent since. */
    isDone,
    hideDone: () => setDone(false),
    start,
    resume,
    discard,
  };
}

interface FormProps extends ReplaceFileProps {
  error: FormError | null;
  field: FieldsOf<typeof REPLACE_FILE.fields>;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const ReplacementForm = forwardRef<HTMLFormElement, FormProps>(
  function ReplacementForm(props, ref) {
    const { productId, maxFileBytes, error, field, busy, onSubmit } = props;
    const { t } = useTranslation("publish");
    return (
      <Form
        ref={ref}
        aria-labelledby="replace-file-title"
        method="post"
        action={replaceFileAction(productId)}
        encType="multipart/form-data"
        noValidate
        onSubmit={onSubmit}
        className="grid gap-4"
      >
        <FormAlert error={error} />
        <fieldset disabled={busy} className="grid min-w-0 gap-4">
          <legend className="sr-only">{t("file.replace")}</legend>
          <SoldFileField
            label={t("file.choose")}
            maxFileBytes={maxFileBytes}
            error={field("file").error}
          />
          <TextareaField
            label={`${t("file.note")} (${t("optional")})`}
            hint={t("file.noteHint", { max: MAX_NOTE_CHARS })}
            {...field("note")}
          />
          <noscript>
            <p className="text-ink-2 text-sm">{t("noscript")}</p>
          </noscript>
        </fieldset>
        {!busy && (
          <Button type="submit" variant="secondary" className="justify-self-start">
            {t("file.replace")}
          </Button>
        )}
      </Form>
    );
  },
);

function CancelDialog(props: { open: boolean; onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation("publish");
  return (
    <Dialog open={props.open} title={t("file.cancelTitle")} onClose={props.onKeep}>
      <p className="text-ink-2">{t("file.cancelText")}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={props.onKeep}>
          {t("file.cancelNo")}
        </Button>
        <Button onClick={props.onDiscard}>{t("upload.cancel")}</Button>
      </div>
    </Dialog>
  );
}
