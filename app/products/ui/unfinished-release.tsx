import { Form } from "@remix-run/react";
import { paths, query } from "../../lib/paths";
import { Button } from "../../ui/button";
import { useTranslation } from "../../ui/translation";
import type { ShownPreparation } from "../rules/release";
import { ResumeUploads } from "./resume-uploads";

/** Of the section that has the form to replace a file. */
export const FILE_SECTION_ID = "file";

interface Props {
  release: ShownPreparation;
  productId: string;
  onResume: (files: readonly File[]) => void;
  onDiscard: () => void;
}

/** Continues interrupted uploads with the same files, or gives the release up, also without script. */
export function UnfinishedRelease({ release, productId, onResume, onDiscard }: Props) {
  const { t } = useTranslation("publish");
  const key = release.files.find(({ isOnSale }) => !isOnSale)?.key;
  return (
    <section className="grid justify-items-start gap-4 rounded-lg border border-line bg-sunk p-5">
      <p className="font-semibold">{t("unfinished.title")}</p>
      <ResumeUploads uploads={release.files} onResume={onResume} />
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
        <input type="hidden" name="discard" value={key} />
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
