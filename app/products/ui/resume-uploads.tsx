import { type ChangeEvent, type DragEvent, useState } from "react";
import { Alert } from "../../ui/alert";
import { FileField } from "../../ui/file-field";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import { useHydrated } from "../../ui/use-hydrated";
import type { PreparedUpload } from "../rules/release";
import { receivedBytes } from "../rules/upload";
import { droppedFiles } from "./dropped-files";
import { chosenFor } from "./release-requests";

export interface ResumeUploadsProps {
  uploads: readonly PreparedUpload[];
  /** Called with files of the uploads; others are refused here. */
  onResume: (files: readonly File[]) => void;
}

/** How much of interrupted uploads has arrived, and the choice of their files to continue. */
export function ResumeUploads({ uploads, onResume }: ResumeUploadsProps) {
  const { t } = useTranslation(["publish", "refusals"]);
  const hydrated = useHydrated();
  const [error, setError] = useState("");
  const missing = uploads.filter(({ isVerified }) => !isVerified);
  const [first] = missing;
  function choose(files: readonly File[]) {
    if (files.length === 0) return;
    if (chosenFor(missing, files).length === 0)
      return setError(t("upload_other_file", { ns: "refusals", name: first?.fileName ?? "" }));
    setError("");
    onResume(files);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(choose);
  }
  return (
    <>
      <Arrived uploads={uploads} missing={missing} />
      <Alert>{error}</Alert>
      {hydrated && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the control inside takes files by keyboard
        <div className="w-full" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <FileField
            label={t("unfinished.choose", { count: missing.length })}
            multiple={missing.length > 1}
            onChange={({ target }: ChangeEvent<HTMLInputElement>) =>
              choose([...(target.files ?? [])])
            }
          />
        </div>
      )}
    </>
  );
}

function Arrived({
  uploads,
  missing,
}: {
  uploads: readonly PreparedUpload[];
  missing: readonly PreparedUpload[];
}) {
  const { t } = useTranslation("publish");
  const format = useFormat();
  const [first] = missing;
  if (!first) return null;
  if (uploads.length === 1) {
    const sizes = {
      sent: format.size(receivedBytes(first)),
      total: format.size(first.sizeBytes),
    };
    return (
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {t("unfinished.text", { name: first.fileName, ...sizes })}
      </p>
    );
  }
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        {t("unfinished.many", {
          arrived: uploads.length - missing.length,
          count: uploads.length,
        })}
      </p>
      <ul className="max-h-48 list-disc overflow-y-auto pl-5 text-sm">
        {missing.map((upload) => (
          <li key={upload.key} className="wrap-anywhere">
            {t("unfinished.one", {
              name: upload.fileName,
              sent: format.size(receivedBytes(upload)),
              total: format.size(upload.sizeBytes),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
