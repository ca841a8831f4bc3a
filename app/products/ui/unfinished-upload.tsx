import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { UploadState } from "../rules/upload";
import { ResumeUpload } from "./resume-upload";
import { discardUpload } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

interface Props {
  upload: UploadState;
  /** True for the upload that a link led to: it gets the focus. */
  isChosen: boolean;
}

/** An upload interrupted by a closed tab or a lost connection: resume it with the same file, or cancel it. */
export function UnfinishedUpload({ upload, isChosen }: Props) {
  const { t } = useTranslation("publish");
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const uploader = useUpload((id) => navigate(paths.newProduct + query({ published: id })));

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
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-upload={upload.key}
      className="grid justify-items-start gap-4 rounded-lg border border-line bg-sunk p-5"
    >
      <h2 className="text-base">{t("unfinished.title")}</h2>
      <ResumeUpload upload={upload} onResume={(file) => void uploader.resume(upload, file)} />
      <Button variant="quiet" size="s" onClick={discard}>
        {t("unfinished.discard")}
      </Button>
    </section>
  );
}
