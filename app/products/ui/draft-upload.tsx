import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { Card } from "../../ui/card";
import { useTranslation } from "../../ui/translation";
import { useFormat } from "../../ui/use-format";
import type { PreparedUpload } from "../rules/release";
import { ResumeUploads } from "./resume-uploads";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

interface Props {
  uploads: readonly PreparedUpload[];
  /** All of them have arrived. */
  isWhole: boolean;
}

/** The files of a draft: how much of them has arrived, and their uploads to go on with. Nothing is published. */
export function DraftUploads({ uploads, isWhole }: Props) {
  const { t } = useTranslation(["draft", "publish"]);
  const format = useFormat();
  const { revalidate } = useRevalidator();
  const uploader = useUpload({
    publishes: false,
    onComplete(_, isAll) {
      // Until the page knows, it goes on to show that all is there.
      if (!isAll) uploader.reset();
      revalidate();
    },
  });
  const { reset, view } = uploader;
  useEffect(() => {
    if (isWhole) reset();
  }, [isWhole, reset]);
  const bytes = uploads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const name = uploads[0]?.name ?? "";
  const count = uploads.length;
  return (
    <Card className="grid justify-items-start gap-4">
      <h2 className="text-xl">{t("publish:file.title", { count })}</h2>
      {view.phase !== "idle" ? (
        <div className="w-full">
          <UploadPanel upload={uploader} />
        </div>
      ) : isWhole ? (
        <p role="status" className="wrap-anywhere text-ink-2">
          {count > 1
            ? t("wholeMany", { count, size: format.size(bytes) })
            : t("whole", { name, size: format.size(bytes) })}
        </p>
      ) : (
        <>
          <ResumeUploads
            uploads={uploads}
            onResume={(files) => void uploader.resume(uploads, files)}
          />
          <noscript>
            <p className="text-ink-2 text-sm">{t("file.resumeNeedsScript", { ns: "publish" })}</p>
          </noscript>
        </>
      )}
    </Card>
  );
}
