import { Form, useRevalidator } from "@remix-run/react";
import { type FormEvent, forwardRef, type RefObject, useEffect, useRef, useState } from "react";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SelectField, TextareaField } from "../../ui/field";
import { FormAlert, type FormError } from "../../ui/form-alert";
import { useTranslation } from "../../ui/translation";
import type { FieldsOf } from "../../ui/use-form";
import { useLatestAnswer } from "../../ui/use-latest-answer";
import { REPLACE_FILE } from "../rules/product-fields";
import { MAX_NOTE_CHARS, type ShownPreparation, type ShownRelease } from "../rules/release";
import { cleanReleaseName } from "../rules/release-files";
import { filesErrorOf } from "./file-error";
import { announceRelease, descriptionOf, requestDiscard } from "./release-requests";
import { SoldFilesField } from "./sold-files-field";
import { replaceFileAction, UnfinishedRelease } from "./unfinished-release";
import { UploadPanel } from "./upload-panel";
import { useCheckedForm } from "./use-checked-form";
import { type EditedFile, type ReleaseFiles, useReleaseFiles } from "./use-release-files";
import { useUpload } from "./use-upload";

export interface NextReleaseProps {
  productId: string;
  maxFileBytes: number;
  /** The release on sale. */
  current: ShownRelease | null;
  /** A release that was begun and not published. */
  unfinished: ShownPreparation | null;
}

/** Puts another version of a product's files on sale, or resumes one that was interrupted. */
export function NextRelease(props: NextReleaseProps) {
  const { productId, maxFileBytes, current } = props;
  const { t } = useTranslation("publish");
  const form = useRef<HTMLFormElement>(null);
  const { error, show, field } = useCheckedForm(REPLACE_FILE);
  const [asking, setAsking] = useState(false);
  const release = useReleaseFiles(editedFilesOf(current), maxFileBytes);
  const next = useNextRelease(props, form, release);
  const { upload, resumable } = next;
  const shownReplaced = useLatestAnswer(next.isDone);
  const busy = upload.view.phase !== "idle";

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get("note") ?? "");
    const described = release.files.map(({ name, sizeBytes }) => ({ name, size: sizeBytes }));
    const invalid = filesErrorOf(described, maxFileBytes);
    next.hideDone();
    show(invalid);
    if (!invalid) next.start(note);
  }

  async function discard() {
    setAsking(false);
    await next.discard();
  }

  return (
    <section aria-labelledby="replace-file-title" className="grid gap-4 border-line border-t pt-5">
      <h3 id="replace-file-title" className="text-base">
        {t("file.replace")}
      </h3>
      <p className="max-w-prose text-ink-2 text-sm">{t("file.lead")}</p>
      {shownReplaced && <Alert tone="good">{t("file.replaced")}</Alert>}
      {resumable ? (
        <UnfinishedRelease
          release={resumable}
          productId={productId}
          onResume={(picked) => next.resume(resumable, picked)}
          onDiscard={() => setAsking(true)}
        />
      ) : (
        <ReleaseForm
          {...props}
          ref={form}
          release={release}
          error={error ?? upload.rejection}
          field={field}
          busy={busy}
          onSubmit={send}
        />
      )}
      {busy && <UploadPanel upload={upload} onCancel={() => setAsking(true)} />}
      <CancelDialog open={asking} onKeep={() => setAsking(false)} onDiscard={discard} />
    </section>
  );
}

function editedFilesOf(current: ShownRelease | null): EditedFile[] {
  return (current?.files ?? []).map(({ key, name, sizeBytes }) => {
    return { id: key, name: cleanReleaseName(name) ?? name, sizeBytes, file: null };
  });
}

/** The uploads of the next release: a new one, or the interrupted one. */
function useNextRelease(
  { productId, current, unfinished }: NextReleaseProps,
  form: RefObject<HTMLFormElement>,
  release: ReleaseFiles,
) {
  const { revalidate } = useRevalidator();
  const [isDone, setDone] = useState(false);
  /** The release that ended here, which the loaded data may still have. */
  const [ended, setEnded] = useState<ShownPreparation | null>(null);
  const upload = useUpload({
    onComplete(_, isWhole) {
      upload.reset();
      if (isWhole) {
        form.current?.reset();
        setEnded(unfinished);
        setDone(true);
      }
      revalidate();
    },
  });
  const { phase, code } = upload.view;
  const isRunning = phase !== "idle";

  // The list begins with the files on sale, whichever these are now.
  const onSale = current?.id;
  const { reset } = release;
  const latest = useRef(current);
  latest.current = current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files change with the release
  useEffect(() => reset(editedFilesOf(latest.current)), [onSale]);

  // Another window may have started one.
  useEffect(() => {
    if (code === "conflict") revalidate();
  }, [code, revalidate]);

  function start(note: string) {
    const files = release.files.map(({ id: key, name, file }) =>
      file ? { ...descriptionOf(file), name } : { key, name },
    );
    void upload.start(
      announceRelease(productId, { note, files }),
      release.files.map(({ file }) => file),
    );
  }

  function resume(interrupted: ShownPreparation, picked: readonly File[]) {
    setDone(false);
    void upload.resume(interrupted.files, picked);
  }

  async function discard() {
    setEnded(unfinished);
    await upload.cancel();
    const key = unfinished?.files.find((one) => !one.isOnSale)?.key;
    if (!isRunning && key) await requestDiscard(key);
    revalidate();
  }

  return {
    upload,
    /** The interrupted release, unless it goes on or ended here. */
    resumable: isRunning || isSame(unfinished, ended) ? null : unfinished,
    /** The release was published, and no other one was begun since. */
    isDone,
    hideDone: () => setDone(false),
    start,
    resume,
    discard,
  };
}

function isSame(one: ShownPreparation | null, other: ShownPreparation | null): boolean {
  const keys = (release: ShownPreparation | null) => release?.files.map(({ key }) => key).join();
  return keys(one) === keys(other);
}

interface FormProps extends NextReleaseProps {
  release: ReleaseFiles;
  error: FormError | null;
  field: FieldsOf<typeof REPLACE_FILE.fields>;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const ReleaseForm = forwardRef<HTMLFormElement, FormProps>(function ReleaseForm(props, ref) {
  const { productId, maxFileBytes, current, release, error, field, busy, onSubmit } = props;
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
        <SoldFilesField
          label={t("file.choose")}
          maxFileBytes={maxFileBytes}
          error={field("file").error}
          release={release}
          disabled={busy}
        />
        <TextareaField
          label={`${t("file.note")} (${t("optional")})`}
          hint={t("file.noteHint", { max: MAX_NOTE_CHARS })}
          {...field("note")}
        />
        <noscript>
          {current && current.files.length > 1 && (
            <SelectField label={t("file.replaces")} name="replaces">
              {current.files.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <p className="text-ink-2 text-sm">{t("noscript")}</p>
        </noscript>
      </fieldset>
      {!busy && (
        <Button type="submit" variant="secondary" className="justify-self-start">
          {t("file.publish")}
        </Button>
      )}
    </Form>
  );
});

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
