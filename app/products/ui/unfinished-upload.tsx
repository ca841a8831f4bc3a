import { useNavigate, useRevalidator } from "@remix-run/react";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths, query } from "../../lib/paths";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useFormat } from "../../ui/use-format";
import { isSameFile, type UploadState } from "../rules/upload";
import { discardUpload, receivedBytes } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

interface Props {
  upload: UploadState;
  /** True for the upload that a link led to: it gets the focus. */
  isChosen: boolean;
}

/** An upload interrupted by a closed tab or a lost connection: resume it with the same file, or cancel it. */
export function UnfinishedUpload({ upload, isChosen }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const format = useFormat();
  const [error, setError] = useState("");
  const uploader = useUpload((id) => navigate(paths.newProduct + query({ published: id })));

  function resumeWith({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    if (!isSameFile(upload, file))
      return setError(t("upload_other_file", { ns: "refusals", name: upload.fileName }));
    setError("");
    void uploader.resume(upload, file);
  }

  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) section.current?.focus();
  }, [isChosen]);

  async function discard() {
    await uploader.cancel();
    await discardUpload(upload.key);
    revalidate();
  }

  if (uploader.view.phase !== "idle") {
    return (
      <UploadPanel
        view={uploader.view}
        fileName={upload.fileName}
        onPause={uploader.pause}
        onResume={uploader.run}
        onCancel={discard}
      />
    );
  }
  const sizes = { sent: format.size(receivedBytes(upload)), total: format.size(upload.sizeBytes) };
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-upload={upload.key}
      className="grid justify-items-start gap-4 rounded-lg border border-line bg-sunk p-5"
    >
      <h2 className="text-base">{t("unfinished.title")}</h2>
      <p className="text-ink-2">{t("unfinished.text", { name: upload.fileName, ...sizes })}</p>
      <Alert>{error}</Alert>
      <TextField type="file" label={t("unfinished.choose")} onChange={resumeWith} />
      <Button variant="quiet" size="s" onClick={discard}>
        {t("unfinished.discard")}
      </Button>
    </section>
  );
}
