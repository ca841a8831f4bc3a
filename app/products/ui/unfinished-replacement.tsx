import { Form } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { UploadState } from "../rules/upload";
import { ResumeUpload } from "./resume-upload";

/** Of the section that has the form to replace a file. */
export const FILE_SECTION_ID = "file";

interface Props {
  upload: UploadState;
  productId: string;
  onResume: (file: File) => void;
  onDiscard: () => void;
}

/** Continues an interrupted upload with the same file, or gives it up, also without script. */
export function UnfinishedReplacement({ upload, productId, onResume, onDiscard }: Props) {
  const { t } = useTranslation("publish");
  return (
    <section className="grid justify-items-start gap-4 rounded-lg border border-line bg-sunk p-5">
      <p className="font-semibold">{t("unfinished.title")}</p>
      <ResumeUpload upload={upload} onResume={onResume} />
      <noscript>
        <p className="text-ink-2 text-sm">{t("file.resumeNeedsScript")}</p>
      </noscript>
      <Form
        method="post"
        action={replaceFileAction(productId)}
        encType="multipart/form-data"
        onSubmit={(event) => {
          event.preventDefault();
          onDiscard();
        }}
      >
        <input type="hidden" name="discard" value={upload.key} />
        <Button type="submit" variant="quiet" size="s">
          {t("file.discard")}
        </Button>
      </Form>
    </section>
  );
}

/**
 * The edit page takes two forms; the query tells them apart before the body is read. The fragment
 * scrolls to the result without script.
 */
export function replaceFileAction(productId: string): string {
  return `${paths.edit(productId)}${query({ change: "file" })}#${FILE_SECTION_ID}`;
}
