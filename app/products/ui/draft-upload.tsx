import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { UploadState } from "../rules/upload";
import { ResumeUpload } from "./resume-upload";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

interface Props {
  upload: UploadState;
  /** All of it has arrived. */
  isWhole: boolean;
}

/** The file of a draft: how much of it has arrived, and its upload to go on with. Nothing is published. */
export function DraftUpload({ upload, isWhole }: Props) {
  const { t } = useTranslation(["draft", "publish"]);
  const format = useFormat();
  const { revalidate } = useRevalidator();
  const uploader = useUpload(revalidate, undefined, false);
  const { reset, view } = uploader;
  useEffect(() => {
    if (isWhole) reset();
  }, [isWhole, reset]);
  return (
    <Card className="grid justify-items-start gap-4">
      <h2 className="text-xl">{t("file.title", { ns: "publish" })}</h2>
      {view.phase !== "idle" ? (
        <div className="w-full">
          <UploadPanel upload={uploader} fileName={upload.fileName} />
        </div>
      ) : isWhole ? (
        <p role="status" className="wrap-anywhere text-ink-2">
          {t("whole", { name: upload.fileName, size: format.size(upload.sizeBytes) })}
        </p>
      ) : (
        <>
          <ResumeUpload upload={upload} onResume={(file) => void uploader.resume(upload, file)} />
          <noscript>
            <p className="text-ink-2 text-sm">{t("file.resumeNeedsScript", { ns: "publish" })}</p>
          </noscript>
        </>
      )}
    </Card>
  );
}
