import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { paths } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { TextareaField } from "../../ui/field";
import { FormAlert, type FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { MAX_NOTE_CHARS } from "../rules/file-versions";
import type { UploadState } from "../rules/upload";
import { chosenFile, fileErrorOf } from "./chosen-file";
import { SoldFileField } from "./sold-file-field";
import { replaceFileAction, UnfinishedReplacement } from "./unfinished-replacement";
import { describeFile, discardUpload } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

export interface ReplaceFileProps {
  productId: string;
  maxFileBytes: number;
  /** A replacement that was interrupted. */
  unfinished: UploadState | null;
  /** The server's error on a form submitted without script, and the note as typed. */
  rejected: { error: FormError; note: string } | null;
}

/** Uploads another version of a product's file, or resumes an upload that was interrupted. */
export function ReplaceFile({ productId, maxFileBytes, unfinished, rejected }: ReplaceFileProps) {
  const { t } = useTranslation(["publish", "refusals"]);
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [formError, setError] = useState<FormError | null>(rejected?.error ?? null);
  const error = useLatestAnswer(formError);
  const [replaced, setReplaced] = useState(false);
  const shownReplaced = useLatestAnswer(replaced);
  const [asking, setAsking] = useState(false);
  /** The upload that ended here, which the loaded data may still have. */
  const [endedKey, setEndedKey] = useState<string | null>(null);
  const upload = useUpload(() => {
    form.current?.reset();
    upload.reset();
    setEndedKey(unfinished?.key ?? null);
    setReplaced(true);
    revalidate();
  }, paths.api.replaceFile(productId));
  const { phase, message, code } = upload.view;
  const busy = phase !== "idle";
  const resumable = !busy && unfinished !== null && unfinished.key !== endedKey;
  const rejection = busy || message === null ? null : { message: message || t("upload.offline") };

  // Another window may have started one.
  useEffect(() => {
    if (code === "conflict") revalidate();
  }, [code, revalidate]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const picked = chosenFile(data);
    const invalid = fileErrorOf(picked, maxFileBytes);
    setReplaced(false);
    setError(
      invalid && {
        message: t(invalid.messageKey, { ns: "refusals", ...invalid.params }),
        field: invalid.field,
      },
    );
    if (invalid || !picked) return;
    setFile(picked);
    void upload.start(describeFile(data, picked), picked);
  }

  function resume(picked: File) {
    if (!unfinished) return;
    setReplaced(false);
    setFile(picked);
    void upload.resume(unfinished, picked);
  }

  async function discard() {
    setAsking(false);
    setEndedKey(unfinished?.key ?? null);
    const isRunning = busy;
    await upload.cancel();
    if (!isRunning && unfinished) await discardUpload(unfinished.key);
    revalidate();
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
          upload={unfinished}
          productId={productId}
          onResume={resume}
          onDiscard={() => setAsking(true)}
        />
      ) : (
        <Form
          ref={form}
          aria-labelledby="replace-file-title"
          method="post"
          action={replaceFileAction(productId)}
          encType="multipart/form-data"
          noValidate
          onSubmit={send}
          className="grid gap-4"
        >
          <FormAlert error={error ?? rejection} />
          <fieldset disabled={busy} className="grid min-w-0 gap-4">
            <legend className="sr-only">{t("file.replace")}</legend>
            <SoldFileField
              label={t("file.choose")}
              maxFileBytes={maxFileBytes}
              error={error?.field === "file" ? error.message : undefined}
            />
            <TextareaField
              name="note"
              rows={3}
              maxLength={MAX_NOTE_CHARS}
              label={`${t("file.note")} (${t("optional")})`}
              hint={t("file.noteHint", { max: MAX_NOTE_CHARS })}
              error={error?.field === "note" ? error.message : null}
              defaultValue={rejected?.note ?? ""}
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
      )}
      {busy && (
        <UploadPanel
          view={upload.view}
          fileName={file?.name ?? ""}
          onPause={upload.pause}
          onResume={upload.run}
          onCancel={() => setAsking(true)}
        />
      )}
      <CancelDialog open={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </section>
  );
}

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
