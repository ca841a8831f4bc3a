import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { fromPart } from "../../ui/from-part";
import { useTranslation } from "../../ui/translation";
import { EditorSection } from "./editor-section";
import { Label } from "./label";
import { resumeUploadsPart } from "./resume-uploads-part";
import { SoldFilesField } from "./sold-files-field";
import { uploadPanelPart } from "./upload-panel-part";
import type { DraftFiles } from "./use-draft-files";

interface Props {
  files: DraftFiles;
  maxFileBytes: number;
  error: string | undefined;
  /** Name of a file that has to be chosen again. */
  lost: string | undefined;
}

/** The files of a draft, which go up while the rest is typed, or the choice of those that were interrupted. */
export function DraftFilesSection({ files, maxFileBytes, error, lost }: Props) {
  const { t } = useTranslation("publish");
  const { release, uploader, interrupted, discard } = files;
  const isRunning = uploader.view.phase !== "idle";
  return (
    <EditorSection title={t("sections.file")} lead={t("sections.fileLead")}>
      {interrupted && !isRunning && (
        <>
          <Interrupted uploads={interrupted} onResume={files.resume} />
          <Button variant="secondary" size="s" className="justify-self-start" onClick={discard}>
            {t("files.others")}
          </Button>
        </>
      )}
      {!interrupted && (
        <SoldFilesField
          label={<Label text={t("fields.file")} required />}
          maxFileBytes={maxFileBytes}
          error={error}
          release={release}
          disabled={false}
          lost={lost}
        />
      )}
      {uploader.rejection && <NotStarted files={files} message={uploader.rejection.message} />}
      {isRunning && <RunningUploads upload={uploader} onCancel={discard} />}
      <p role="status" className="text-good text-sm empty:hidden">
        {files.isWhole && `✓ ${t("files.arrived", { count: release.files.length })}`}
      </p>
      <noscript>
        <p className="text-ink-2 text-sm">{t("noscript")}</p>
      </noscript>
    </EditorSection>
  );
}

const Interrupted = fromPart(
  resumeUploadsPart,
  ({ ResumeUploads }) => ResumeUploads,
  ({ uploads }, next) => uploads === next.uploads,
);

const RunningUploads = fromPart(uploadPanelPart, ({ UploadPanel }) => UploadPanel);

function NotStarted({ files, message }: { files: DraftFiles; message: string }) {
  const { t } = useTranslation("publish");
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{t("files.notStarted", { message })}</Alert>
      <Button variant="secondary" size="s" onClick={files.retry}>
        {t("files.retry")}
      </Button>
    </div>
  );
}
