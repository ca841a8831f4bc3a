import { useNavigate, useRevalidator } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "../../ui/alert";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { useFormat } from "../../ui/use-format";
import type { UploadState } from "../rules/upload";
import { discardUpload, receivedBytes } from "./upload-file";
import { UploadPanel } from "./upload-panel";
import { useUpload } from "./use-upload";

/** An upload that a closed tab or a lost connection left on the way: go on with the same file, or give it up. */
export function UnfinishedUpload({ upload }: { upload: UploadState }) {
  const { t } = useTranslation(["publish", "refusals"]);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const format = useFormat();
  const [refusal, setRefusal] = useState("");
  const sender = useUpload((id) => navigate(`/transaction?published=${id}`));

  function goOn({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    if (!isSame(upload, file))
      return setRefusal(t("upload_other_file", { ns: "refusals", name: upload.fileName }));
    setRefusal("");
    void sender.takeUp(upload, file);
  }

  async function discard() {
    await sender.cancel();
    await discardUpload(upload.key);
    revalidate();
  }

  if (sender.view.phase !== "idle") {
    return (
      <UploadPanel
        view={sender.view}
        fileName={upload.fileName}
        onPause={sender.pause}
        onResume={sender.run}
        onCancel={discard}
      />
    );
  }
  const sizes = { sent: format.size(receivedBytes(upload)), total: format.size(upload.sizeBytes) };
  return (
    <section className="grid justify-items-start gap-4 rounded-lg border border-line bg-sunk p-5">
      <h2 className="text-base">{t("unfinished.title")}</h2>
      <p className="text-ink-2">{t("unfinished.text", { name: upload.fileName, ...sizes })}</p>
      <Alert>{refusal}</Alert>
      <TextField type="file" label={t("unfinished.choose")} onChange={goOn} />
      <Button look="quiet" size="s" onClick={discard}>
        {t("unfinished.discard")}
      </Button>
    </section>
  );
}

/** The same file as far as a page can tell: parts of another would make a broken one. */
function isSame(upload: UploadState, file: File): boolean {
  if (file.size !== upload.sizeBytes) return false;
  return upload.modifiedAt === null || upload.modifiedAt === file.lastModified;
}
