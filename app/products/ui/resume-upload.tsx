import { type ChangeEvent, useState } from "react";
import { Alert } from "../../ui/alert";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import { isSameFile, type UploadState } from "../rules/upload";
import { receivedBytes } from "./upload-file";

interface Props {
  upload: UploadState;
  /** Called with the file of the upload; another one is refused here. */
  onResume: (file: File) => void;
}

/** How much of an interrupted upload has arrived, and the choice of its file to continue. */
export function ResumeUpload({ upload, onResume }: Props) {
  const { t } = useTranslation(["publish", "refusals"]);
  const format = useFormat();
  const hydrated = useHydrated();
  const [error, setError] = useState("");
  const sizes = { sent: format.size(receivedBytes(upload)), total: format.size(upload.sizeBytes) };
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    if (!isSameFile(upload, file))
      return setError(t("upload_other_file", { ns: "refusals", name: upload.fileName }));
    setError("");
    onResume(file);
  }
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {t("unfinished.text", { name: upload.fileName, ...sizes })}
      </p>
      <Alert>{error}</Alert>
      {hydrated && <FileField label={t("unfinished.choose")} onChange={choose} />}
    </>
  );
}
